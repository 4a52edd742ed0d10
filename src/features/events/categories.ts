/** Event categories in the order of the design. */
export const categories = [
  "music",
  "theatre",
  "dance",
  "exhibition",
  "film",
  "talk",
  "circus",
  "workshop",
  "young",
  "party",
  "other",
] as const
export type Category = (typeof categories)[number]

/** Tells whether a value is an event category. */
export function isCategory(value: unknown): value is Category {
  return categories.includes(value as Category)
}
