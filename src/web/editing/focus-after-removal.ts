import { type RefObject, useLayoutEffect } from "react"

/**
 * Moves the focus on when it disappears with a part of the page, such as a removed row or a form that is replaced: to the form
 * that takes its place, otherwise to the title above it. Otherwise a screen reader would begin again at the top of the page.
 */
export function useFocusAfterRemoval(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const removed = part.current
    return () => {
      // A dialog returns the focus to the control that opened it.
      if (!removed?.contains(document.activeElement) || removed.closest("dialog, [role$=dialog]")) return
      const around = ancestorsOf(removed)
      const titles = titlesAbove(removed)
      // By then the effects of this rendering have run, which may know a better place.
      requestAnimationFrame(() =>
        setTimeout(() => {
          if (document.activeElement !== document.body) return
          const place = replacementOf(removed, around) ?? titles.findLast((one) => one.checkVisibility())
          if (place && place.tabIndex < 0) place.tabIndex = -1
          place?.focus({ preventScroll: true })
        }),
      )
    }
  }, [part])
}

/** Lists the elements around an element, the innermost first. */
function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement: parent } = element
  return parent ? [parent, ...ancestorsOf(parent)] : []
}

/** Lists the titles above an element, from the top of the page. */
function titlesAbove(element: HTMLElement): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("main :is(h1,h2,h3,legend)")].filter(
    (title) => title.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING,
  )
}

function replacementOf(removed: HTMLElement, around: readonly HTMLElement[]): HTMLElement | null | undefined {
  // Next to a removed row there are others, whose forms are about something else.
  if ([removed, ...around].some((one) => one.tagName === "LI" && !one.isConnected)) return
  const name = nameOf(removed)
  const place = around.find(({ isConnected }) => isConnected)
  if (name === undefined || !place) return
  const same = [...place.querySelectorAll("form")].filter((form) => nameOf(form) === name)
  return same.length === 1 ? same[0]?.querySelector<HTMLElement>("[type=submit]:not(.vh)") : undefined
}

/** Returns the name of a form (form-parts.tsx); undefined for another element. */
const nameOf = (form: Element) => form.querySelector<HTMLInputElement>("input[name=form]")?.value
