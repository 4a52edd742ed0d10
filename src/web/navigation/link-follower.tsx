import { lazy, Suspense, useEffect, useState } from "react"
import { useHref, useNavigate } from "react-router"
import { routerPath } from "./router-path.ts"

// Pages work without it: when it cannot be loaded, nothing is preloaded.
const ReadAhead = lazy(() => import("../speed/read-ahead.tsx").catch(() => ({ default: () => [] })))

/** Follows the links of all pages without loading a document, and preloads pages that the reader is interested in. */
export function LinkFollower() {
  const navigate = useNavigate()
  const home = useHref("/")
  const [isHere, setHere] = useState(false)

  useEffect(() => {
    const follow = (click: MouseEvent) => {
      const link = linkAt(click)
      if (!link) return
      if (isPartOfPage(link)) glide()
      const path = "link" in link.dataset && routerPath(link, home)
      if (!path) return
      click.preventDefault()
      void navigate(path, { replace: link.href === location.href, preventScrollReset: link.dataset.link === "stay" })
    }
    document.addEventListener("click", follow)
    return () => document.removeEventListener("click", follow)
  }, [navigate, home])
  // Preloading is itself loaded once the page is there.
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

/** Returns whether a link leads to a part of this very page. */
function isPartOfPage({ hash, pathname, search }: HTMLAnchorElement): boolean {
  return hash.length > 1 && pathname === location.pathname && search === location.search
}

/** Scrolls smoothly until the page stands still again; if it stayed on, every new page would scroll smoothly to its top. */
function glide(): void {
  const { dataset } = document.documentElement
  dataset.glides = ""
  const stand = () => {
    clearTimeout(timer)
    removeEventListener("scrollend", stand)
    delete dataset.glides
  }
  const timer = setTimeout(stand, 1500) // where the target is in place already, nothing scrolls and no event comes
  addEventListener("scrollend", stand)
}

/** Returns the link of a plain click; undefined when it opens a tab, a window or a file, or was handled already. */
function linkAt(click: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = click
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-link], a[href*='#']") : null
  const isHere = link && (!link.target || link.target === "_self") && !link.hasAttribute("download")
  return isHere && link.origin === location.origin ? link : undefined
}
