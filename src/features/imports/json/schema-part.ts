import { textOf } from "../reading/text.ts"

/** Does this part of an event say nothing but a date of the whole? */
export function isOnlyDate(part: { name?: unknown }, parent: { name?: unknown }): boolean {
  const name = textOf(part.name)
  return name === undefined || name === textOf(parent.name)
}
