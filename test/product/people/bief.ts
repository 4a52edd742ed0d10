import type { Site } from "../../instances/server.ts"
import { givePage, type Person, somebody } from "./page-people.ts"

/** Returns the id of the venue that `givesBief` created for its owner. */
export const biefOf = (owner: Person) => `bief_${owner.name}`

/** Creates a venue with two rooms, for tests of its events. */
export const givesBief = (owner: Person, name = "Théâtre du Bief") =>
  givePage(owner, {
    fid: biefOf(owner),
    name,
    location: { street: "3 quai du Bief", locality: "Liège", country: "BE", lat: 50.64, lon: 5.57, precision: "exact" },
    rooms: [{ name: "Grande salle" }, { name: "Studio" }],
  })

/** Creates an account that owns the venue. */
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

/** Reads an event from the API as its owner. */
export const readEvent = (owner: Person, id: number | string): Promise<Told> =>
  owner.ask("GET", `/api/contents/events/${id}/`)

/** Creates an event at the venue, as a draft unless `more` says otherwise. */
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
