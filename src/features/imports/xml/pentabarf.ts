import { isLanguage } from "#i18n/languages.ts"
import { addDays } from "#lib/time.ts"
import { categoryOf } from "../categories/category.ts"
import { locationOf } from "../places/location.ts"
import { digestOf, type ImportedEvent, type ReadOptions, unreadable } from "../reading/record.ts"
import { descriptionOf, guessLanguage, lineOf, statusInTitle, tagsOf, urlOf } from "../reading/text.ts"
import { checkYears, clockOf, timeOf, zoneOr } from "../reading/times.ts"
import { type Element, partOf, textIn } from "./xml-element.ts"

/** The properties of a programme that apply to all its events. */
export type Schedule = {
  acronym: string
  venue?: string
  city?: string
  timezone?: string
  dayChange: string
  baseUrl?: string
}

/** Reads the head of a programme in the format of pentabarf, frab and pretalx, as FOSDEM and the CCC publish theirs. */
export function scheduleOf(root: Element): Schedule {
  const conference = partOf(root, "conference")
  const said = (name: string) => lineOf(textIn(conference, name), 200)
  return {
    acronym: said("acronym") ?? said("title") ?? "schedule",
    venue: said("venue"),
    city: said("city"),
    timezone: said("time_zone_name"),
    dayChange: clockOf(said("day_change")?.slice(0, 5)) ?? "00:00",
    baseUrl: urlOf(said("base_url")),
  }
}

/** Maps one event of a programme; `parents` are its day and its room. */
export function fromPentabarf(
  event: Element,
  parents: Element[],
  schedule: Schedule,
  options: ReadOptions,
): ImportedEvent {
  const said = (name: string, longest = 300) => lineOf(textIn(event, name), longest)
  const title = said("title") ?? unreadable("no_title")
  const timezone = zoneOr(schedule.timezone, options.timezone)
  const texts = [textIn(event, "abstract"), textIn(event, "description")]
  const told = said("language")?.slice(0, 2).toLowerCase()
  const language =
    options.language ??
    (isLanguage(told) ? told : (guessLanguage(`${title} ${texts.join(" ")}`) ?? options.usualLanguage ?? "en"))
  const html = texts.map((text) => descriptionOf(text) ?? "").join("")
  const subtitle = said("subtitle", 1000)
  const room = said("room") ?? lineOf(parents.find(({ name }) => name === "room")?.attributes.name, 120)
  const id = event.attributes.guid ?? event.attributes.id
  const { starts_at, ends_at } = spanOf(event, parents, schedule, timezone)
  const persons = partOf(event, "persons")?.parts ?? []
  const category = categoryOf({ kinds: [said("type")], tags: tagsOf([said("track")]), title, text: html, language })

  return {
    external_id: `${schedule.acronym}:${id ?? digestOf([title, starts_at, room])}`.slice(0, 500),
    url: urlOf(said("url", 1800)) ?? pageOf(schedule, said("slug")),
    language,
    title: { [language]: title },
    summary: subtitle ? { [language]: subtitle } : {},
    description: html ? { [language]: html } : {},
    // A programme of talks: an event is a talk unless its words name another category.
    category: category === undefined || category === "other" ? "talk" : category,
    tags: tagsOf([said("track")?.replaceAll(",", " "), said("type")]),
    timezone,
    occurrences: [{ starts_at, ends_at }],
    status: statusInTitle(title) ?? "scheduled",
    location: locationOf({ name: [room, schedule.venue].filter(Boolean).join(", "), locality: schedule.city }) ?? null,
    lineup: persons.flatMap(({ name, text }) => {
      const person = name === "person" ? lineOf(text, 200) : undefined
      return person ? [{ name: person }] : []
    }),
    languages: told && /^[a-z]{2}$/.test(told) ? [told] : [],
    workflow: "published",
  }
}

function spanOf(event: Element, parents: Element[], schedule: Schedule, timezone: string) {
  const clock = clockOf(textIn(event, "start")?.slice(0, 5))
  const day = parents.find(({ name }) => name === "day")?.attributes.date
  // A day of a programme lasts until people sleep: 1:30 after "day_change" 9:00 is the night that follows.
  const date = day && clock && clock < schedule.dayChange ? addDays(day, 1) : day
  const told = textIn(event, "date")
  const start =
    timeOf(told && /T\d/.test(told) ? told : date && clock ? `${date}T${clock}` : undefined, timezone) ??
    unreadable("start_unclear", { value: [day, clock].filter(Boolean).join(" ") || "–" })
  const length = /^(?:(\d+):)?(\d{1,3}):(\d{2})$/.exec(textIn(event, "duration") ?? "")
  const [days, hours, minutes] = (length?.slice(1) ?? []).map((each) => Number(each ?? 0))
  const milliseconds = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60_000
  const ends_at = milliseconds > 0 ? new Date(start.at.getTime() + milliseconds) : null
  checkYears(start.at, ends_at)
  return { starts_at: start.at, ends_at }
}

function pageOf({ baseUrl }: Schedule, slug: string | undefined): string | undefined {
  return baseUrl && slug && /^[\w-]+$/.test(slug) ? urlOf(`${baseUrl.replace(/\/$/, "")}/event/${slug}/`) : undefined
}
