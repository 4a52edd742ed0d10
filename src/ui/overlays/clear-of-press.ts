import { type RefObject, useEffect } from "react"

const controls = "a, button, input, select, textarea, label, summary, [role='button'], [contenteditable]"
/** What is wrong with a form: its summary, its fields and what is said beside them. */
const wrongs = "[aria-invalid='true'], .note--error, .field .error"

/**
 * Moves notices to the other end of the screen (`data-at="top"`) when they would cover what was pressed last, what has the
 * focus, or what a form says is wrong; where both ends would, to the one that covers less.
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
    /** How much is covered: what was pressed or has the focus before whatever is wrong. */
    const covered = () => {
      const focused = document.activeElement?.closest(controls) ?? null
      const count = (all: Iterable<Element | null>) =>
        [...all].filter((one) => one?.isConnected && !element.contains(one) && covers(element, one)).length
      return 1000 * count([pressed, focused]) + count(document.querySelectorAll(wrongs))
    }
    const turn = () => {
      if (element.dataset.at === "top") delete element.dataset.at
      else element.dataset.at = "top"
    }
    // Notices are loaded when there is one: what stands there has a size only then.
    const place = () => {
      if (element.offsetHeight === 0) {
        delete element.dataset.at
        return
      }
      // What was pressed went with its screen: at the top it would cover how the next one begins.
      const isFree = element.dataset.at === "top" && !pressed?.isConnected && !element.contains(document.activeElement)
      const here = covered()
      if (here === 0 && !isFree) return
      turn()
      const there = covered()
      if (there > here || (there === here && !isFree)) turn()
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
