import { isLanguage } from "#i18n/languages.ts"
import { RuleRefused } from "#features/events/dates/recurrence.ts"
import { isCategory } from "#features/events/categories.ts"
import { timezoneNamed } from "#lib/time.ts"
import { inCategory } from "../categories/category-map.ts"
import { categoryOf } from "../categories/category.ts"
import { datesOf, type Zones } from "./icalendar-dates.ts"
import {
  type CalendarFrame,
  type Component,
  componentOf,
  eventsIn,
  lineOf,
  longestLine,
  type RawEvent,
  unescaped,
  valueOf,
} from "./icalendar-lines.ts"
import { ianaNameOf, ianaZone, zonesOf } from "./icalendar-zones.ts"
import { coordinatesOf, venueIn } from "../places/location.ts"
import { whereaboutsIn } from "../places/online.ts"
import { foyerStatus, foyerTitle, foyerZone } from "./foyer-calendar.ts"
import { pictureAt } from "../reading/picture.ts"
import { freeIn } from "../reading/prices.ts"
import {
  digestOf,
  type ImportedEvent,
  type Reading,
  type ReadOptions,
  type Reason,
  Unreadable,
  unreadable,
} from "../reading/record.ts"
import { descriptionOf, guessLanguage, lineOf as wordsOf, statusInTitle, tagsOf, urlOf } from "../reading/text.ts"

/** The properties of a calendar that its events need. */
type Frame = { zones: Zones; isOurs: boolean }
type Entry = {
  raw: RawEvent
  frame: () => Frame
  position: number
  uid: string
  sequence: number
  isOverride: boolean
}
type Read = { component: Component; zones: Zones }

/**
 * Reads the events of iCalendar text (RFC 5545) as a stream. The components of one event may stand anywhere in the file, and so
 * may the zones: the events are held unparsed until the end of the file, and then parsed one after the other.
 */
export async function* readCalendar(pieces: AsyncIterable<string>, options: ReadOptions): AsyncGenerator<Reading> {
  const { groups, words } = await entriesOf(pieces, options)
  const told = { ...options, usualLanguage: guessLanguage(words, 40_000) }
  for (const [uid, entries] of groups) {
    groups.delete(uid)
    const masters = entries.filter(({ isOverride }) => !isOverride)
    const overrides = entries.filter(({ isOverride }) => isOverride)
    const master = masters.reduce<Entry | undefined>(
      (best, each) => (best && best.sequence >= each.sequence ? best : each),
      undefined,
    )
    for (const each of masters) if (each !== master) yield refusal(each, { id: "duplicate" })
    // Some calendars send only overrides of an event: then each stands for its own date.
    yield readingOf(master ?? (overrides[0] as Entry), overrides, told)
  }
}

async function entriesOf(pieces: AsyncIterable<string>, options: ReadOptions) {
  const groups = new Map<string, Entry[]>()
  const frames = new Map<CalendarFrame, Frame>()
  let words = ""
  let position = 0
  for await (const { event, frame } of eventsIn(pieces)) {
    position++
    const field = (name: string) => fieldIn(event.text, name)
    const told = field("UID")?.trim()
    const plain = `${field("SUMMARY")}\n${field("DTSTART")}\n${field("LOCATION")}`
    const uid = told ? (told.length > 400 ? digestOf(told) : told) : `without-uid:${digestOf(plain)}`
    const entry: Entry = {
      raw: event,
      frame() {
        let read = frames.get(frame)
        if (!read) frames.set(frame, (read = frameOf(frame, options)))
        return read
      },
      position,
      uid,
      sequence: Number(field("SEQUENCE")) || 0,
      isOverride: Boolean(field("RECURRENCE-ID")?.trim()),
    }
    const group = groups.get(uid)
    if (group) group.push(entry)
    else groups.set(uid, [entry])
    if (words.length < 40_000) words += ` ${field("SUMMARY")?.slice(0, 2000)} ${field("DESCRIPTION")?.slice(0, 4000)}`
  }
  return { groups, words }
}

const fieldPatterns = new Map<string, RegExp>()

/** Returns the value of a property without parsing the others; undefined when there is none. */
function fieldIn(text: string, name: string): string | undefined {
  let pattern = fieldPatterns.get(name)
  if (!pattern) fieldPatterns.set(name, (pattern = new RegExp(`^(?:[\\w-]+\\.)?${name}\\s*(?=[;:])`, "im")))
  const at = pattern.exec(text)
  if (!at) return undefined
  const end = text.indexOf("\n", at.index)
  return lineOf(text.slice(at.index, end < 0 ? undefined : end))?.value
}

function frameOf({ lines, zones }: CalendarFrame, options: ReadOptions): Frame {
  const value = (name: string) => lines.find((line) => line.name === name)?.value ?? ""
  const told = ianaNameOf(value("X-WR-TIMEZONE"))
  const floating = ianaZone((told && timezoneNamed(told)) || options.timezone)
  return {
    zones: { defined: zonesOf(zones, floating.name), floating },
    isOurs: /\/\/Foyer\/\//.test(value("PRODID")),
  }
}

function refusal(entry: Entry, reason: Reason): Reading {
  const title = wordsOf(unescaped(fieldIn(entry.raw.text, "SUMMARY")?.slice(0, 1000) ?? ""), 120)
  return { position: entry.position, title, external_id: entry.uid, refused: reason }
}

