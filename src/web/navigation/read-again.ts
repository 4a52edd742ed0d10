import { useCallback, useContext } from "react"
// oxlint-disable-next-line no-restricted-imports -- here alone
import { UNSAFE_DataRouterContext as RouterContext, useRevalidator } from "react-router"
import { failureOf } from "../problems.ts"

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

/** The router of this document, in the browser. */
let ofDocument: Pick<Router, "state"> | undefined

/**
 * Reads what a page shows. A page that is on screen already, with what was typed into it and what it still sends, does not make
 * way because the line is down for a moment: it stays as it is, and is read as soon as that can be done.
 * @param signal of the reading: another page has been asked for
 */
export async function readOnScreen<Data>(read: () => Promise<Data>, signal: AbortSignal): Promise<Data> {
  const isOnScreen = ofDocument?.state.navigation.state === "idle"
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!isOnScreen || signal.aborted || failureOf(error)?.status !== 0) throw error
      await new Promise((go) => setTimeout(go, 3000))
    }
  }
}

/** How a component has what is on screen read anew (`readAgain`), which is the one way to do it. */
export function useReadAgain(): () => Promise<void> {
  const router = useContext(RouterContext)?.router
  // oxlint-disable-next-line react-hooks/globals -- there is one, as long as the document lives
  if (!import.meta.env.SSR) ofDocument = router
  return useCallback(async () => router && readAgain(router), [router])
}

/** Is it being read anew? */
export function useIsReadAgain(): boolean {
  return useRevalidator().state === "loading"
}
