import { type RefObject, useEffect } from "react"

/**
 * Keeps the current entry of a row in view where the row is wider than the screen: the row scrolls, the page does not.
 * @param row the scrolling element; its current entry has `aria-current` or `aria-selected`
 * @param current changes when another entry becomes the current one
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: string | undefined): void {
  useEffect(() => {
    if (current !== undefined && row.current) bringCurrentIntoView(row.current)
  }, [row, current])
}

function bringCurrentIntoView(row: HTMLElement) {
  const entry = row.querySelector("[aria-current], [aria-selected='true']")
  if (!entry) return
  const [around, own] = [row.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (own.left >= around.left && own.right <= around.right) return
  row.scrollBy({ left: own.left - around.left - (around.width - own.width) / 2, behavior: "instant" })
}
