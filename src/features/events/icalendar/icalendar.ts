// iCalendar files of events: RFC 5545, with RFC 7986 for the appearance of calendars and events.
import { inLanguage } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { plainText } from "#lib/text/html.ts"
import { paths } from "#web/paths.ts"
import type { Category } from "../categories.ts"
import type { Event } from "../event.ts"
import { calendarDates, utcStamp } from "./dates.ts"
import { file, line, text, uri } from "./lines.ts"
import { timezoneLines, type ZoneYears } from "./zone.ts"

/** The properties of a calendar itself. */
export type CalendarHead = {
  name: string
  description?: string | undefined
  /** Absolute address of its page, and of the file itself in `source`. */
  url: string
  /** Left out when it is a secret, since files are passed on. */
  source?: string | undefined
  /** The public address, time zone and name of the instance. */
  site: { publicUrl: string; timezone: string; name: string }
  /** A calendar to subscribe to is fetched again and again, and its events do not mark a reader as busy. */
  isFollowed: boolean
  /**
   * In a personal calendar: whether the person will be at a date, or at all of them (`confirmed`), or only may be (`tentative`).
   */
  standingOf?: ((event: Event, date: number | undefined) => "confirmed" | "tentative") | undefined
}

export const calendarType = "text/calendar; charset=utf-8"

/** The properties of a calendar's head that depend on its events, which may not have been read yet. */
export type CalendarSummary = {
  /** When the latest change of an event was, in ISO 8601; undefined without events. */
  changed: string | undefined
  /** Reads the zones of events with times, and the years they are in. Called once the head is written. */
  zones: () => Promise<readonly ZoneYears[]>
}

/** Formats events as one iCalendar file, in the language of the messages. The same events always give the same bytes. */
export function icalendar(head: CalendarHead, events: readonly Event[], t: Messages): string {
  const parts = events.map((one) => calendarPart(head, one, t))
  return [calendarStart(head, lastChange(events), t), zonePart(zonesOf(events)), ...parts, end].join("")
}

const end = "END:VCALENDAR\r\n"

/**
 * Yields the same file in pieces as the events are read: first the head, then the zones, since many programs need them before
 * their use.
 */
export async function* calendarPieces(
  head: CalendarHead,
  { changed, zones }: CalendarSummary,
  events: AsyncIterable<Event>,
  t: Messages,
): AsyncGenerator<string> {
  yield calendarStart(head, changed, t)
  const written = await zones()
  yield zonePart(written)
  const known = new Set(written.map(({ timezone }) => timezone))
  for await (const event of events) {
    // An event changed meanwhile may be in a zone that was not among those read before.
    const isNew = !event.all_day && !known.has(event.timezone)
    yield (isNew ? zonePart(zonesOf([event])) : "") + calendarPart(head, event, t)
    if (isNew) known.add(event.timezone)
  }
  yield end
}

function calendarPart(head: CalendarHead, event: Event, t: Messages) {
  return file(eventLines(event, head, t))
}

function zonePart(zones: readonly ZoneYears[]): string {
  return file(zones.flatMap((zone) => timezoneLines(zone.timezone, zone.first, zone.last)))
}

function calendarStart(head: CalendarHead, changed: string | undefined, t: Messages): string {
  return file([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    line("PRODID", text(`-//${head.site.name}//Foyer//${t.language.toUpperCase()}`)),
    "CALSCALE:GREGORIAN",
    line("NAME", text(head.name)),
    line("X-WR-CALNAME", text(head.name)),
    ...(head.description ? [line("DESCRIPTION", text(head.description))] : []),
    line("X-WR-TIMEZONE", head.site.timezone),
    line("URL", uri(head.url)),
    ...(head.source ? [line("SOURCE", uri(head.source), { VALUE: "URI" })] : []),
    ...(changed ? [line("LAST-MODIFIED", utcStamp(changed))] : []),
    ...(head.isFollowed ? ["REFRESH-INTERVAL;VALUE=DURATION:PT6H", "X-PUBLISHED-TTL:PT6H"] : []),
  ])
}

