import { Suspense, useEffect, useSyncExternalStore } from "react"
import { lazyPart, Nothing } from "#ui/loading/lazy-part.tsx"
import { presence, showPlayer, wasPlaying } from "./presence.ts"

const PlayerBar = lazyPart(async () => ({ default: (await import("./player-bar.tsx")).PlayerBar }), Nothing)

/** The place of the player outside the pages, so that navigation does not affect it. Loaded when something is played. */
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
