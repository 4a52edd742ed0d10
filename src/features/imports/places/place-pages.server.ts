import type { Db } from "#db/connection.ts"
import { saveActors } from "#features/actors/store.server.ts"
import { freeFidLike } from "#features/actors/fids/queries.server.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"
import type { Language } from "#i18n/languages.ts"

export type NewPlace = { name: string; language: Language; location: LocationDraft }

/** Returns the venues that could have pages: those with a name and a town or a point, each once. */
export function venuesAmong(events: { language: Language; location?: LocationDraft | null }[]): Map<string, NewPlace> {
  const venues = new Map<string, NewPlace>()
  for (const { language, location } of events) {
    const name = location?.name
    const key = location && venueKey(location)
    if (name && key && !venues.has(key)) venues.set(key, { name, language, location })
  }
  return venues
}

/** Returns a key that is equal for the same venue: its plain name with its town, or with its coordinates. */
export function venueKey({ name, locality, lat, lon }: LocationDraft): string | undefined {
  if (!name) return undefined
  if (locality) return `${plainOf(name)} ${plainOf(locality)}`
  return typeof lat === "number" && typeof lon === "number"
    ? `${plainOf(name)} ${lat.toFixed(3)} ${lon.toFixed(3)}`
    : undefined
}

/**
 * Makes a published page for each venue, without an owner: the venue can claim it. Returns the page ids by key. Only one import
 * at a time makes pages, so that a venue gets a single one.
 */
export async function makePlacePages(tx: Db, venues: Map<string, NewPlace>): Promise<Map<string, number>> {
  const entries = [...venues].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const made = new Map<string, number>()
  for (const [key, { name, language, location }] of entries) {
    const wish = fidWish(name, location.locality)
    const fid = (await freeFidLike(tx, wish)) ?? (await freeFidLike(tx, `${wish.slice(0, 20)}-${Date.now() % 100_000}`))
    if (!fid) continue
    const [id] = await saveActors(tx, [{ fid, type: "place", status: "published", name, language, location }])
    made.set(key, id as number)
  }
  return made
}

function fidWish(name: string, locality: string | null | undefined): string {
  const word = (text: string) =>
    plainOf(text)
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
  const short = word(name).slice(0, 30).replace(/-+$/, "")
  if (short.length >= 3) return short
  return `${short}-${word(locality ?? "lieu")}`
    .slice(0, 30)
    .replaceAll(/^-+|-+$/g, "")
    .padEnd(3, "0")
}

function plainOf(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim()
}
