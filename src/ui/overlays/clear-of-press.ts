import { type RefObject, useEffect } from "react"

const controls = "a, button, input, select, textarea, label, summary, [role='button'], [contenteditable]"

/**
 * Moves notices to the other end of the screen when they would cover what was pressed last, or what has the focus: the first
 * field that is wrong, say (`data-at="top"`).
 */
export function useClearOfPress(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current
    if (!element) return undefined
    let pressed: Element | null = null
    const note = ({ target }: Event) => {
      const control = target instanceof Element ? target.closest(controls) : null
      if (control && !element.contains(control)) pressed = control
    }
    // Enter in a field presses the button of its form.
    const sent = ({ submitter }: SubmitEvent) => {
      if (submitter) pressed = submitter
    }
    const isInTheWay = () => {
      const focused = document.activeElement?.closest(controls) ?? null
      return [pressed, focused].some((one) => one?.isConnected && !element.contains(one) && covers(element, one))
    }
    // Notices are loaded when there is one: what stands there has a size only then.
    const place = () => {
      if (element.offsetHeight === 0) delete element.dataset.at
      else if (element.dataset.at === undefined && isInTheWay()) element.dataset.at = "top"
      else if (element.dataset.at === "top" && !pressed?.isConnected && !element.contains(document.activeElement)) {
        // What was pressed went with its screen: at the top it would cover how the next one begins.
        delete element.dataset.at
        if (isInTheWay()) element.dataset.at = "top"
      }
    }
    // What takes the focus comes into view just after.
    const focused = () => requestAnimationFrame(place)
    const watch = new ResizeObserver(place)
    watch.observe(element)
    document.addEventListener("pointerdown", note, { capture: true, passive: true })
    document.addEventListener("keydown", note, { capture: true, passive: true })
    document.addEventListener("submit", sent, { capture: true })
    document.addEventListener("focusin", focused, { passive: true })
    return () => {
      watch.disconnect()
      document.removeEventListener("pointerdown", note, { capture: true })
      document.removeEventListener("keydown", note, { capture: true })
      document.removeEventListener("submit", sent, { capture: true })
      document.removeEventListener("focusin", focused)
    }
  }, [region])
}

function covers(over: Element, under: Element): boolean {
  const [a, b] = [over.getBoundingClientRect(), under.getBoundingClientRect()]
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
