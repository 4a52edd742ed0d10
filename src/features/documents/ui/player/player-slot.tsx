import { Suspense, useEffect, useSyncExternalStore } from "react"
import { lazyPart, Nothing } from "#ui/loading/lazy-part.tsx"
import { presence, showPlayer, wasPlaying } from "./presence.ts"

const PlayerBar = lazyPart(async () => ({ default: (await import("./player-bar.tsx")).PlayerBar }), Nothing)

/** Where the player stands, beside navigation: what pages come and go does not concern it. Loaded when something is played. */
export function PlayerSlot() {
  const isThere = useSyncExternalStore(presence.subscribe, presence.read, () => false)
  useEffect(() => {
    if (wasPlaying()) showPlayer(true)
  }, [])
  return (
    isThere && (
      <Suspense>
        <PlayerBar />
      </Suspense>
    )
  )
}
