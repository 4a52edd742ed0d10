import { type RefObject, useEffect } from "react"

const bars = new Set<HTMLElement>()

/**
 * Says that something stands over the foot of the screen while it is there. Notices keep above the highest of them, and
 * what has the focus is scrolled clear of it: both read `--foot`, which tokens.css guesses until it is measured here.
 */
export function useFootBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    bars.add(element)
    // Also tells when a style sheet for another width moves it or takes it away: each is as wide as the window.
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => {
      bars.delete(element)
      watch.disconnect()
      measure()
    }
  }, [bar])
}

function measure(): void {
  const heights = [...bars].map((bar) => {
    const { top, height } = bar.getBoundingClientRect()
    return height > 0 ? innerHeight - top : 0
  })
  const foot = `${Math.round(Math.max(0, ...heights))}px`
  // Written only where it was guessed wrongly: everything below the root would be styled anew.
  const root = document.documentElement
  if (getComputedStyle(root).getPropertyValue("--foot") !== foot) root.style.setProperty("--foot", foot)
}
