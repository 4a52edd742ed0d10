import { useEffect, useState } from "react"

/** How often the build that is served is asked for (milliseconds), and how long a reload keeps another away. */
const every = 60_000
export const reloadGuard = 10_000
const guardKey = "reloadedAt"

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">

/** May the page be loaded anew now? At most once in ten seconds, so that a build that keeps changing loops nobody. */
export function mayReload(storage: Storage, now: number): boolean {
  const last = Number(storage.getItem(guardKey) ?? Number.NaN)
  return !(Math.abs(now - last) < reloadGuard)
}

/** Remembers that the page is being loaded anew. */
export function noteReload(storage: Storage, now: number): void {
  storage.setItem(guardKey, String(now))
}

/** The address a press on a link leads to in this window, when a full load may take its place. */
export function leadsTo(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null
  if (!link || link.hasAttribute("download") || (link.target && link.target !== "_self")) return undefined
  const there = new URL(link.href, location.href)
  const isThisPage = there.pathname === location.pathname && there.search === location.search
  return there.origin === location.origin && !isThisPage ? there.href : undefined
}

/** Is another build served than the one this page was made with? The next press on a link is then a full load. */
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
    // Before the router hears of it: what is left is the browser's own way to follow a link.
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

/** Loads the page anew, in the build that is served now. */
export function reload(): void {
  noteReload(sessionStorage, Date.now())
  location.reload()
}
