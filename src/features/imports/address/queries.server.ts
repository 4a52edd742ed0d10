import type { Db } from "#db/connection.ts"
import type { ActorType } from "#features/actors/actor-types.ts"
import { sanitiseEach } from "#lib/text/html.ts"
import { refuseFields, type Sentence } from "#lib/refusal.ts"
import { isoAt } from "#lib/time.ts"
import { emptyLocation } from "#features/places/location-draft.ts"
import { paths } from "#web/paths.ts"
import { matchPlaces } from "../places/places.server.ts"
import { readInWorker } from "../reading/reader.server.ts"
import type { ImportedEvent, Reading, Reason } from "../reading/record.ts"
import { openSource } from "../reading/source.server.ts"
import type { ReadEvent } from "./representation.server.ts"

/**
 * Smaller limits than those of an import, because a person waits for the answer: bytes of the file, milliseconds for a record.
 */
const mostBytes = 5_000_000
const patience = 4_000
/** Most events offered. */
const mostOffered = 12
const mostDates = 200

type ReadingOptions = {
  /** IANA zone of times that state no zone. */
  timezone: string
  publicUrl: string
  now?: number
  /** For tests: allows reading addresses of this machine. */
  allowPrivate?: boolean
}

/**
 * Reads the events of a foreign web page, calendar or feed, the next ones first; saves nothing. An address that cannot be read is
 * refused as the field `url`, with the reason.
 */
export async function readAddress(
  db: Db,
  url: string,
  { timezone, publicUrl, now = Date.now(), allowPrivate = false }: ReadingOptions,
): Promise<{ url: string; total: number; events: ReadEvent[] }> {
  const opened = await openSource(url, allowPrivate, mostBytes)
  if ("refused" in opened) return refuseFields({ url: [sentenceOf(opened.refused, url)] })
  const readings = await firstBatch({ ...opened, options: { timezone, now } })
  const found = readings.flatMap((reading) => ("event" in reading ? reading.event : []))
  if (found.length === 0) {
    const refused = readings.find((reading) => "refused" in reading)
    return refuseFields({ url: [sentenceOf(refused?.refused ?? { id: "no_events" }, url)] })
  }
  const offered = inOrder(found, now).slice(0, mostOffered)
  const placeIds = await matchPlaces(db, offered)
  const places = await pagesOf(db, placeIds, publicUrl)
  const events = offered.map((event, at) => readEventOf(event, places.get(placeIds[at] ?? 0)))
  return { url, total: found.length, events }
}

async function firstBatch(task: Parameters<typeof readInWorker>[0]): Promise<Reading[]> {
  for await (const readings of readInWorker(task, patience)) return readings
  return []
}

/** Sorts the upcoming events by date; where none is upcoming, the past events with the latest first. */
function inOrder(events: readonly ImportedEvent[], now: number): ImportedEvent[] {
  const next = (event: ImportedEvent) =>
    event.occurrences.map(({ starts_at, ends_at }) => [starts_at.getTime(), (ends_at ?? starts_at).getTime()] as const)
  const coming = events.flatMap((event) => {
    const starts = next(event).filter(([, end]) => end >= now - 86_400_000)
    return starts.length > 0 ? [{ event, at: Math.min(...starts.map(([start]) => start)) }] : []
  })
  if (coming.length > 0) return coming.toSorted((one, other) => one.at - other.at).map(({ event }) => event)
  return events.toSorted((one, other) => (next(other)[0]?.[0] ?? 0) - (next(one)[0]?.[0] ?? 0))
}

async function pagesOf(db: Db, ids: readonly (number | undefined)[], publicUrl: string) {
  const wanted = ids.filter((id) => id !== undefined)
  if (wanted.length === 0) return new Map<number, ReadEvent["place"]>()
  const rows = await db.selectFrom("actors").select(["id", "fid", "type", "name"]).where("id", "in", wanted).execute()
  return new Map(
    rows.map(({ id, fid, type, name }) => [
      id,
      { fid, type: type as ActorType, name, url: `${publicUrl}${paths.actor(fid)}` },
    ]),
  )
}

/** Represents an imported event in the shape in which the API returns events. */
function readEventOf(event: ImportedEvent, place: ReadEvent["place"] | undefined): ReadEvent {
  const { timezone, all_day = false } = event
  const occurrences = event.occurrences
    .toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime())
    .slice(0, mostDates)
    .map(({ starts_at, ends_at, status }, id) => ({
      id,
      start: isoAt(starts_at, timezone),
      end: ends_at && isoAt(ends_at, timezone),
      status: status ?? "scheduled",
      original_start: null,
    }))
  const [first] = event.occurrences
  const doors =
    event.doors_minutes != null && first && new Date(first.starts_at.getTime() - event.doors_minutes * 60_000)
  return {
    language: event.language,
    title: event.title,
    summary: event.summary ?? {},
    description: sanitiseEach(event.description ?? {}),
    category: event.category ?? null,
    tags: event.tags ?? [],
    start: occurrences[0]?.start ?? "",
    end: occurrences[0]?.end ?? null,
    timezone,
    all_day,
    doors: doors ? isoAt(doors, timezone) : null,
    occurrences,
    // All dates are listed one by one, because a recurrence rule would bring back the dates it excludes.
    recurrence: null,
    mode: event.mode ?? "onsite",
    online_url: event.online_url ?? null,
    place: place ?? null,
    location: event.location ? { ...emptyLocation, ...withoutGaps(event.location) } : null,
    lineup: (event.lineup ?? []).map(({ name, role }) => ({ actor: null, name, role: role ?? null, confirmed: false })),
    prices: (event.prices ?? []).map(({ label, amount, currency, free, pay_what_you_can }) => ({
      label: label ?? null,
      amount: amount ?? null,
      currency: currency ?? "EUR",
      free: free ?? false,
      pay_what_you_can: pay_what_you_can ?? false,
    })),
    ticket_url: event.ticket_url ?? null,
    capacity: event.capacity ?? null,
    age: { min: event.age_min ?? null, max: event.age_max ?? null },
    languages: event.languages ?? [],
    url: event.url ?? null,
  }
}

function withoutGaps<Given extends object>(given: Given): Partial<Given> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)) as Partial<Given>
}

/** Returns the reason as a sentence for the person who pasted the address, without details of our network. */
function sentenceOf({ id, args }: Reason, url: string): Sentence {
  const host = new URL(url).host.slice(0, 100)
  if (id === "unreachable") {
    const status = Number(args?.detail)
    if (status === 404 || status === 410) return { id: "imports.address_gone", with: { host } }
    return { id: "imports.address_silent", with: { host } }
  }
  if (id === "forbidden_address") return { id: "imports.forbidden_address", with: { source: host } }
  if (["no_events", "format_unknown", "empty", "no_date_column", "no_title_column", "format_broken"].includes(id))
    return { id: "imports.address_no_event", with: { host } }
  return { id: `imports.${id}`, with: args ?? {} } as Sentence
}
