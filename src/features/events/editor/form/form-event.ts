import type { Picture } from "#features/documents/image/picture.ts"
import type { Access } from "#features/places/access.ts"
import { emptyLocation } from "#features/places/location-draft.ts"
import type { Language } from "#i18n/languages.ts"
import { instantOf, isDate, isoAt, isTimezone } from "#lib/time.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import { isCategory } from "../../categories.ts"
import type { ActorReference, Event, Occurrence } from "../../event.ts"
import { expandRecurrence } from "../../dates/expand-recurrence.ts"
import { dateRows, exceptionsOf, isAllDay, isRepeated } from "./form-dates.ts"
import { bodyOf, pickedRows } from "./form-values.ts"
import { ruleText } from "../dates/rule.ts"

/** What a preview needs beside the fields of the form. */
type Around = {
  uid: string
  /** The stored event; null for a new one. */
  event: Event | null
  pages: readonly { fid: string; name: string; type: ActorReference["type"] }[]
  images: readonly Picture[]
}

/** Returns a wall-clock time as the API does: with the offset at the venue. */
function isoOf(wall: string, timezone: string): string {
  return isoAt(instantOf(wall, timezone), timezone)
}

/** Returns the event of a form as its page would show it now; missing fields are left out. */
export function eventOf(fields: Fields, { uid, event, pages, images }: Around): Event {
  const body = bodyOf(fields)
  const timezone = isTimezone(body.dates.timezone) ? body.dates.timezone : "Europe/Brussels"
  const occurrences = occurrencesOf(fields, timezone)
  const first = occurrences[0]
  const reference = (fid: string, name: string, type: ActorReference["type"] = "organizer"): ActorReference => ({
    fid,
    name,
    type,
    url: "",
  })
  const host =
    pages.find((page) => page.fid === fields.host) ?? event?.organizers.find((one) => one.fid === fields.host)
  const place = fields.place ? reference(fields.place, fields["place.text"] ?? fields.place, "place") : null
  const { point: _, ...address } = (body.location ?? {}) as Record<string, string | undefined>
  const known = event?.place?.fid === fields.place ? event?.location : undefined
  const doors = body.dates.doors
  return {
    id: event?.id ?? 0,
    uid,
    url: "",
    language: body.language as Language,
    title: body.title,
    summary: body.summary as Event["summary"],
    description: body.description as Event["title"],
    category: isCategory(fields.category) ? fields.category : "other",
    tags: body.tags as string[],
    start: first?.start ?? isoOf("2000-01-01T20:00", timezone),
    end: first?.end ?? null,
    timezone,
    all_day: isAllDay(fields),
    doors: first && doors ? isoOf(`${first.start.slice(0, 10)}T${doors}`, timezone) : null,
    next: occurrences.find(({ status }) => status !== "cancelled") ?? first ?? null,
    occurrences,
    recurrence: body.dates.recurrence ?? null,
    status: body.status as Event["status"],
    status_reason: body.status_reason as string | null,
    mode: body.mode as Event["mode"],
    online_url: body.online_url as string | null,
    place,
    room: event?.room && String(event.room.id) === fields.room ? event.room : null,
    location: body.location
      ? { ...emptyLocation, ...withoutGaps(address) }
      : place
        ? (known ?? { ...emptyLocation, locality: fields["place.city"] ?? null })
        : null,
    organizers: [
      ...(host ? [reference(host.fid, host.name, host.type)] : []),
      ...pickedRows(fields, "organizers").map((one) => reference(one.fid, one.name, one.type)),
    ],
    lineup: pickedRows(fields, "lineup").map((one) => ({
      actor: one.fid ? reference(one.fid, one.name, one.type) : null,
      name: one.name,
      role: fields[`lineup.${one.row}.role`] || null,
      // A performer who has confirmed stays confirmed.
      confirmed: event?.lineup.some(({ actor, confirmed }) => confirmed && actor?.fid === one.fid) ?? false,
    })),
    parent: null,
    children: event?.children ?? [],
    images: [...images],
    prices: (body.prices as Partial<Event["prices"][number]>[]).map((price) => ({
      label: null,
      currency: "EUR",
      free: false,
      pay_what_you_can: false,
      ...price,
      amount: Number.isNaN(price.amount) ? null : (price.amount ?? null),
    })),
    ticket_url: body.ticket_url as string | null,
    capacity: Number.isNaN(body.capacity) ? null : (body.capacity as number | null),
    age: body.age as Event["age"],
    languages: body.languages as string[],
    access: body.access as Access,
    workflow: event?.workflow ?? "draft",
    origin: null,
    publish_at: null,
    my_attendance: null,
    poster_roll: body.poster_roll as number,
    sequence: 0,
    version: event?.version ?? 1,
    created: "",
    updated: "",
  }
}

function withoutGaps(given: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(given).filter(([, text]) => text !== undefined))
}

/** Returns the dates of the form's rule in wall-clock time, before any is moved; empty when the rule is invalid. */
export function expectedDates(fields: Fields, timezone: string): { start: string; end: string | null }[] {
  const first = dateRows(fields)[0]
  const rule = first && ruleText(fields, first.start.slice(0, 10))
  if (!first || !rule || !isMoment(first.start, isAllDay(fields))) return []
  try {
    const starts_at = instantOf(first.start, timezone)
    const end = first.end && isMoment(first.end, isAllDay(fields)) && first.end > first.start ? first.end : null
    const span = { starts_at, ends_at: end ? instantOf(end, timezone) : null }
    return expandRecurrence(rule, span, timezone, isAllDay(fields), Date.now()).map((one) => ({
      start: wallAt(one.starts_at, timezone, isAllDay(fields)),
      end: one.ends_at && wallAt(one.ends_at, timezone, isAllDay(fields)),
    }))
  } catch {
    return [] // the rule is still being typed
  }
}

function wallAt(at: Date, timezone: string, allDay: boolean): string {
  return isoAt(at, timezone).slice(0, allDay ? 10 : 16)
}

/** Tells whether the text is an existing date, or date and time. */
export function isMoment(text: string, allDay: boolean): boolean {
  return allDay ? isDate(text) : isDate(text.slice(0, 10)) && /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

function occurrencesOf(fields: Fields, timezone: string): Occurrence[] {
  const allDay = isAllDay(fields)
  const wholeEnd = (end: string | null) =>
    end && (allDay ? isoOf(`${nextDay(end)}T00:00`, timezone) : isoOf(end, timezone))
  const one = (start: string, end: string | null, status: Occurrence["status"], id: number): Occurrence => ({
    id,
    start: isoOf(allDay ? `${start}T00:00` : start, timezone),
    end: wholeEnd(end && isMoment(end, allDay) && end >= start ? end : null),
    status,
    original_start: null,
  })
  if (!isRepeated(fields)) {
    return dateRows(fields)
      .filter(({ start }) => isMoment(start, allDay))
      .map(({ start, end, isCancelled }, at) => one(start, end, isCancelled ? "cancelled" : "scheduled", at + 1))
      .sort((a, b) => (a.start < b.start ? -1 : 1))
  }
  const exceptions = new Map(exceptionsOf(fields).map((each) => [each.original_start, each]))
  return expectedDates(fields, timezone)
    .flatMap(({ start, end }, at) => {
      const exception = exceptions.get(start)
      if (exception?.how === "removed") return []
      if (exception?.how === "moved" && isMoment(exception.start, allDay))
        return [one(exception.start, exception.end ?? null, "moved", at + 1)]
      return [one(start, end, exception ? "cancelled" : "scheduled", at + 1)]
    })
    .sort((a, b) => (a.start < b.start ? -1 : 1))
}

function nextDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
