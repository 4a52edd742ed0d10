import { useCallback, useContext } from "react"
// oxlint-disable-next-line no-restricted-imports -- here alone
import { UNSAFE_DataRouterContext as RouterContext, useRevalidator } from "react-router"
import { failureOf } from "../api/problems.ts"

type State = { navigation: { state: string }; fetchers: ReadonlyMap<string, { state: string }> }
/** The part of React Router's API that is used here. */
type Router = {
  readonly state: State
  subscribe(heard: (state: State) => void): () => void
  revalidate(): Promise<void>
}

/** The revalidation that waits for its turn, by router. */
const waiting = new WeakMap<Router, Promise<void>>()

/**
 * Revalidates the data on screen once no navigation or fetcher is active. Otherwise React Router would let the revalidation
 * supersede a form sent before, and not follow its redirect, nor keep the scroll position of a list being loaded. Simultaneous
 * requests share one revalidation.
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
 * Reads the data of a page. A page that is on screen, with unsaved input and writes in progress, is not replaced because the
 * connection or the server is down for a moment: it stays as it is, and is read as soon as possible.
 * @param signal aborted when another page is requested
 */
export async function readOnScreen<Data>(read: () => Promise<Data>, signal: AbortSignal): Promise<Data> {
  const isOnScreen = ofDocument?.state.navigation.state === "idle"
  for (;;) {
    try {
      return await read()
    } catch (error) {
      // No answer (0), or that of a proxy or of a server that is being restarted.
      const { status = 1 } = failureOf(error) ?? {}
      if (!isOnScreen || signal.aborted || (status && status < 502)) throw error
      await new Promise((go) => setTimeout(go, 3000))
    }
  }
}

/** Returns the function with which a component revalidates the data on screen (`readAgain`); it is the only way to do so. */
export function useReadAgain(): () => Promise<void> {
  const router = useContext(RouterContext)?.router
  // oxlint-disable-next-line react-hooks/globals -- there is one, as long as the document lives
  if (!import.meta.env.SSR) ofDocument = router
  return useCallback(async () => router && readAgain(router), [router])
}

/** Returns whether the data on screen are being revalidated. */
export function useIsReadAgain(): boolean {
  return useRevalidator().state === "loading"
}
