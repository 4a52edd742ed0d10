import { lazy, Suspense, useEffect, useState } from "react"
import { useHref, useNavigate } from "react-router"
import { pathIn } from "./path-in.ts"

// A page is whole without it: when it cannot be loaded, nothing is read ahead.
const ReadAhead = lazy(() => import("../speed/read-ahead.tsx").catch(() => ({ default: () => [] })))

/** Follows the links of all pages without loading a document, and reads ahead what somebody is interested in. */
export function LinkFollower() {
  const navigate = useNavigate()
  const home = useHref("/")
  const [isHere, setHere] = useState(false)

  useEffect(() => {
    const follow = (click: MouseEvent) => {
      const link = linkAt(click)
      if (!link) return
      if (isPartOfPage(link)) glide()
      const path = "link" in link.dataset && pathIn(link, home)
      if (!path) return
      click.preventDefault()
      void navigate(path, { replace: link.href === location.href, preventScrollReset: link.dataset.link === "stay" })
    }
    document.addEventListener("click", follow)
    return () => document.removeEventListener("click", follow)
  }, [navigate, home])
  // Reading ahead is loaded once the page is there.
  useEffect(() => {
    const timer = setTimeout(setHere, 0, true)
    return () => clearTimeout(timer)
  }, [])

  return (
    isHere && (
      <Suspense>
        <ReadAhead home={home} />
      </Suspense>
    )
  )
}

/** Does it lead to a part of this very page? */
function isPartOfPage({ hash, pathname, search }: HTMLAnchorElement): boolean {
  return hash.length > 1 && pathname === location.pathname && search === location.search
}

/** Until the page stands again, it glides to where it is sent; without it, it would slide whenever another page begins. */
function glide(): void {
  const { dataset } = document.documentElement
  dataset.glides = ""
  const stand = () => {
    clearTimeout(timer)
    removeEventListener("scrollend", stand)
    delete dataset.glides
  }
  const timer = setTimeout(stand, 1500) // where one is already, nothing scrolls and nothing ends
  addEventListener("scrollend", stand)
}

/** The link that a plain click is on; nothing when it asks for a tab, a window or a file, or was answered already. */
function linkAt(click: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = click
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-link], a[href*='#']") : null
  const isHere = link && (!link.target || link.target === "_self") && !link.hasAttribute("download")
  return isHere && link.origin === location.origin ? link : undefined
}
