import { inLanguage, unbroken } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { PosterWords } from "#ui/poster/poster.ts"
import { onceFor } from "#web/speed/once-for.ts"
import type { ListedDate } from "../listing/agenda.ts"
import type { ActorReference, Event } from "../event.ts"
import { coveredDays, lastDay } from "../dates/shown-date.ts"

type Named = Pick<ActorReference, "fid" | "type" | "name">

/**
 * The fields of an event that are personal or rare: whether the viewer manages it, its workflow when it is not published, and its
 * origin when it came from another server.
 */
type Own = Partial<Pick<Event, "is_managed" | "workflow" | "origin">>

/** Returns those fields without the values that most events have. */
export function personalPart({ is_managed, workflow, origin }: Own): Own {
  return {
    ...(is_managed ? { is_managed } : {}),
    ...(workflow === "published" ? {} : { workflow }),
    ...(origin ? { origin } : {}),
  }
}

/** The fields of an event that the components of this folder need: all that a list shows, and no more. */
export type ListedEvent = Pick<
  Event,
  | "id"
  | "uid"
  | "language"
  | "title"
  | "category"
  | "start"
  | "end"
  | "all_day"
  | "status"
  | "mode"
  | "images"
  | "my_attendance"
  | "poster_roll"
> &
  Own & {
    next: ListedDate | null
    place: Named | null
    location: Pick<NonNullable<Event["location"]>, "name" | "locality"> | null
    organizers: Named[]
    lineup: { actor: Named | null }[]
    /** Set on a house's own page, where it replaces the name of the place. */
    room?: Event["room"] | undefined
    distance?: number | undefined
  }

/**
 * Returns the fields that a row or a card shows beside its date: further dates have rows of their own, and the star is separate.
 */
export const withoutDates = onceFor((event: ListedEvent): ListedEvent =>
  Object.freeze({ ...event, next: null, occurrences: [] }),
)

/** The date an entry of a list stands for. */
export type EntryDate = { start: string; end: string | null; status?: "scheduled" | "cancelled" | "moved" }

/** Returns the date of an entry: the next one, or the first of an event that is over. */
export function entryDate(event: ListedEvent): EntryDate {
  return event.next ?? { start: event.start, end: event.end }
}

/** Returns the title for this reader, with its language when that is not theirs. */
export function titleOf(t: Messages, event: Pick<Event, "title" | "language">) {
  const { text, language } = inLanguage(event.title, t.language, event.language)
  return { text, lang: language === t.language ? undefined : language }
}

/** Tells whether the event, or only this date of it, is cancelled. */
export function isCancelled(event: ListedEvent, date: EntryDate): boolean {
  return event.status === "cancelled" || date.status === "cancelled"
}

/** Returns the word stamped across a poster: the event or this date is cancelled, or waits for another date. */
export function stampOf(t: Messages, event: ListedEvent, date: EntryDate): string | undefined {
  if (isCancelled(event, date)) return t("ui.status_cancelled")
  return event.status === "postponed" || event.status === "rescheduled" ? t(`ui.status_${event.status}`) : undefined
}

/** Returns the time, `20:30`; empty for whole days. */
export function timeOf(t: Messages, event: Pick<Event, "all_day">, date: EntryDate): string {
  return event.all_day ? "" : t.time(date.start)
}

/**
 * Returns the end, `22:15`, or « 30 nov. » when it is on another day (a night that ends before six counts as its evening,
 * midnight as that day).
 */
export function endOf(t: Messages, event: Pick<Event, "all_day">, date: EntryDate): string {
  const { start, end } = date
  if (!end || end === start) return ""
  const { first, last } = coveredDays({ start, end }, event.all_day)
  if (last > first) return t.date(lastDay(end), "dayMonth")
  return event.all_day ? "" : t.time(end)
}

/** Tells whether it is attended online only, though it may have a place. */
export function isOnline({ mode, status }: Pick<Event, "mode" | "status">): boolean {
  return mode === "online" || status === "moved_online"
}

/** Returns the place in short; a town alone stands for a place without a name, or with the town's own name. */
export function placeOf(t: Messages, event: ListedEvent): { name: string; city: string } {
  if (isOnline(event)) return { name: t("ui.online"), city: "" }
  const name = event.place?.name ?? event.location?.name ?? ""
  const city = event.location?.locality ?? ""
  return name && name !== city ? { name, city } : { name: city, city: "" }
}

/** Returns the words that a poster is composed of. */
export function posterWords(t: Messages, event: ListedEvent, date: EntryDate): PosterWords {
  const place = placeOf(t, event)
  return {
    id: event.uid,
    title: unbroken(titleOf(t, event).text),
    ink: event.category,
    day: t.date(date.start, "short"),
    time: timeOf(t, event, date),
    place: place.name,
    city: place.city,
    roll: event.poster_roll,
  }
}

/** Returns the actors of an event, line-up first, without the house, whose name is in the place column. */
export function actorsOf(event: ListedEvent) {
  const lineup = event.lineup.filter(({ actor }) => actor).map(({ actor }) => actor)
  const all = [...lineup, ...event.organizers].filter((actor) => actor !== null)
  const seen = new Set<string>()
  return all.filter(({ fid }) => fid !== event.place?.fid && !seen.has(fid) && seen.add(fid)).slice(0, 4)
}

/** Returns a moment in words: « vendredi 21 novembre, 20:30 ». */
export function momentInWords(t: Messages, iso: string, isAllDay: boolean) {
  return isAllDay ? t.date(iso, "long") : `${t.date(iso, "long")}, ${t.time(iso)}`
}