function lastChange(events: readonly Event[]): string | undefined {
  const changed = events.map(({ updated }) => Date.parse(updated))
  return changed.length > 0 ? new Date(greatest(changed)).toISOString() : undefined
}

/** Returns each zone once, with the years its events are in. */
function zonesOf(events: readonly Event[]): ZoneYears[] {
  const timed = events.filter(({ all_day }) => !all_day)
  return [...Map.groupBy(timed, ({ timezone }) => timezone)].flatMap(([timezone, there]) => {
    const years = there.flatMap(({ occurrences }) =>
      occurrences.flatMap((one) => [one.start, one.end ?? one.start, one.original_start ?? one.start]),
    )
    const numbers = years.map((iso) => Number(iso.slice(0, 4)))
    return numbers.length > 0 ? [{ timezone, first: least(numbers), last: greatest(numbers) }] : []
  })
}

function eventLines(event: Event, head: CalendarHead, t: Messages): string[] {
  const { occurrences } = event
  const standing = (id: number | undefined) => head.standingOf?.(event, id)
  const ofAll = standing(occurrences.length === 1 ? occurrences[0]?.id : undefined)
  const dates = calendarDates(event, ({ id }) => standing(id) !== ofAll)
  const common = commonLines(event, head, t)
  const more = furtherLines(event, head, t)
  const status = statusOf(event)
  const own = (isCancelled: boolean, said = ofAll) => [
    ...timeTaken(head, isCancelled || status === "CANCELLED" ? undefined : said),
    line("STATUS", isCancelled ? "CANCELLED" : said === "tentative" && status === "CONFIRMED" ? "TENTATIVE" : status),
  ]
  return [
    "BEGIN:VEVENT",
    ...common,
    ...dates.first,
    ...own(dates.isFirstCancelled),
    ...more,
    "END:VEVENT",
    ...dates.overrides.flatMap(({ id, lines, isCancelled, reason }) => [
      "BEGIN:VEVENT",
      ...common,
      ...lines,
      ...own(isCancelled, standing(id)),
      ...(isCancelled && reason ? [line("DESCRIPTION", text(`${t("ui.status_cancelled")}\n${reason}`))] : []),
      "END:VEVENT",
    ]),
  ]
}

/** Returns whether an event marks its reader as busy. A file of a single event leaves that to the reader's program. */
function timeTaken({ isFollowed }: CalendarHead, standing: "confirmed" | "tentative" | undefined): string[] {
  if (standing === "confirmed") return ["TRANSP:OPAQUE"]
  return isFollowed ? ["TRANSP:TRANSPARENT"] : []
}

function statusOf({ status }: Event): "CANCELLED" | "TENTATIVE" | "CONFIRMED" {
  if (status === "cancelled") return "CANCELLED"
  return status === "tentative" || status === "postponed" ? "TENTATIVE" : "CONFIRMED"
}

/** Tells whether iCalendar has no value for the status: importing instances read it from an extra property. */
function isToldApart({ status }: Event): boolean {
  return status === "postponed" || status === "rescheduled" || status === "moved_online"
}

/** Returns the properties that the event and each of its single dates share. */
function commonLines(event: Event, { site }: CalendarHead, t: Messages): string[] {
  const title = inLanguage(event.title, t.language, event.language)
  // Most calendar programs do not show TENTATIVE: the title has to warn readers of a postponed event.
  const words = event.status === "postponed" ? `[${t("ui.status_postponed")}] ${title.text}` : title.text
  return [
    line("UID", text(event.uid)),
    line("DTSTAMP", utcStamp(event.updated)),
    line("CREATED", utcStamp(event.created)),
    line("LAST-MODIFIED", utcStamp(event.updated)),
    line("SEQUENCE", String(event.sequence)),
    line("SUMMARY", text(words), { LANGUAGE: title.language }),
    ...whereLines(event, t),
    line("URL", uri(`${site.publicUrl}${paths.event(event.id)}`)),
  ]
}

