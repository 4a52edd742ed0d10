import { useEffect, useState } from "react"
import { mayReload, noteReload } from "#lib/reload.ts"

export { mayReload, noteReload, reload, reloadGuard } from "#lib/reload.ts"

/** Milliseconds between checks for another build. */
const every = 60_000

/** Returns the target of a click on a link in this window, when a full load may replace the navigation. */
export function leadsTo(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null
  if (!link || link.hasAttribute("download") || (link.target && link.target !== "_self")) return undefined
  const there = new URL(link.href, location.href)
  const isThisPage = there.pathname === location.pathname && there.search === location.search
  return there.origin === location.origin && !isThisPage ? there.href : undefined
}

/** Returns whether the server has another build than this page. The next press on a link is then a full load. */
export function useNewBuild(current: string | undefined): boolean {
  const [isNew, setNew] = useState(false)

  useEffect(() => {
    if (!current || isNew) return
    const ask = async () => {
      if (document.visibilityState === "hidden") return
      const latest = await fetch("/builds/latest.json", { cache: "no-store" })
        .then((answer) => (answer.ok ? answer.json() : undefined))
        .catch(() => undefined)
      if (typeof latest?.version === "string" && latest.version !== current) setNew(true)
    }
    const timer = setInterval(ask, every)
    document.addEventListener("visibilitychange", ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", ask)
    }
  }, [current, isNew])

  useEffect(() => {
    if (!isNew) return
    // Before the router handles it, so that the browser follows the link itself.
    const follow = (event: MouseEvent) => {
      if (!leadsTo(event) || !mayReload(sessionStorage, Date.now())) return
      noteReload(sessionStorage, Date.now())
      event.stopImmediatePropagation()
    }
    addEventListener("click", follow, { capture: true })
    return () => removeEventListener("click", follow, { capture: true })
  }, [isNew])

  return isNew
}
