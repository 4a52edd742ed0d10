import type { ActorDraft } from "#features/actors/draft.ts"
import type { EventDraft } from "#features/events/draft.ts"
import type { Language } from "#i18n/languages.ts"
import { instantOf } from "#lib/time.ts"
import { groups } from "./pages/groups.ts"
import { musicians } from "./pages/musicians.ts"
import { organizers } from "./pages/organizers.ts"
import { french, inAll, mainLanguage, type Page } from "./pages/pages.ts"
import { people } from "./pages/people.ts"
import { placesAround } from "./pages/places-around.ts"
import { places } from "./pages/places.ts"
import type { Planned } from "./productions/planner.ts"
import { pricesIn } from "./productions/prices.ts"
import type { Credit } from "./productions/production.ts"
import { roles } from "./pages/roles.ts"

const houses = [...places, ...placesAround]

/** Every invented page with its actor type. */
export const pages: (Page & { type: ActorDraft["type"] })[] = [
  ...houses.map((page) => ({ ...page, type: "place" as const })),
  ...groups.map((page) => ({ ...page, type: "group" as const })),
  ...[...musicians, ...people].map((page) => ({ ...page, type: "person" as const })),
  ...organizers.map((page) => ({ ...page, type: "organizer" as const })),
]

const pageOf = new Map(pages.map((page) => [page.fid, page]))

/** Returns a page of the sample content as a draft to be saved. */
export function actorDraft(sample: (typeof pages)[number]): ActorDraft {
  const { texts, timezone: _, plays_in: __, works_at: ___, partners: ____, ...page } = sample
  return {
    ...page,
    status: "published",
    language: mainLanguage(texts),
    summary: inAll(texts, "summary"),
    description: inAll(texts, "description"),
  }
}

/** The database ids the sample needs: pages by fid, rooms by `fid/name`. */
export type Ids = { pages: Map<string, number>; rooms: Map<string, number>; festival?: number }

/** Returns a planned event with its ids, instants and texts, ready to be saved. */
export function eventDraft({ production, showing, dates, ...planned }: Planned, ids: Ids): EventDraft {
  const { at } = showing
  const house = typeof at === "string" ? housed(at) : undefined
  const {
    language: here,
    timezone = "Europe/Brussels",
    ...address
  } = typeof at === "string" ? { language: mainLanguage(housed(at).texts), timezone: housed(at).timezone } : at
  const language = production.texts[here] ? here : mainLanguage(production.texts)
  const organizers = [...(house ? [house.fid] : []), ...(showing.with ?? [])]
  if (planned.isFestival || planned.isPart) organizers.reverse()
  const prices = showing.prices ?? production.prices
  const mode = showing.mode ?? "onsite"

  return {
    language,
    title: inAll(production.texts, "title"),
    summary: inAll(production.texts, "summary"),
    description: inAll(production.texts, "description"),
    category: production.category,
    tags: [...(production.tags ?? []), ...(production.surtitles ?? []).map((each) => surtitled(each, language))],
    timezone,
    all_day: planned.allDay,
    doors_minutes: production.doors_minutes ?? null,
    recurrence: planned.recurrence ?? null,
    occurrences: dates.map(({ start, end, status = "scheduled", was }) => ({
      starts_at: instantOf(start, timezone),
      ends_at: instantOf(end, timezone),
      status,
      recurrence_id: was ? instantOf(was, timezone) : null,
    })),
    status: showing.change?.status ?? "scheduled",
    status_reason: reasonOf(showing.change?.reason, language),
    mode,
    online_url: mode === "onsite" ? null : `${house?.links?.[0]?.url}/live/${production.key}`,
    place_id: house ? idOf(ids.pages, house.fid) : null,
    room_id: house && showing.room ? idOf(ids.rooms, `${house.fid}/${showing.room}`) : null,
    location: house ? null : address,
    parent_id: planned.isPart ? (ids.festival ?? null) : null,
    organizer_ids: organizers.map((fid) => idOf(ids.pages, fid)),
    lineup: (production.lineup ?? []).map((credit) => lineupOf(credit, language, ids)),
    prices: pricesIn(language, prices),
    ticket_url: prices === "free" ? null : ticketsAt(house, production.key),
    capacity: production.capacity ?? null,
    age_min: production.age_min ?? null,
    age_max: production.age_max ?? null,
    languages: production.languages ?? [],
    access: { ...production.access, ...showing.access },
    workflow: "published",
  }
}

function lineupOf(credit: Credit, language: Language, ids: Ids): NonNullable<EventDraft["lineup"]>[number] {
  const role = credit.role ? roles[credit.role][language] : null
  if ("name" in credit) return { name: credit.name, role, confirmed: true }
  const page = pageOf.get(credit.actor)
  if (!page) throw new Error(`the sample has no page ${credit.actor}`)
  return { actor_id: idOf(ids.pages, page.fid), name: page.name, role, confirmed: credit.confirmed ?? true }
}

function ticketsAt(house: Page | undefined, key: string): string | null {
  const office = house?.links?.find((link) => link.kind === "ticketing")
  return office ? `${office.url}/${key}` : null
}

function reasonOf(reason: string | undefined, language: Language): string | null {
  return (language === "fr" && reason ? french(reason) : reason) ?? null
}

function surtitled(into: Language, language: Language): string {
  const word = { fr: "surtitré", en: "surtitled", nl: "boventiteld" }[language]
  return `${word} ${into.toUpperCase()}`
}

function housed(fid: string): Page {
  const house = houses.find((page) => page.fid === fid)
  if (!house) throw new Error(`the sample has no house ${fid}`)
  return house
}

function idOf(ids: Map<string, number>, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`the sample has no ${key}`)
  return id
}
