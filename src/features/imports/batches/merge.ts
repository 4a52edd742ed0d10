// How a changed record is merged with the stored event: changes of the source are written where nobody changed the event here.
import { createHash } from "node:crypto"
import { mostOccurrences } from "#features/events/dates/occurrence-window.ts"
import { storedOccurrences } from "#features/events/dates/occurrences.ts"
import type { EventDraft, OccurrenceDraft } from "#features/events/draft.ts"
import type { Event } from "#features/events/event.ts"
import type { Language, Translated } from "#i18n/languages.ts"

/** A date of a record, in seconds: start, end, whether it is cancelled, and its original start if it was moved. */
type ImportedDate = [start: number, end: number | null, isCancelled: 0 | 1, origin: number | null]
/** What a record contained at its last import: the value of each field, or a digest of a long value. */
export type Imported = { fields: Record<string, string>; dates: ImportedDate[] }

/** The event as it is stored here. */
export type StoredEvent = {
  language: Language
  timezone: string
  all_day: boolean
  dates: OccurrenceDraft[]
  /** The fields that people changed here, by their names in the log of changes. */
  changed: string[]
  /** Undefined when the event is not public. */
  event: Event | undefined
}

/** Fields that are compared and written together. */
const fields = {
  title: ["title"],
  summary: ["summary"],
  description: ["description"],
  category: ["category"],
  tags: ["tags"],
  timezone: ["timezone"],
  all_day: ["all_day"],
  recurrence: ["recurrence"],
  doors: ["doors_minutes"],
  status: ["status", "status_reason"],
  mode: ["mode"],
  online_url: ["online_url"],
  place: ["place_id", "location"],
  lineup: ["lineup"],
  prices: ["prices"],
  ticket_url: ["ticket_url"],
  capacity: ["capacity"],
  age: ["age_min", "age_max"],
  languages: ["languages"],
  access: ["access"],
} as const satisfies Record<string, (keyof EventDraft)[]>
type Field = keyof typeof fields

/** Fields that have another name in the log of changes. */
const fieldsOfLog: Record<string, Field> = { location: "place", room: "place", status_reason: "status" }
/** Names in the log of changes that concern the dates. */
const datesOfLog = ["occurrences", "start", "end", "recurrence", "timezone", "all_day"]
/** Fields whose change replaces all dates. */
const rules = new Set<string>(["recurrence", "timezone", "all_day"])

/** Returns the values of a record, to be compared with those of its next import. */
export function importedOf(draft: EventDraft): Imported {
  const said = Object.keys(fields).flatMap((field) => {
    const value = saidOf(draft, field as Field)
    return value === undefined ? [] : [[field, value] as const]
  })
  const dates = storedOccurrences(draft.occurrences, draft.timezone, draft.all_day ?? false)
  return { fields: Object.fromEntries(said), dates: dates.map(stampOf) }
}

/**
 * Merges a record with the stored event: the draft has what the source changed since the last import and nobody changed here.
 * Fields that both changed stay as they are here, and are listed in `clashes`. Without `imported`, all changes made here stay.
 * `draft` is undefined when there is nothing to write.
 */
export function mergeRecord<Draft extends EventDraft>(
  given: Draft,
  imported: Imported | null,
  here: StoredEvent,
): { draft: Draft | undefined; clashes: string[]; imported: Imported } {
  const changed = new Set(here.changed.map((name) => fieldsOfLog[name] ?? name))
  const draft = { ...given }
  if (["language", "title", "summary", "description"].some((name) => changed.has(name))) keepLanguage(draft, here)
  const said = importedOf(draft)
  if (!imported && changed.size === 0) return { draft, clashes: [], imported: said }

  const clashes = new Set<string>()
  const written = new Set<Field>()
  for (const field of Object.keys(fields) as Field[]) {
    const value = said.fields[field]
    if (value === undefined) continue
    const was = imported?.fields[field]
    const present = presentOf(here.event, field)
    const isOurs = changed.has(field) && (was === undefined || present !== was)
    if (value !== was && !isOurs) written.add(field)
    else for (const name of fields[field]) delete (draft as Partial<EventDraft>)[name]
    if (value !== was && isOurs && present !== value) clashes.add(rules.has(field) ? "dates" : field)
  }
  // The title must exist in the main language.
  if (!written.has("title")) delete (draft as Partial<EventDraft>).language

  const isRule = [...rules].some((name) => changed.has(name))
  const isDated = datesOfLog.some((name) => changed.has(name))
  const dates = datesAfter(given, said.dates, imported?.dates, here, isRule || (!imported && isDated))
  if (dates.isClash) clashes.add("dates")
  draft.occurrences = dates.occurrences
  const isSame = written.size === 0 && isAlike(dates.occurrences.map(stampOf), here.dates.map(stampOf))
  draft.timezone ??= here.timezone
  draft.all_day ??= here.all_day
  return { draft: isSame ? undefined : draft, clashes: [...clashes], imported: said }
}

