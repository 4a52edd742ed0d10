import { partedAs } from "../session.ts"
import type { Edited } from "./edit-form.tsx"
import type { Fields } from "./edit-values.ts"

/** What a form held when its page was left, and nobody has heard yet whether it was kept. */
export type Parted = {
  subject: string
  username: string
  fields: Fields
  version: number | undefined
  /** When the draft before it was kept, as far as its page knew. */
  since: string | undefined
  /** What was sent last before it. */
  before: Fields
}

/** Notes what a form holds that is being left, for the page that comes after it: in this window, until it is closed. */
export function noteParted(parted: Parted): void {
  try {
    sessionStorage.setItem(partedAs, JSON.stringify(parted))
  } catch {
    // Where a browser keeps nothing, what is sent has to do.
  }
}

/** It was kept, or is not wanted any more. */
export function forgetParted(subject: string): void {
  if (noted()?.subject === subject) sessionStorage.removeItem(partedAs)
}

/**
 * What the viewer typed last in this window, if an editor began without it: the draft that came with the page is the one
 * from before. A draft that is neither that nor this was kept elsewhere since, and stays.
 */
export function missing({ subject, draft, saved }: Edited, username: string): Parted | undefined {
  const parted = noted()
  if (parted?.subject !== subject || parted.username !== username) return undefined
  if (isSame(parted.fields, saved)) return undefined // it was saved for good after all
  const isBefore = draft?.saved === parted.since || (draft !== null && isSame(draft.fields, parted.before))
  return isBefore && !(draft && isSame(draft.fields, parted.fields)) ? parted : undefined
}

function noted(): Parted | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(partedAs) ?? "null") ?? undefined
  } catch {
    return undefined
  }
}

/** Do they say the same, in whatever order? */
function isSame(one: Fields, other: Fields): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
