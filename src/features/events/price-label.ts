import type { Event } from "./event.ts"

/** Returns the label of a price; null when it only repeats the amount, as many imported ones do (« 12 EUR »). */
export function labelOf({ label, amount }: Pick<Event["prices"][number], "label" | "amount">): string | null {
  const words = label?.replaceAll(/[\d\s.,€]|\beur(?:os?)?\b/gi, "")
  return words === "" && amount !== null ? null : label
}