/** Moves texts whose language was guessed differently this time to the language of the stored event. */
function keepLanguage(draft: EventDraft, { language }: StoredEvent) {
  const own = draft.language
  if (own === language) return
  const texts = ["title", "summary", "description"] as const
  const isAlone = texts.every((name) => Object.keys(draft[name] ?? {}).every((each) => each === own))
  if (isAlone)
    for (const name of texts) {
      const text = draft[name]?.[own]
      if (text !== undefined) draft[name] = { [language]: text } as Translated
    }
  if (draft.title[language] !== undefined) draft.language = language
}

function datesAfter(
  given: EventDraft,
  said: ImportedDate[],
  imported: ImportedDate[] | undefined,
  here: StoredEvent,
  isWhole: boolean,
): { occurrences: OccurrenceDraft[]; isClash: boolean } {
  const ours = here.dates
  if (imported && isAlike(said, imported)) return { occurrences: ours, isClash: false }
  if (isWhole) return { occurrences: ours, isClash: !isAlike(said, ours.map(stampOf)) }
  if (!imported) return { occurrences: given.occurrences, isClash: false }

  const stored = storedOccurrences(given.occurrences, given.timezone, given.all_day ?? false)
  const [was, theirs, own] = [byOrigin(imported, (one) => one), byOrigin(stored, stampOf), byOrigin(ours, stampOf)]
  const kept = new Map<string, OccurrenceDraft>()
  const dropped: string[] = []
  let isClash = false
  for (const key of new Set([...was.keys(), ...theirs.keys(), ...own.keys()])) {
    const [before, there, present] = [was.get(key), theirs.get(key), own.get(key)]
    const isOurs = !isSameDate(present && stampOf(present), before)
    const isTheirs = !isSameDate(there && stampOf(there), before)
    const stays = isOurs || !isTheirs ? present : there
    if (stays) kept.set(key, stays)
    if (!isOurs || !isTheirs || isSameDate(present && stampOf(present), there && stampOf(there))) continue
    isClash = true
    if (!there) dropped.push(key)
  }
  // A date that was moved here and has left the list was moved there too: the nearest new date stands for it, and is left out.
  for (const key of dropped) {
    const at = (was.get(key) as ImportedDate)[0]
    const distance = (one: OccurrenceDraft | undefined) => Math.abs(secondsOf(one?.starts_at as Date) - at)
    const added = [...theirs.keys()].filter((each) => !was.has(each) && !own.has(each) && kept.has(each))
    const [nearest] = added.toSorted((a, b) => distance(theirs.get(a)) - distance(theirs.get(b)))
    if (nearest !== undefined) kept.delete(nearest)
  }
  const isPossible = kept.size > 0 && kept.size <= mostOccurrences
  return isPossible ? { occurrences: [...kept.values()], isClash } : { occurrences: ours, isClash: true }
}

/** Groups dates by their original start. */
function byOrigin<Date>(dates: Date[], stamp: (date: Date) => ImportedDate): Map<string, Date> {
  const found = new Map<string, Date>()
  for (const date of dates) {
    const [start, , , origin] = stamp(date)
    const key = String(origin ?? start)
    found.set(found.has(key) ? `at ${start}` : key, date)
  }
  return found
}

function stampOf({ starts_at, ends_at, status, recurrence_id }: OccurrenceDraft): ImportedDate {
  const end = ends_at && secondsOf(ends_at)
  return [secondsOf(starts_at), end, status === "cancelled" ? 1 : 0, recurrence_id ? secondsOf(recurrence_id) : null]
}

function secondsOf(at: Date) {
  return Math.floor(at.getTime() / 1000)
}

function isSameDate(one: ImportedDate | undefined, other: ImportedDate | undefined) {
  return String(one?.slice(0, 3)) === String(other?.slice(0, 3))
}

function isAlike(dates: ImportedDate[], others: ImportedDate[]) {
  const stamp = (list: ImportedDate[]) => JSON.stringify(list.map((one) => one.slice(0, 3)).toSorted())
  return stamp(dates) === stamp(others)
}

function saidOf(draft: EventDraft, field: Field): string | undefined {
  const values = fields[field].map((name) => draft[name])
  return values.every((value) => value === undefined) ? undefined : shortOf(values)
}

/** Returns the stored value of a field in the form of a record; undefined where the event represents the field differently. */
function presentOf(event: Event | undefined, field: Field): string | undefined {
  if (!event || ["doors", "place", "lineup", "prices", "description"].includes(field)) return undefined
  if (field === "age") return shortOf([event.age.min, event.age.max])
  return shortOf(fields[field].map((name) => (event as Record<string, unknown>)[name]))
}

/** Returns the same text for the same content, whatever the order of its properties; empty values count as missing. */
function shortOf(values: unknown[]): string {
  const text = JSON.stringify(values, (_, value: unknown) => {
    if (value === undefined) return null
    const isPlain = typeof value === "object" && value !== null && !Array.isArray(value)
    return isPlain ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
  })
  // Characters that PostgreSQL does not accept in JSON appear only in digests.
  return text.length <= 40 && !text.includes("\\u") && text.isWellFormed()
    ? text
    : createHash("sha256").update(text).digest("base64url").slice(0, 16)
}
