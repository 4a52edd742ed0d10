import { categoryOf } from "../categories/category.ts"
import { coordinatesIn, coordinatesOf, locationOf, venueIn } from "../places/location.ts"
import { whereaboutsIn } from "../places/online.ts"
import { pictureAt } from "../reading/picture.ts"
import { freeIn } from "../reading/prices.ts"
import { digestOf, type ImportedEvent, type ReadOptions, unreadable } from "../reading/record.ts"
import { descriptionOf, guessLanguage, lineOf, statusInTitle, tagsOf, urlOf } from "../reading/text.ts"
import { checkYears, clockOf, endAfter, timeOf, type WrittenTime } from "../reading/times.ts"
import { type Element, partOf, textIn } from "./xml-element.ts"

/** The properties of a feed that apply to all its entries. */
export type FeedHead = { language?: string; link?: string }

// Names of an entry's dates in the event modules of RSS (ev:, xcal:, mec:, tribe) and of Atom (gd:when). The date of publication
// is not the date of the event.
const starts = ["startdate", "dtstart", "start", "starttime", "start_date", "eventstart", "begin", "startdatetime"]
const ends = ["enddate", "dtend", "end", "endtime", "end_date", "eventend", "enddatetime"]
const places = ["location", "venue", "where", "place", "event_location"]

/** Returns the language of a feed, and the address of its page. */
export function feedHead(parents: Element[]): FeedHead {
  const head = parents.find((parent) => partOf(parent, "title")) ?? parents.at(-1)
  const language = textIn(head, "language") ?? parents.map(({ attributes }) => attributes["xml:lang"]).find(Boolean)
  return { language: language?.slice(0, 2).toLowerCase(), link: textIn(head, "link") }
}

/** Maps an entry of an RSS or Atom feed with an event date; refuses an entry without one. */
export function fromFeedEntry(entry: Element, feed: FeedHead, options: ReadOptions): ImportedEvent {
  const title = lineOf(textIn(entry, "title"), 300) ?? unreadable("no_title")
  const body =
    textIn(entry, "encoded") ?? textIn(entry, "content") ?? textIn(entry, "description") ?? textIn(entry, "summary")
  const told = feed.language
  const language =
    options.language ??
    guessLanguage(`${title} ${body ?? ""}`) ??
    (told === "fr" || told === "en" || told === "nl" ? told : (options.usualLanguage ?? "fr"))
  const description = descriptionOf(body)
  const { start, end } = spanOf(entry, options.timezone)
  checkYears(start.at, end)
  const link = entry.parts
    .filter(({ name, attributes }) => name.endsWith("link") && (attributes.rel ?? "alternate") === "alternate")
    .map(({ text, attributes }) => urlOf(attributes.href ?? text))
    .find(Boolean)
  const id = lineOf(textIn(entry, "guid") ?? textIn(entry, "id"), 480) ?? link
  const named = placeIn(entry)
  const whereabouts = whereaboutsIn(named)
  const tags = tagsOf(
    entry.parts.filter(({ name }) => name === "category").map(({ text, attributes }) => attributes.term ?? text),
  )

  return {
    external_id: id ?? digestOf([title, start.at]),
    url: link,
    language,
    title: { [language]: title },
    description: description ? { [language]: description } : {},
    category: categoryOf({ kinds: [lineOf(textIn(entry, "type"), 100)], tags, title, text: description, language }),
    tags,
    timezone: options.timezone,
    all_day: start.dateOnly,
    occurrences: [{ starts_at: start.at, ends_at: end }],
    status: statusInTitle(title) ?? "scheduled",
    mode: whereabouts.mode,
    online_url: whereabouts.online_url ?? null,
    location: whereabouts.mode === "online" ? null : (locationIn(entry, whereabouts.place) ?? null),
    prices: freeIn(body),
    picture: pictureIn(entry),
    workflow: "published",
  }
}

/**
 * Returns the image of RSS `enclosure`, Media RSS `content` and `thumbnail`, or Atom `link rel="enclosure"`, where its type is an
 * image.
 */
function pictureIn(entry: Element) {
  for (const { name, attributes } of entry.parts) {
    const isEnclosure = name === "enclosure" || (name.endsWith("link") && attributes.rel === "enclosure")
    const isMedia = name === "media:content" || name === "media:thumbnail"
    const isImage = /^image\b/.test(attributes.type ?? attributes.medium ?? (name === "media:thumbnail" ? "image" : ""))
    const picture = (isEnclosure || isMedia) && isImage ? pictureAt(attributes.url ?? attributes.href) : undefined
    if (picture) return { ...picture, credit: lineOf(textIn(entry, "credit"), 300) }
  }
  return undefined
}

function spanOf(entry: Element, timezone: string): { start: WrittenTime; end: Date | null } {
  const when = partOf(entry, "when")?.attributes
  const first = (names: string[]) => names.map((name) => textIn(entry, name)).find((text) => text !== undefined)
  const begin = when?.startTime ?? when?.starttime ?? first(starts) ?? unreadable("no_start")
  const start =
    withClock(begin, textIn(entry, "starthour"), timezone) ?? unreadable("start_unclear", { value: begin.slice(0, 60) })
  const told = when?.endTime ?? when?.endtime ?? first(ends)
  const stop = told === undefined ? undefined : withClock(told, textIn(entry, "endhour"), timezone)
  if (start.dateOnly) {
    const until = stop?.dateOnly ? new Date(stop.at.getTime() + 86_400_000) : undefined
    return { start, end: endAfter(start.at, until, timezone) }
  }
  return { start, end: stop && !stop.dateOnly ? endAfter(start.at, stop.at, timezone) : null }
}

/** Parses a date with the hour that stands beside it; also the date format of mail (RFC 822). */
function withClock(value: string, hour: string | undefined, timezone: string): WrittenTime | undefined {
  const clock = hour && (clockOf(hour) ?? clockOfTwelve(hour))
  const told = timeOf(clock ? `${value} ${clock}` : value, timezone) ?? timeOf(value, timezone)
  if (told || !/^[A-Za-z]{3}, \d{1,2} [A-Za-z]{3} \d{4} /.test(value)) return told
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? undefined : { at, dateOnly: false }
}

function clockOfTwelve(hour: string): string | undefined {
  const match = /^(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m/i.exec(hour.trim())
  if (!match) return undefined
  const late = match[3]?.toLowerCase() === "p"
  return clockOf(`${(Number(match[1]) % 12) + (late ? 12 : 0)}:${match[2] ?? "00"}`)
}

function placeIn(entry: Element): string | undefined {
  const where = partOf(entry, "where")?.attributes.valuestring ?? partOf(entry, "where")?.attributes.valueString
  return where ?? places.map((name) => textIn(entry, name)).find((text) => text !== undefined)
}

function locationIn(entry: Element, place: string | undefined) {
  const point =
    coordinatesIn(textIn(entry, "point")) ??
    coordinatesOf(textIn(entry, "lat"), textIn(entry, "long") ?? textIn(entry, "lng"))
  const address = textIn(entry, "address")
  return address ? locationOf({ name: place, address, point }) : venueIn(place, point)
}
