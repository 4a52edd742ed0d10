// iCalendar of our events: RFC 5545, with RFC 7986 for what calendars and events look like.
import { inLanguage } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { plainText } from "#lib/html.ts"
import { paths } from "#web/paths.ts"
import type { Category } from "../categories.ts"
import type { Event } from "../event.ts"
import { calendarDates, utcStamp } from "./dates.ts"
import { file, line, text, uri } from "./lines.ts"
import { timezoneLines, type ZoneYears } from "./zone.ts"

/** What a calendar says of itself. */
export type CalendarHead = {
  name: string
  description?: string | undefined
  /** Its page, and the address it is read from; absolute. */
  url: string
  /** Left out where it is a secret, since files are passed on. */
  source?: string | undefined
  /** The public address of the instance, and the zone of its wall. */
  site: { publicUrl: string; timezone: string; name: string }
  /** One that is followed is asked for again, and does not make anybody busy. */
  isFollowed: boolean
  /** In a calendar of one person: whether they will be at a date, or at all of them, or only may be. */
  standingOf?: ((event: Event, date: number | undefined) => "confirmed" | "tentative") | undefined
}

export const calendarType = "text/calendar; charset=utf-8"

/** What the head of a calendar says of its events, which may still be to come. */
export type CalendarSummary = {
  /** When one of them was changed last: ISO 8601; none of no events. */
  changed: string | undefined
  /** The zones of events with hours, and the years they are in. Asked for once the head is written. */
  zones: () => Promise<readonly ZoneYears[]>
}

/** Events as one iCalendar file, in the language of the messages. The same events always make the same bytes. */
export function icalendar(head: CalendarHead, events: readonly Event[], t: Messages): string {
  const parts = events.map((one) => calendarPart(head, one, t))
  return [calendarStart(head, lastChange(events), t), zonePart(zonesOf(events)), ...parts, end].join("")
}

const end = "END:VCALENDAR\r\n"

/** The same in pieces, as the events come: the head at once, then the zones, since many readers want them before their use. */
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
    // One that was changed meanwhile may be in a zone that was not among those of all.
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

/** Each zone once, for the years its events are in. */
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
    ...dates.overrides.flatMap(({ id, lines, isCancelled }) => [
      "BEGIN:VEVENT",
      ...common,
      ...lines,
      ...own(isCancelled, standing(id)),
      "END:VEVENT",
    ]),
  ]
}

/** Does it make its reader busy? One event alone leaves that to them. */
function timeTaken({ isFollowed }: CalendarHead, standing: "confirmed" | "tentative" | undefined): string[] {
  if (standing === "confirmed") return ["TRANSP:OPAQUE"]
  return isFollowed ? ["TRANSP:TRANSPARENT"] : []
}

function statusOf({ status }: Event): "CANCELLED" | "TENTATIVE" | "CONFIRMED" {
  if (status === "cancelled") return "CANCELLED"
  return status === "tentative" || status === "postponed" ? "TENTATIVE" : "CONFIRMED"
}

/** Is this a state that iCalendar has no word for? Who reads our own calendars is told it. */
function isToldApart({ status }: Event): boolean {
  return status === "postponed" || status === "rescheduled" || status === "moved_online"
}

/** What the event and each of its single dates say. */
function commonLines(event: Event, { site }: CalendarHead, t: Messages): string[] {
  const title = inLanguage(event.title, t.language, event.language)
  // Most calendars show no "tentative": who reads only the title must not go there in vain.
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

/** What is said once of an event. */
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
      "DISPLAY=BADGE,GRAPHIC", // a list of values: its comma parts them
    ),
    ...(event.online_url
      ? [line("CONFERENCE", uri(event.online_url), { VALUE: "URI", FEATURE: "VIDEO", LABEL: t("events.join_online") })]
      : []),
  ]
}

const longestDescription = 4000

/** One event tells all of itself; in a calendar of many the summary is enough, and the page is a press away. */
function descriptionOf(event: Event, publicUrl: string, isBrief: boolean, t: Messages): string {
  const of = (texts: Event["title"]) => inLanguage(texts, t.language, event.language).text
  const who = [...event.lineup.map(({ name }) => name), ...event.organizers.map(({ name }) => name)]
  const state = event.status === "scheduled" ? "" : t(`events.status_${event.status}`)
  const summary = of(event.summary)
  const words = isBrief && summary ? "" : plainText(of(event.description ?? {}).slice(0, isBrief ? 1000 : undefined))
  const longest = isBrief ? 300 : longestDescription
  return [
    [state, event.status_reason].filter(Boolean).join("\n"),
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
