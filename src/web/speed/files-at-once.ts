import { useContext, useEffect } from "react"
import { matchRoutes, UNSAFE_DataRouterContext as RouterContext } from "react-router"

/** The router's list of all screens; it omits what the first page has loaded (scripts/vite/router-manifest.ts). */
// oxlint-disable-next-line eslint/no-underscore-dangle -- its name
declare const __reactRouterManifest: { routes: Record<string, { imports?: string[] } | undefined> }

/**
 * Requests all files of the page being navigated to at once. Otherwise the browser finds them one after another, in six rounds
 * for an editor, and its messages after the last of them; here each module runs as soon as it arrives, so that messages are
 * requested meanwhile. The gain is measured in docs/performance.md.
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
        // A missing file is reported by the page itself.
        import(/* @vite-ignore */ file).catch(() => {})
    }
    // A link may have been pressed before this was loaded.
    ask(router.state)
    return router.subscribe(ask)
  }, [router])
}
