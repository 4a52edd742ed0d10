import { textOf } from "../reading/text.ts"

/** Whether this part of an event is only a date of its parent. */
export function isOnlyDate(part: { name?: unknown }, parent: { name?: unknown }): boolean {
  const name = textOf(part.name)
  return name === undefined || name === textOf(parent.name)
}
