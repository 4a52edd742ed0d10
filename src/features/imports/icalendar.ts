import { isLanguage } from "#i18n/languages.ts"
import { RuleRefused } from "#features/events/recurrence.ts"
import { timezoneNamed } from "#lib/time.ts"
import { categoryOf } from "./category.ts"
import { datesOf, type Zones } from "./icalendar-dates.ts"
import { type Component, componentsOf, longestLine, unescaped, valueOf } from "./icalendar-lines.ts"
import { ianaNameOf, ianaZone, zonesOf } from "./icalendar-zones.ts"
import { coordinatesOf, venueIn } from "./location.ts"
import {
  digestOf,
  type ImportedEvent,
  type Reading,
  type ReadOptions,
  type Reason,
  Unreadable,
  unreadable,
} from "./record.ts"
import { descriptionOf, guessLanguage, lineOf, statusInTitle, tagsOf, urlOf } from "./text.ts"

type Entry = {
  component: Component
  zones: Zones
  position: number
  uid: string
  sequence: number
  isOverride: boolean
}

/** Reads the events of iCalendar text (RFC 5545). Tasks, journals and alarms are no events and are passed over. */
export function* readCalendar(text: string, options: ReadOptions): Generator<Reading> {
  for (const entries of groups(entriesOf(componentsOf(text), options))) {
    const masters = entries.filter(({ isOverride }) => !isOverride)
    const overrides = entries.filter(({ isOverride }) => isOverride)
    const master = masters.reduce<Entry | undefined>(
      (best, each) => (best && best.sequence >= each.sequence ? best : each),
      undefined,
    )
    for (const each of masters) if (each !== master) yield refusal(each, { id: "duplicate" })
    // Overrides alone are what some calendars send of an event: then each stands for its own date.
    yield master ? readingOf(master, overrides, options) : readingOf(overrides[0] as Entry, overrides, options)
  }
}

function entriesOf(roots: Component[], options: ReadOptions): Entry[] {
  let position = 0
  const calendars = roots.filter(({ name }) => name === "VCALENDAR")
  const loose: Component = { name: "VCALENDAR", lines: [], parts: roots.filter(({ name }) => name !== "VCALENDAR") }
  return [...calendars, loose].flatMap((calendar) => {
    const told = ianaNameOf(valueOf(calendar, "X-WR-TIMEZONE") ?? "")
    const floating = ianaZone((told && timezoneNamed(told)) || options.timezone)
    const zones = { defined: zonesOf(calendar, floating.name), floating }
    return calendar.parts
      .filter(({ name }) => name === "VEVENT")
      .map((component) => {
        position++
        const uid = valueOf(component, "UID")?.trim()
        const plain = `${valueOf(component, "SUMMARY")}\n${valueOf(component, "DTSTART")}\n${valueOf(component, "LOCATION")}`
        return {
          component,
          zones,
          position,
          uid: uid ? (uid.length > 400 ? digestOf(uid) : uid) : `without-uid:${digestOf(plain)}`,
          sequence: Number(valueOf(component, "SEQUENCE")) || 0,
          isOverride: Boolean(valueOf(component, "RECURRENCE-ID")?.trim()),
        }
      })
  })
}

function groups(entries: Entry[]): Iterable<Entry[]> {
  return Map.groupBy(entries, ({ uid }) => uid).values()
}

function refusal(entry: Entry, reason: Reason): Reading {
  const title = lineOf(unescaped(valueOf(entry.component, "SUMMARY") ?? ""), 120)
  return { position: entry.position, title, external_id: entry.uid, refused: reason }
}

function readingOf(entry: Entry, overrides: Entry[], options: ReadOptions): Reading {
  try {
    const { event, note } = eventOf(entry, overrides, options)
    const title = event.title[event.language]
    return {
      position: entry.position,
      title,
      external_id: entry.uid,
      format: "ical",
      event,
      digest: digestOf(event),
      note,
    }
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof RuleRefused)) throw error
    return refusal(entry, error.reason)
  }
}

function eventOf(entry: Entry, overrides: Entry[], options: ReadOptions): { event: ImportedEvent; note?: Reason } {
  const { component, zones } = entry
  if ([entry, ...overrides].some((each) => each.component.tooLong)) {
    unreadable("line_too_long", { megabytes: longestLine / 1_000_000 })
  }
  const text = (name: string) => {
    const value = valueOf(component, name)
    return value === undefined ? undefined : unescaped(value)
  }
  const description = text("DESCRIPTION")
  const title = lineOf(text("SUMMARY"), 300) ?? lineOf(description?.split("\n")[0], 120) ?? unreadable("no_title")
  const { note, ...dates } = datesOf(component, overrides, zones, options.now)

  const told = component.lines
    .find(({ name }) => name === "SUMMARY")
    ?.params.LANGUAGE?.slice(0, 2)
    .toLowerCase()
  const language = isLanguage(told)
    ? told
    : (options.language ?? guessLanguage(`${title} ${description ?? ""}`) ?? options.usualLanguage ?? "fr")
  const tags = tagsOf(component.lines.filter(({ name }) => name === "CATEGORIES").map(({ value }) => unescaped(value)))
  const html = component.lines.find(({ name, params }) => name === "X-ALT-DESC" && /html/i.test(params.FMTTYPE ?? ""))
  const body = descriptionOf(description) ?? (html && descriptionOf(unescaped(html.value)))
  const [lat, lon] = valueOf(component, "GEO")?.split(/\\?[;,]/) ?? []
  const location = venueIn(text("LOCATION"), coordinatesOf(lat, lon))
  const status = valueOf(component, "STATUS")?.trim().toUpperCase()
  const isSecret = /^(PRIVATE|CONFIDENTIAL)/i.test(valueOf(component, "CLASS")?.trim() ?? "")

  return {
    note,
    event: {
      external_id: entry.uid,
      url: urlOf(text("URL")),
      language,
      title: { [language]: title },
      description: body ? { [language]: body } : {},
      category: categoryOf({ tags, title, text: body, venue: location?.name, language }),
      tags,
      ...dates,
      recurrence: dates.recurrence ?? null,
      status:
        status === "CANCELLED"
          ? "cancelled"
          : (statusInTitle(title) ?? (status === "TENTATIVE" ? "tentative" : "scheduled")),
      location: location ?? null,
      // What its author keeps private is not for us to publish.
      workflow: isSecret ? "draft" : "published",
    },
  }
}
