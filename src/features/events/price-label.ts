import type { Event } from "./event.ts"

/** What the label of a price says beside its amount: nothing where it only repeats it, as many that were imported do (« 12 EUR »). */
export function labelOf({ label, amount }: Pick<Event["prices"][number], "label" | "amount">): string | null {
  const words = label?.replaceAll(/[\d\s.,€]|\beur(?:os?)?\b/gi, "")
  return words === "" && amount !== null ? null : label
}
