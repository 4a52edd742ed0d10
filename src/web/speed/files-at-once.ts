import { useContext, useEffect } from "react"
import { matchRoutes, UNSAFE_DataRouterContext as RouterContext } from "react-router"

/** The router's list of all screens; it leaves out what the first page has loaded (scripts/router-manifest.ts). */
// oxlint-disable-next-line eslint/no-underscore-dangle -- its name
declare const __reactRouterManifest: { routes: Record<string, { imports?: string[] } | undefined> }

/**
 * Asks for all files of the page one is on the way to at once. Left to itself the browser finds them one behind the other, in
 * six rounds for an editor, and its words after the last of them; here each is run as soon as it is there, so that words are
 * asked for meanwhile. What it gains is told in docs/performance.md.
 */
export function useFilesAtOnce(): void {
  const router = useContext(RouterContext)?.router
  useEffect(() => {
    if (!router) return
    let before: unknown
    const ask = ({ navigation: { location } }: typeof router.state) => {
      if (!location || location === before) return
      before = location
      const matches = matchRoutes(router.routes, location, router.basename) ?? []
      for (const file of matches.flatMap(({ route }) => __reactRouterManifest.routes[route.id ?? ""]?.imports ?? []))
        // One that is missing is missed by the page itself, which says so.
        import(/* @vite-ignore */ file).catch(() => {})
    }
    // A link may have been pressed before this was there.
    ask(router.state)
    return router.subscribe(ask)
  }, [router])
}
