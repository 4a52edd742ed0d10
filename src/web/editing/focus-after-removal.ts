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
      const parent = removed.parentElement
      const titles = [...document.querySelectorAll<HTMLElement>("main :is(h1,h2,h3,legend)")].filter(
        (title) => title.compareDocumentPosition(removed) === Node.DOCUMENT_POSITION_FOLLOWING,
      )
      // By then the effects of this rendering have run, which may know a better place.
      requestAnimationFrame(() =>
        setTimeout(() => {
          if (document.activeElement !== document.body) return
          const around = parent?.isConnected ? parent : document
          const place = replacementIn(around, removed) ?? titles.findLast((one) => one.checkVisibility())
          if (place && place.tabIndex < 0) place.tabIndex = -1
          place?.focus({ preventScroll: true })
        }),
      )
    }
  }, [part])
}

/** Finds the submit button of the only form with the same name. Next to a removed row, forms are about something else. */
function replacementIn(around: ParentNode, removed: HTMLElement): HTMLElement | null | undefined {
  const name = nameOf(removed)
  if (!name || removed.closest("li")) return
  const [same, ...others] = [...around.querySelectorAll("form")].filter((form) => nameOf(form) === name)
  return others.length === 0 ? same?.querySelector<HTMLElement>("[type=submit]:not(.vh)") : undefined
}

/** Returns the name of a form (form-parts.tsx); undefined for another element. */
const nameOf = (form: Element) => form.querySelector<HTMLInputElement>("input[name=form]")?.value
