import type { Actor } from "#features/actors/actor.ts"
import { browserApi } from "#web/api/browser-api.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import type { Proposal } from "./groups.ts"
import { lineProposals, placeNamed, placesPartlyNamed } from "./line-fields.ts"
import { placeKey } from "./read-names.ts"
import { addressIn, readPastedLine, hasEventDetails } from "./pasted-line.ts"

// Loaded once something is pasted, so that other visits do not pay for it.
export { addressIn }
export { readEventProposals } from "./read-event-fields.ts"
export { proposalWords } from "./proposal-words.ts"

type Around = {
  today: string
  current: Fields
  main: string
  usual: number | null
  /** Place pages the viewer manages. */
  venues: readonly Pick<Actor, "fid" | "name" | "type">[]
}

/** Longest wait for the directory (milliseconds); without its answer a place is a plain name. */
const patience = 2500

/**
 * Returns the form fields for a line. It is read in the browser; only names that may be a place are looked up in the directory.
 */
export async function understandLine(text: string, { today, venues, ...around }: Around): Promise<Proposal[]> {
  const first = readPastedLine(text, today)
  const found = await placesCalled(first.places)
  const named = [...found].flatMap(([name, places]) => (placesOf(places, name).length > 0 ? placeKey(name) : []))
  const partlyNamed = first.places.filter((name) => placesPartlyNamed(venues, name).length > 0).map(placeKey)
  const known = new Set(named.length > 0 ? named : partlyNamed)
  const pasted = known.size > 0 ? readPastedLine(text, today, known) : first
  const places = [...found.values()].flat()
  const different = [...new Map(places.map((place) => [place.fid, place])).values()]
  const place = pasted.place === undefined ? undefined : placeNamed(different, pasted.place, pasted.locality, venues)
  return lineProposals(pasted, { ...around, place })
}

/** Tells whether a text pasted into the title field holds more than a title. */
export function isMoreThanTitle(text: string, today: string): boolean {
  return addressIn(text) !== undefined || hasEventDetails(readPastedLine(text, today))
}

function placesOf(places: readonly Actor[], name: string): Actor[] {
  return places.filter((one) => placeKey(one.name) === placeKey(name))
}

async function placesCalled(names: readonly string[]): Promise<Map<string, Actor[]>> {
  const found = new Map<string, Actor[]>()
  const asked = names.map(async (name) => {
    const { items } = await browserApi.list("/api/actors/", { q: name.slice(0, 100), type: "place", limit: 8 })
    found.set(name, items)
  })
  await Promise.race([Promise.allSettled(asked), new Promise((over) => setTimeout(over, patience))])
  return found
}
