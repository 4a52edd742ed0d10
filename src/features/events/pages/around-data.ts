import type { AnswerTo, Api } from "#web/api.ts"
import type { Actor } from "#features/actors/actor.ts"
import type { Event } from "../event.ts"
import { type AgendaEvent, listEvent } from "../listing/list-event.ts"

/** The fields of the event's house that its page shows, for access. */
export type House = Pick<Actor, "fid" | "name" | "access"> & {
  rooms: Pick<Actor["rooms"][number], "id" | "access" | "capacity">[]
}

const shown = 3
/** Number of remote comments on a page. */
export const commentsAtOnce = 20

/** A page of the remote comments that the organisers show. */
export type Comments = { items: AnswerTo<"/api/contents/events/{id}/comments/">; total: number; start: number }

async function readComments(api: Api, { id, workflow }: Event, start: number): Promise<Comments | undefined> {
  if (workflow !== "published") return undefined
  const found = await api
    .list("/api/contents/events/{id}/comments/", { id: String(id), start, limit: commentsAtOnce })
    .catch(() => undefined)
  return found && found.total > 0 ? { items: found.items, total: found.total, start } : undefined
}

type Around = { house?: House; neighbours: AgendaEvent[]; comments?: Comments }

/** Loads the house of an event, other events there, and remote comments. The page does without them when loading fails. */
export async function readAround(api: Api, event: Event, start = 0): Promise<Around> {
  const [around, comments] = await Promise.all([readHouse(api, event), readComments(api, event, start)])
  return comments ? { ...around, comments } : around
}

async function readHouse(api: Api, event: Event): Promise<Pick<Around, "house" | "neighbours">> {
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
