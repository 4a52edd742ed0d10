import type { Api } from "../api.ts"
import type { AnswerTo } from "../api.ts"
import { browserApi } from "../api/browser-api.ts"
import type { Fields } from "./edit-values.ts"
import { forgetLeftForm } from "./left-form.ts"

type Draft = AnswerTo<"/api/me/drafts/{subject}/">

const path = "/api/me/drafts/{subject}/"
/** Largest body that a page can send while it is being left (bytes, of the 64 KB that browsers allow). */
const partingSize = 60_000

/** Reads the viewer's draft, the unsaved typing about a subject (`actor-new`, `event-42`); null when there is none. */
export async function draftOf(api: Api, subject: string): Promise<Draft> {
  return api.get(path, { subject })
}

/** Drafts being sent by this page, by subject. */
const onTheirWay = new Map<string, Promise<unknown>>()
/** When the draft that this window shows or sent was stored, by subject. Only in browsers, since a server has no windows. */
const keptAt = new Map<string, string | undefined>()

/** Subjects whose drafts are not sent for the moment, because their form is about to be replaced. */
const paused = new Set<string>()

/** Subjects whose form was saved or discarded, and has not been typed into since. */
const over = new Set<string>()

/** Starts a form with a draft stored at a given time, or without one. */
export function startDraft(subject: string, saved: string | undefined): void {
  keptAt.set(subject, saved)
  paused.delete(subject)
  over.delete(subject)
}

/** Returns whether the content of a form was saved or discarded. */
export const isSettled = (subject: string): boolean => over.has(subject)

/** Stops sending drafts of a form until it starts anew, or until the returned function is called. */
export function pauseDrafts(subject: string): () => void {
  paused.add(subject)
  return () => paused.delete(subject)
}

/** Returns whether drafts of a form are not sent for the moment. */
export const areDraftsPaused = (subject: string): boolean => paused.has(subject)

/** Deletes a discarded draft. A failure is ignored. */
export async function dropDraft(api: Api, subject: string): Promise<void> {
  await onTheirWay.get(subject) // a draft that arrived after the deletion would exist again
  if (!import.meta.env.SSR) forgetTyped(subject)
  await api.delete(path, undefined, { subject }).catch(() => {})
}

/** Deletes a draft that was saved for good, unless another window has stored another one since. */
export async function dropSaved(api: Api, subject: string): Promise<void> {
  await onTheirWay.get(subject)
  if (!import.meta.env.SSR) forgetTyped(subject)
  const saved = keptAt.get(subject)
  if (keptAt.has(subject) && !saved) return // this window has stored nothing
  await api.delete(path, undefined, { subject, saved }).catch(() => {})
}

/** Stores a form as a draft, as « Ajouter » does without script. Returns when it was stored. */
export async function storeDraft(api: Api, subject: string, fields: Fields, version?: number): Promise<string> {
  const { saved } = await api.put(path, { fields, version: version ?? null }, { subject })
  if (!import.meta.env.SSR) {
    over.add(subject)
    heard(subject, saved)
  }
  return saved
}

/**
 * Stores a form as a draft while it is filled in, or left; returns when it was stored.
 * @param is.isParting whether the page is being left
 * @param is.isHasty whether the document may be gone in a moment, so that drafts being sent are not waited for
 * @param is.size length of the fields as text
 */
export async function storeTyping(
  subject: string,
  fields: Fields,
  is: { version: number | undefined; isParting: boolean; isHasty: boolean; size: number },
): Promise<string> {
  over.delete(subject)
  const body = { fields, version: is.version ?? null }
  const send = () => browserApi.put(path, body, { subject }, { isParting: is.isParting && is.size < partingSize })
  const before = onTheirWay.get(subject)
  const sent = before && !is.isHasty ? before.then(send) : send()
  const settled = Promise.allSettled([before, sent])
  onTheirWay.set(subject, settled)
  void settled.then(() => onTheirWay.get(subject) === settled && onTheirWay.delete(subject))
  try {
    const { saved } = await sent
    // A later draft may still be on its way.
    if (onTheirWay.get(subject) === settled) heard(subject, saved)
    return saved
  } catch (error) {
    keptAt.delete(subject) // it may have arrived although its answer did not
    throw error
  }
}

/** Forgets the typing in this window. */
function forgetTyped(subject: string) {
  over.add(subject)
  forgetLeftForm(subject)
}

/** Records that a draft is known to be stored. */
function heard(subject: string, saved: string) {
  keptAt.set(subject, saved)
  forgetLeftForm(subject)
}
