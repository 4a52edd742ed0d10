import { leftFormKey } from "../session/session.ts"
import type { Edited } from "./edit-form.tsx"
import type { Fields } from "./edit-values.ts"

/** The content of a form when its page was left, before it was known whether its draft was stored. */
export type LeftForm = {
  subject: string
  username: string
  fields: Fields
  version: number | undefined
  /** When the previous draft was stored, as far as the page knew. */
  since: string | undefined
  /** The fields that were sent before these. */
  before: Fields
}

/** Remembers the content of a form that is being left, for the next page in this window, until the window is closed. */
export function rememberLeftForm(parted: LeftForm): void {
  try {
    sessionStorage.setItem(leftFormKey, JSON.stringify(parted))
  } catch {
    // If the browser blocks storage, the draft that was sent has to suffice.
  }
}

/** Forgets a remembered form, because its draft was stored or discarded. */
export function forgetLeftForm(subject: string): void {
  if (noted()?.subject === subject) sessionStorage.removeItem(leftFormKey)
}

/**
 * Returns what the viewer typed last in this window, if an editor started without it because the draft that came with the page is
 * the previous one. Undefined for any other draft, which was stored elsewhere since.
 */
export function missingInput({ subject, draft, saved }: Edited, username: string): LeftForm | undefined {
  const parted = noted()
  if (parted?.subject !== subject || parted.username !== username) return undefined
  if (isSame(parted.fields, saved)) return undefined // it was saved for good after all
  const isBefore = draft?.saved === parted.since || (draft !== null && isSame(draft.fields, parted.before))
  return isBefore && !(draft && isSame(draft.fields, parted.fields)) ? parted : undefined
}

function noted(): LeftForm | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(leftFormKey) ?? "null") ?? undefined
  } catch {
    return undefined
  }
}

/** Returns whether two sets of fields are equal, in any order. */
function isSame(one: Fields, other: Fields): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
