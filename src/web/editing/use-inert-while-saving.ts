import { type RefObject, useEffect, useRef } from "react"
import type { Outcome } from "./form.ts"

/**
 * Makes all of an editor but its bar inert while it is being saved: what was typed meanwhile would neither be saved nor shown on
 * the next page. A refused form can be edited again at once, with the focus where it was.
 * @param bar an element that is a child of the form
 */
export function useInertWhileSaving(
  bar: RefObject<HTMLElement | null>,
  { isBusy, outcome }: { isBusy: boolean; outcome: Outcome | undefined },
): void {
  /** The outcome before this save: another one means that it was answered. */
  const before = useRef(outcome)
  useEffect(() => {
    if (!isBusy) before.current = outcome
    if (!isBusy || before.current !== outcome || !bar.current?.parentElement) return
    const parts = [...bar.current.parentElement.children].filter(
      (part): part is HTMLElement => part instanceof HTMLElement && part !== bar.current,
    )
    const focused = document.activeElement
    for (const part of parts) part.inert = true
    return () => {
      for (const part of parts) part.inert = false
      const isLost = document.activeElement === document.body || document.activeElement === null
      if (isLost && focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
    }
  }, [bar, isBusy, outcome])
}
