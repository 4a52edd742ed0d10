import type { Api } from "../api.ts"
import type { AnswerTo } from "../api.ts"
import { browserApi } from "../browser-api.ts"
import type { Fields } from "./edit-values.ts"
import { forgetParted } from "./parted.ts"

type Draft = AnswerTo<"/api/me/drafts/{subject}/">

const path = "/api/me/drafts/{subject}/"
/** What a page that is being left may still send, in one go (bytes, of the 64 KB that browsers allow). */
const partingSize = 60_000

/** What the viewer was typing about a subject (`actor-new`, `event-42`) and has not saved; null when there is nothing. */
export async function draftOf(api: Api, subject: string): Promise<Draft> {
  return api.get(path, { subject })
}

/** What this page is keeping at this moment, by subject. */
const onTheirWay = new Map<string, Promise<unknown>>()
/** When what this window shows, or sent, was kept, by subject: in browsers alone, a server has no windows. */
const keptAt = new Map<string, string | undefined>()

/** Of these nothing is kept for the moment: what they hold is about to be replaced. */
const paused = new Set<string>()

/** What the forms of these hold is saved, or not wanted, and nothing has been typed into them since. */
const over = new Set<string>()

/** A form begins with a draft that was kept at a time, or without one. */
export function beginsWith(subject: string, saved: string | undefined): void {
  keptAt.set(subject, saved)
  paused.delete(subject)
  over.delete(subject)
}

/** Is what its form holds saved, or not wanted? */
export const isOver = (subject: string): boolean => over.has(subject)

/** Keeps nothing of a form until it begins anew, or until what is answered is called. */
export function pauseKeeping(subject: string): () => void {
  paused.add(subject)
  return () => paused.delete(subject)
}

/** Is nothing kept of it for the moment? */
export const isPaused = (subject: string): boolean => paused.has(subject)

/** Forgets it: it is not wanted. That it fails stands in nobody's way. */
export async function dropDraft(api: Api, subject: string): Promise<void> {
  await onTheirWay.get(subject) // what arrived after this would be a draft again
  if (!import.meta.env.SSR) forgetTyped(subject)
  await api.delete(path, undefined, { subject }).catch(() => {})
}

/** Forgets what was saved for good; what another window has kept since is another text. */
export async function dropSaved(api: Api, subject: string): Promise<void> {
  await onTheirWay.get(subject)
  if (!import.meta.env.SSR) forgetTyped(subject)
  const saved = keptAt.get(subject)
  if (keptAt.has(subject) && !saved) return // this window has kept nothing
  await api.delete(path, undefined, { subject, saved }).catch(() => {})
}

/** Keeps what a form holds now, as « Ajouter » does without script. */
export async function keepDraft(api: Api, subject: string, fields: Fields, version?: number): Promise<string> {
  const { saved } = await api.put(path, { fields, version: version ?? null }, { subject })
  if (!import.meta.env.SSR) {
    over.add(subject)
    heard(subject, saved)
  }
  return saved
}

/**
 * Keeps what a form holds while it is filled in, or left; answers when it was kept.
 * @param is.isParting the page is left
 * @param is.isHasty the document may be gone in a moment: it does not wait for what is on its way
 * @param is.size how long it is as text
 */
export async function keepTyped(
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
    // What was typed after it may still be on its way.
    if (onTheirWay.get(subject) === settled) heard(subject, saved)
    return saved
  } catch (error) {
    keptAt.delete(subject) // perhaps it arrived and its answer did not
    throw error
  }
}

/** In this window. */
function forgetTyped(subject: string) {
  over.add(subject)
  forgetParted(subject)
}

/** It is known to be kept. */
function heard(subject: string, saved: string) {
  keptAt.set(subject, saved)
  forgetParted(subject)
}
