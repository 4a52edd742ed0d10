import { useEffect, useLayoutEffect, useRef } from "react"
import { useLocation } from "react-router"

// The path of the last page arrived at in this document. Not a ref, because an error page has a frame of its own.
let arrivedAt: string | undefined

/** After a change of page, focuses its title and announces its name. A search or a tab is not another page. */
export function Arrival() {
  const { pathname, hash } = useLocation()
  const said = useRef<HTMLParagraphElement>(null)

  useLayoutEffect(() => {
    if (arrivedAt !== undefined && arrivedAt !== pathname) fadeUp()
  }, [pathname])
  useEffect(() => {
    const isAnother = arrivedAt !== undefined && arrivedAt !== pathname
    arrivedAt = pathname
    if (!isAnother) return
    if (said.current) said.current.textContent = document.title
    const title = document.querySelector<HTMLElement>("main h1")
    if (!title) return
    if (!title.hasAttribute("tabindex")) title.tabIndex = -1
    title.focus({ preventScroll: true })
  }, [pathname])
  useEffect(() => {
    // An address whose hash names a field focuses it, after the title.
    const field = hash ? document.getElementById(hash.slice(1)) : null
    if (field instanceof HTMLInputElement) field.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- again on another page with the same hash
  }, [pathname, hash])

  return <p className="vh" role="status" ref={said} />
}

/**
 * Fades another page in at its own place, for readers who want motion. Not with view transitions: while one runs nothing can be
 * pressed, and each that a quick reader interrupts logs an error to the console.
 */
function fadeUp(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return
  document.querySelector("main")?.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 220, easing: "ease-out" })
}
