import { useEffect, useState } from "react"
import { PrefetchPageLinks, useHref, useNavigate } from "react-router"
import { preload } from "./browser-api.ts"
import { dataOf, isWorthPreloading, watchInterest } from "./preload.ts"

/** Pages whose scripts are kept ready. */
const mostWanted = 10

/** Follows the links of all pages without loading a document, and reads ahead what somebody is interested in. */
export function LinkFollower() {
  const navigate = useNavigate()
  const home = useHref("/")
  const [wanted, setWanted] = useState<readonly string[]>([])

  useEffect(() => {
    const follow = (click: MouseEvent) => {
      const link = linkAt(click)
      const path = link && pathIn(link, home)
      if (!path) return
      click.preventDefault()
      void navigate(path, {
        replace: link.href === location.href,
        preventScrollReset: link.dataset.link === "stay",
      })
    }
    document.addEventListener("click", follow)
    return () => document.removeEventListener("click", follow)
  }, [navigate, home])

  useEffect(
    () =>
      watchInterest((link) => {
        const path = pathIn(link, home)
        if (!path || !isWorthPreloading((navigator as { connection?: { saveData?: boolean } }).connection)) return
        setWanted((before) =>
          before.includes(link.pathname) ? before : [...before.slice(1 - mostWanted), link.pathname],
        )
        const data = dataOf(path)
        if (data) void preload(data)
      }),
    [home],
  )

  return wanted.map((page) => <PrefetchPageLinks key={page} page={page} />)
}

/** The link that a plain click is on; nothing when it asks for a tab, a window or a file, or was answered already. */
function linkAt(click: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = click
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-link]") : null
  const isHere = link && (!link.target || link.target === "_self") && !link.hasAttribute("download")
  return isHere && link.origin === location.origin ? link : undefined
}

/** The path of a link as the router takes it, without its basename; nothing when it leads into another language. */
function pathIn({ pathname, search, hash }: HTMLAnchorElement, home: string): string | undefined {
  const base = home === "/" ? "" : home
  if (base && pathname !== base && !pathname.startsWith(`${base}/`)) return undefined
  return (pathname.slice(base.length) || "/") + search + hash
}
