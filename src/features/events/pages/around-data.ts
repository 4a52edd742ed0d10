import type { Api } from "#web/api.ts"
import type { Actor } from "#features/actors/actor.ts"
import type { Event } from "../event.ts"
import { type AgendaEvent, listEvent } from "../listing/list-event.ts"

/** What an event's page tells of its house: how to get in. */
export type House = Pick<Actor, "fid" | "name" | "access"> & {
  rooms: Pick<Actor["rooms"][number], "id" | "access" | "capacity">[]
}

const shown = 3

/** The house of an event and what else is on there. The page does without them when they cannot be read. */
export async function readAround(api: Api, event: Event): Promise<{ house?: House; neighbours: AgendaEvent[] }> {
  const { place } = event
  if (!place) return { neighbours: [] }
  const [actor, others] = await Promise.all([
    api.get("/api/actors/{fid}/", { fid: place.fid }).catch(() => undefined),
    api.list("/api/contents/events/", { filter: "future", actor: place.fid, limit: shown + 1 }).catch(() => undefined),
  ])
  const house: House = actor
    ? {
        fid: actor.fid,
        name: actor.name,
        access: actor.access,
        rooms: actor.rooms.map(({ id, access, capacity }) => ({ id, access, capacity })),
      }
    : { ...place, access: {}, rooms: [] }
  const neighbours = (others?.items ?? []).filter(({ id }) => id !== event.id).slice(0, shown)
  return { house, neighbours: neighbours.map(listEvent) }
}
