import { type RefObject, useEffect, useRef } from "react"

/**
 * Keeps the focus near the pressed control: when that control was replaced and the focus was lost with it, `place` returns the
 * element to focus. Otherwise the next Tab would begin at the top of the page.
 */
export function useFocusRecovery(
  part: RefObject<HTMLElement | null>,
  place: (part: HTMLElement) => HTMLElement | null,
): void {
  const pressed = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const note = ({ target }: Event) => {
      pressed.current = (target as Element).closest<HTMLElement>("a, button") ?? undefined
    }
    const element = part.current
    element?.addEventListener("click", note, { capture: true })
    return () => element?.removeEventListener("click", note, { capture: true })
  }, [part])
  useEffect(() => {
    if (!part.current || !pressed.current || pressed.current.isConnected) return
    pressed.current = undefined
    if (document.activeElement !== document.body) return
    const next = place(part.current)
    if (!next) return
    if (next.tabIndex < 0) next.tabIndex = -1
    next.focus({ preventScroll: true })
    // The new element may be a mere progress indicator, which will be replaced too.
    pressed.current = next
  })
}