function whereLines({ place, room, location, mode }: Event, t: Messages): string[] {
  const street = [location?.street, [location?.postal_code, location?.locality].filter(Boolean).join(" ")]
  const name = place?.name ?? location?.name
  const country = location?.country && t.nameOf("region", location.country)
  const address = [name, room?.name, ...street, country].filter(Boolean).join(", ")
  const where = address || (mode === "online" ? t("ui.online") : "")
  const isPoint = typeof location?.lat === "number" && typeof location.lon === "number"
  return [
    ...(where ? [line("LOCATION", text(where))] : []),
    ...(isPoint ? [line("GEO", `${location.lat};${location.lon}`)] : []),
  ]
}

/** Returns the properties written once per event. */
function furtherLines(event: Event, { site, isFollowed }: CalendarHead, t: Messages): string[] {
  const card = `${site.publicUrl}${paths.eventCard(event.id)}?v=${Date.parse(event.updated).toString(36)}`
  return [
    line("DESCRIPTION", text(descriptionOf(event, site.publicUrl, isFollowed, t))),
    line("CATEGORIES", [t(`ui.category_${event.category}`), ...event.tags].map(text).join(",")),
    line("X-FOYER-CATEGORY", event.category),
    ...(isToldApart(event) ? [line("X-FOYER-STATUS", event.status)] : []),
    ...(event.timezone !== site.timezone ? [line("X-FOYER-TIMEZONE", event.timezone)] : []),
    line("COLOR", colours[event.category]),
    line("IMAGE", uri(card), { VALUE: "URI", DISPLAY: "BADGE,GRAPHIC", FMTTYPE: "image/png" }).replace(
      'DISPLAY="BADGE,GRAPHIC"',
      "DISPLAY=BADGE,GRAPHIC", // DISPLAY is a list of values, so its comma stays unquoted
    ),
    ...(event.online_url
      ? [line("CONFERENCE", uri(event.online_url), { VALUE: "URI", FEATURE: "VIDEO", LABEL: t("events.join_online") })]
      : []),
  ]
}

const longestDescription = 4000

/**
 * Returns the description. A file of one event has the full text; in a calendar of many the summary is enough, with a link to the
 * page.
 */
function descriptionOf(event: Event, publicUrl: string, isBrief: boolean, t: Messages): string {
  const of = (texts: Event["title"]) => inLanguage(texts, t.language, event.language).text
  const who = [...event.lineup.map(({ name }) => name), ...event.organizers.map(({ name }) => name)]
  const state = event.status === "scheduled" ? "" : t(`events.status_${event.status}`)
  const [date] = event.occurrences.length === 1 ? event.occurrences : []
  const summary = of(event.summary)
  const words = isBrief && summary ? "" : plainText(of(event.description ?? {}).slice(0, isBrief ? 1000 : undefined))
  const longest = isBrief ? 300 : longestDescription
  return [
    [state, event.status_reason ?? date?.status_reason].filter(Boolean).join("\n"),
    summary,
    words.length > longest ? `${words.slice(0, longest).toWellFormed()}…` : words,
    [...new Set(who)].slice(0, 40).join(", "),
    event.doors && !event.all_day ? t("ui.doors", { time: t.time(event.doors) }) : "",
    event.ticket_url ? `${t("events.tickets")}\u00a0: ${event.ticket_url}` : "",
    `${publicUrl}${paths.event(event.id)}`,
  ]
    .filter(Boolean)
    .join("\n\n")
}

/** The CSS colour name (RFC 7986 §5.9) nearest to the ink of a category. */
const colours: Record<Category, string> = {
  music: "darkorange",
  theatre: "tomato",
  dance: "lightpink",
  exhibition: "cornflowerblue",
  film: "mediumpurple",
  talk: "mediumaquamarine",
  circus: "orange",
  workshop: "limegreen",
  young: "skyblue",
  party: "hotpink",
  other: "tan",
}

function least(numbers: number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b))
}

function greatest(numbers: number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b))
}
