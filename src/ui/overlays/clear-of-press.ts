import { type RefObject, useEffect } from "react"
import { controls } from "./controls.ts"

/** The errors of a form: its summary, its fields and the messages beside them. */
const wrongs = "[aria-invalid='true'], .note--error, .field .error"

/**
 * Moves toasts to the other end of the screen (`data-at="top"`) when they would cover the control pressed last, the focus, or the
 * errors of a form; where both ends would, to the end that covers less.
 */
export function useClearOfPress(region: RefObject<HTMLElement | null>, pressed: RefObject<Element | null>): void {
  useEffect(() => {
    const element = region.current
    if (!element) return undefined
    /** Returns how much is covered; a pressed or focused control counts before any error. */
    const covered = () => {
      const focused = document.activeElement?.closest(controls) ?? null
      const count = (all: Iterable<Element | null>) =>
        [...all].filter((one) => one?.isConnected && !element.contains(one) && covers(element, one)).length
      return 1000 * count([pressed.current, focused]) + count(document.querySelectorAll(wrongs))
    }
    const turn = () => {
      if (element.dataset.at === "top") delete element.dataset.at
      else element.dataset.at = "top"
    }
    const place = () => {
      if (element.offsetHeight === 0) {
        delete element.dataset.at
        return
      }
      // The pressed control disappeared with its screen: at the top the toasts would cover the beginning of the next one.
      const isFree =
        element.dataset.at === "top" && !pressed.current?.isConnected && !element.contains(document.activeElement)
      const here = covered()
      if (here === 0 && !isFree) return
      turn()
      const there = covered()
      if (there > here || (there === here && !isFree)) turn()
    }
    // A focused element is scrolled into view just after the event.
    const focused = () => requestAnimationFrame(place)
    const watch = new ResizeObserver(place)
    watch.observe(element)
    document.addEventListener("focusin", focused, { passive: true })
    return () => {
      watch.disconnect()
      document.removeEventListener("focusin", focused)
    }
  }, [region, pressed])
}

function covers(over: Element, under: Element): boolean {
  const [a, b] = [over.getBoundingClientRect(), under.getBoundingClientRect()]
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
