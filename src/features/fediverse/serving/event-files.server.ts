import { type Context, Hono } from "hono"
import { noFile } from "#http/files/file-answers.ts"
import type { World } from "#http/world.ts"
import { describeDates, findFederatedEvent, findNote, isDeletedEvent } from "../objects/queries.server.ts"
import { eventId } from "../vocabulary/addresses.ts"
import type { Audience } from "../vocabulary/described.ts"
import { activityDocument, goneResponse } from "./responses.ts"
import type { SignedRead } from "./gate.server.ts"
import { isOfFollower } from "./queries.server.ts"

/**
 * Serves events and their change notes to other servers. Events for followers are only served to signed requests of a
 * follower.
 */
export function eventFiles({ db, config }: Pick<World, "db" | "config">) {
  const { publicUrl } = config
  const files = new Hono()
  const audienceOf = async (c: Context, id: number): Promise<Audience> => {
    const { signer } = (c.env ?? {}) as SignedRead
    return signer && (await isOfFollower(db, { event: id }, signer.id)) ? "followers" : "public"
  }

  /** Describes one date of an event. The event's own address stands for the first date, or the next one if that is gone. */
  const dateAt = async (c: Context) => {
    const id = Number(c.req.param("id"))
    if (!Number.isSafeInteger(id)) return undefined
    const told = await findFederatedEvent(db, config, id)
    if (!told || (told.audience === "followers" && (await audienceOf(c, id)) === "public")) return undefined
    const occurrence = c.req.param("date")
    const uri = eventId(publicUrl, id, occurrence === undefined ? undefined : Number(occurrence))
    return describeDates(told, config).find((one) => one.id === uri)
  }
  const noEvent = async (c: Context) => {
    const id = Number(c.req.param("id"))
    if (!Number.isSafeInteger(id) || !(await isDeletedEvent(db, id))) return noFile(c)
    return goneResponse(c, { id: `${publicUrl}${c.req.path}`, type: "Tombstone", formerType: "Event" })
  }
  for (const path of ["/ap/events/:id{[0-9]{1,15}}", "/ap/events/:id{[0-9]{1,15}}/dates/:date{[0-9]{1,15}}"] as const) {
    files.get(path, async (c) => {
      const event = await dateAt(c)
      return event ? activityDocument(c, event) : noEvent(c)
    })
    files.get(`${path}/organizers`, async (c) => {
      const event = await dateAt(c)
      return event ? activityDocument(c, event.organizers as { type: string }) : noEvent(c)
    })
    files.get(`${path}/notes/:version{[0-9]{1,9}}`, async (c) => {
      const id = Number(c.req.param("id"))
      const note = await findNote(db, id, `${publicUrl}${c.req.path}`, await audienceOf(c, id))
      return note ? activityDocument(c, note as { type: string }) : noFile(c)
    })
  }
  return files
}
