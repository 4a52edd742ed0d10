import { type RefObject, useEffect } from "react"

const bars = new Set<HTMLElement>()

/**
 * Registers an element that covers the bottom of the screen while it is mounted. Toasts stay above the highest of them, and
 * focused elements are scrolled clear of it: both read `--foot`, which tokens.css estimates until it is measured here.
 */
export function useFootBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    bars.add(element)
    // Also fires when a media query moves or removes the bar, since each bar is as wide as the window.
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
  // Written only where the estimate was wrong, because a change restyles everything below the root.
  const root = document.documentElement
  if (getComputedStyle(root).getPropertyValue("--foot") !== foot) root.style.setProperty("--foot", foot)
}
