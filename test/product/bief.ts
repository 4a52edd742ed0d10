import type { Site } from "../server.ts"
import { givePage, type Person, somebody } from "./page-people.ts"

/** The venue that `givesBief` gave somebody. */
export const biefOf = (owner: Person) => `bief_${owner.name}`

/** A venue with two rooms, for tests of its events. */
export const givesBief = (owner: Person, name = "Théâtre du Bief") =>
  givePage(owner, {
    fid: biefOf(owner),
    name,
    location: { street: "3 quai du Bief", locality: "Liège", country: "BE", lat: 50.64, lon: 5.57, precision: "exact" },
    rooms: [{ name: "Grande salle" }, { name: "Studio" }],
  })

/** Somebody who has it. */
export async function ownerOfBief(site: Site, name?: string): Promise<Person> {
  const owner = await somebody(site)
  await givesBief(owner, name)
  return owner
}

type Told = {
  id: number
  title: Record<string, string>
  workflow: string
  poster_roll: number
  occurrences: { start: string; end: string | null; status: string }[]
  [field: string]: unknown
}

/** An event as the API tells it to somebody. */
export const readEvent = (owner: Person, id: number | string): Promise<Told> =>
  owner.ask("GET", `/api/contents/events/${id}/`)

/** An event of the venue, a draft unless said otherwise. */
export const makesEvent = (owner: Person, title: string, start: string, more: object = {}): Promise<Told> =>
  owner.ask("POST", "/api/contents/events/", {
    title: { fr: title },
    language: "fr",
    category: "theatre",
    organizers: [biefOf(owner)],
    place: biefOf(owner),
    start,
    timezone: "Europe/Brussels",
    ...more,
  })