function readingOf(entry: Entry, overrides: Entry[], options: ReadOptions): Reading {
  if (options.watch?.begins() === false) return refusal(entry, { id: "too_slow" })
  try {
    const { zones, isOurs } = entry.frame()
    const read: Read = { component: componentOf(entry.raw), zones }
    const others = overrides.map((each): Read => ({ component: componentOf(each.raw), zones: each.frame().zones }))
    const { event: told, note } = eventOf(entry.uid, { ...read, isOurs }, others, options)
    const { picture, ...event } = inCategory(told, options.categories)
    const title = event.title[event.language]
    return {
      position: entry.position,
      title,
      external_id: entry.uid,
      format: "ical",
      event,
      digest: digestOf(event),
      ...(picture ? { picture } : {}),
      note,
    }
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RuleRefused) return refusal(entry, error.reason)
    // One broken event must not prevent reading the others.
    return refusal(entry, { id: "record_broken", args: { detail: String((error as Error).message).slice(0, 120) } })
  }
}

function eventOf(
  uid: string,
  { component, zones, isOurs }: Read & { isOurs: boolean },
  overrides: Read[],
  options: ReadOptions,
): { event: ImportedEvent; note?: Reason } {
  if (component.tooLong) unreadable("line_too_long", { megabytes: longestLine / 1_000_000 })
  const text = (name: string, longest = 4000) => {
    const value = valueOf(component, name)?.slice(0, longest)
    return value === undefined ? undefined : unescaped(value)
  }
  if ((valueOf(component, "SUMMARY")?.length ?? 0) > longestTitle)
    unreadable("title_too_long", { characters: longestTitle })
  const zone = foyerZone(component)
  const floating = zone ? ianaZone(zone) : zones.floating
  const description = text("DESCRIPTION", 100_000)
  const said = wordsOf(text("SUMMARY", longestTitle), 300)
  const title =
    (said && foyerTitle(component, said)) ?? wordsOf(description?.split("\n")[0], 120) ?? unreadable("no_title")
  const { note, ...dates } = datesOf(component, overrides, { ...zones, floating }, options.now)

  const told = component.lines
    .find(({ name }) => name === "SUMMARY")
    ?.params.LANGUAGE?.slice(0, 2)
    .toLowerCase()
  const language = isLanguage(told)
    ? told
    : (options.language ?? guessLanguage(`${title} ${description ?? ""}`) ?? options.usualLanguage ?? "fr")
  const categories = component.lines
    .filter(({ name }) => name === "CATEGORIES")
    .map(({ value }) => value.slice(0, 4000))
  // Our own calendars write the category in words first: it is not a tag.
  const labels = categories.flatMap(listed)
  const tags = tagsOf(labels.slice(isOurs ? 1 : 0))
  const named = valueOf(component, "X-FOYER-CATEGORY")?.trim() ?? ""
  const html = component.lines.find(({ name, params }) => name === "X-ALT-DESC" && /html/i.test(params.FMTTYPE ?? ""))
  const body = descriptionOf(description) ?? (html && descriptionOf(unescaped(html.value.slice(0, 100_000))))
  const [lat, lon] = valueOf(component, "GEO")?.split(/\\?[;,]/) ?? []
  const status = valueOf(component, "STATUS")?.trim().toUpperCase()
  const isSecret = /^(PRIVATE|CONFIDENTIAL)/i.test(valueOf(component, "CLASS")?.trim() ?? "")
  const whereabouts = whereaboutsIn(text("LOCATION"))
  const location = venueIn(whereabouts.place, coordinatesOf(lat, lon))
  const meeting = urlOf(text("CONFERENCE"))
  const isOnline = whereabouts.mode === "online" || (meeting !== undefined && whereabouts.place === undefined)

  return {
    note,
    event: {
      external_id: uid,
      url: urlOf(text("URL")),
      language,
      title: { [language]: title },
      description: body ? { [language]: body } : {},
      category: categoryOf({
        // Our own calendars have the category as its code, and in words as the first of CATEGORIES; both are read.
        kinds: isOurs || isCategory(named) ? [named, ...labels.slice(0, 1)] : [],
        tags,
        title,
        text: body,
        venue: location?.name,
        language,
      }),
      tags,
      ...dates,
      recurrence: dates.recurrence ?? null,
      status:
        foyerStatus(component) ??
        (status === "CANCELLED"
          ? "cancelled"
          : (statusInTitle(title) ?? (status === "TENTATIVE" ? "tentative" : "scheduled"))),
      mode: isOnline ? "online" : meeting ? "hybrid" : whereabouts.mode,
      online_url: meeting ?? whereabouts.online_url ?? null,
      location: isOnline ? null : (location ?? null),
      prices: freeIn(description),
      picture: pictureIn(component),
      // An event that its author marks as private must not be published.
      workflow: isSecret ? "draft" : "published",
    },
  }
}

/** Returns an RFC 7986 IMAGE or an attached image, by its address. */
function pictureIn(component: Component) {
  const line = component.lines.find(
    ({ name, params, value }) =>
      (name === "IMAGE" || (name === "ATTACH" && /^image\//i.test(params.FMTTYPE ?? ""))) && /^https?:/i.test(value),
  )
  return line && pictureAt(line.value.slice(0, 2000))
}

/** Splits a list of texts: a comma behind a backslash belongs to the text. */
function listed(value: string): string[] {
  return value.split(/(?<!\\),/).map(unescaped)
}

const longestTitle = 20_000
