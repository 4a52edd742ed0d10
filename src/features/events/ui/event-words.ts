import { inLanguage } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { PosterWords } from "#ui/poster/poster.ts"
import { onceFor } from "#web/speed/once-for.ts"
import type { ListedDate } from "../listing/agenda.ts"
import type { ActorReference, Event } from "../event.ts"
import { coverOf, lastDay } from "../dates/shown-date.ts"

type Named = Pick<ActorReference, "fid" | "type" | "name">

/** What it is to whoever is signed in; whether it is out yet, when it is not; and where it came from, if it did. */
type Own = Partial<Pick<Event, "is_managed" | "workflow" | "origin">>

/** What it is to whoever is signed in, without what is said of most events. */
export function personalPart({ is_managed, workflow, origin }: Own): Own {
  return {
    ...(is_managed ? { is_managed } : {}),
    ...(workflow === "published" ? {} : { workflow }),
    ...(origin ? { origin } : {}),
  }
}

/** What the parts of this folder need of an event: all that a list shows, and not more than that. */
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
    /** On a house's own page, in place of its name. */
    room?: Event["room"] | undefined
    distance?: number | undefined
  }

/** What a row or a card says of it, beside its date: further dates are rows of their own, and the star is apart. */
export const withoutDates = onceFor((event: ListedEvent): ListedEvent =>
  Object.freeze({ ...event, next: null, occurrences: [] }),
)

/** The date an entry of a list stands for. */
export type EntryDate = { start: string; end: string | null; status?: "scheduled" | "cancelled" | "moved" }

/** The date an entry is about: the next one, or the first of an event that is over. */
export function entryDate(event: ListedEvent): EntryDate {
  return event.next ?? { start: event.start, end: event.end }
}

/** The title for this reader, and the language it is in where that is not theirs. */
export function titleOf(t: Messages, event: Pick<Event, "title" | "language">) {
  const { text, language } = inLanguage(event.title, t.language, event.language)
  return { text, lang: language === t.language ? undefined : language }
}

/** Is this entry off: the event, or only its date? */
export function isCancelled(event: ListedEvent, date: EntryDate): boolean {
  return event.status === "cancelled" || date.status === "cancelled"
}

/** The word pasted across its poster: that it, or this date of it, is off, or waits for another date. */
export function stampOf(t: Messages, event: ListedEvent, date: EntryDate): string | undefined {
  if (isCancelled(event, date)) return t("ui.status_cancelled")
  return event.status === "postponed" || event.status === "rescheduled" ? t(`ui.status_${event.status}`) : undefined
}

/** `20:30`; nothing for an event of a whole day. */
export function timeOf(t: Messages, event: Pick<Event, "all_day">, date: EntryDate): string {
  return event.all_day ? "" : t.time(date.start)
}

/** `22:15`; « 30 nov. » when it ends on another day (a night that ends before six counts as its evening, midnight as that day). */
export function endOf(t: Messages, event: Pick<Event, "all_day">, date: EntryDate): string {
  const { start, end } = date
  if (!end || end === start) return ""
  const { first, last } = coverOf({ start, end }, event.all_day)
  if (last > first) return t.date(lastDay(end), "dayMonth")
  return event.all_day ? "" : t.time(end)
}

/** Is it watched from anywhere, whosever house it is of? */
export function isOnline({ mode, status }: Pick<Event, "mode" | "status">): boolean {
  return mode === "online" || status === "moved_online"
}

/** Where it is, in short; a town alone stands for a place without a name, or with its own. */
export function placeOf(t: Messages, event: ListedEvent): { name: string; city: string } {
  if (isOnline(event)) return { name: t("ui.online"), city: "" }
  const name = event.place?.name ?? event.location?.name ?? ""
  const city = event.location?.locality ?? ""
  return name && name !== city ? { name, city } : { name: city, city: "" }
}

/** What the poster of an event is composed of. */
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

/** French signs stay with the word they are beside: no line of a poster begins with a colon. */
const unbroken = (title: string) => title.replaceAll(/ (?=[:;!?»])|(?<=«) /g, "\u00A0")

/** Those who make the event, line-up first, the house left out: its name stands in the place column. */
export function actorsOf(event: ListedEvent) {
  const lineup = event.lineup.filter(({ actor }) => actor).map(({ actor }) => actor)
  const all = [...lineup, ...event.organizers].filter((actor) => actor !== null)
  const seen = new Set<string>()
  return all.filter(({ fid }) => fid !== event.place?.fid && !seen.has(fid) && seen.add(fid)).slice(0, 4)
}

/** « vendredi 21 novembre, 20:30 » */
export function momentInWords(t: Messages, iso: string, isAllDay: boolean) {
  return isAllDay ? t.date(iso, "long") : `${t.date(iso, "long")}, ${t.time(iso)}`
}
