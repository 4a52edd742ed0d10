import { useCallback, useContext } from "react"
// oxlint-disable-next-line no-restricted-imports -- here alone
import { UNSAFE_DataRouterContext as RouterContext, useRevalidator } from "react-router"

type State = { navigation: { state: string }; fetchers: ReadonlyMap<string, { state: string }> }
/** The part of React Router that is needed here. */
type Router = {
  readonly state: State
  subscribe(heard: (state: State) => void): () => void
  revalidate(): Promise<void>
}

/** The reading that waits for its turn. */
const waiting = new WeakMap<Router, Promise<void>>()

/**
 * Reads anew what is on screen, once nothing is on its way any more: React Router would take it for the later wish of two, and
 * not follow where a form that was sent before leads to, nor keep the place of a list that is being loaded. Several who ask
 * meanwhile are answered by one reading.
 */
export function readAgain(router: Router): Promise<void> {
  const before = waiting.get(router)
  if (before) return before
  const reading = untilNothingIsOnItsWay(router).then(() => {
    waiting.delete(router)
    return router.revalidate()
  })
  waiting.set(router, reading)
  return reading
}

async function untilNothingIsOnItsWay(router: Router) {
  while (isOnItsWay(router.state)) {
    await new Promise<void>((resolve) => {
      const stop = router.subscribe((state) => {
        if (isOnItsWay(state)) return
        stop()
        resolve()
      })
    })
  }
}

function isOnItsWay({ navigation, fetchers }: State) {
  return [navigation, ...fetchers.values()].some(({ state }) => state !== "idle")
}

/** How a component has what is on screen read anew (`readAgain`), which is the one way to do it. */
export function useReadAgain(): () => Promise<void> {
  const router = useContext(RouterContext)?.router
  return useCallback(async () => router && readAgain(router), [router])
}

/** Is it being read anew? */
export function useIsReadAgain(): boolean {
  return useRevalidator().state === "loading"
}
