import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import { eventFor } from "#features/events/access/queries.server.ts"
import { refuse } from "#lib/refusal.ts"
import { identityOfActor } from "../identities/commands.server.ts"
import { findFederatedEvent } from "../objects/queries.server.ts"
import { eventId } from "../vocabulary/addresses.ts"
import { sendAnswer } from "./incoming-joins.server.ts"

type Removed = { uri: string; inbox: string; join_uri: string; occurrence_id: number | null; state: string }

/**
 * Removes a remote attendee from an event: their server gets a `Reject`, as Mobilizon does it, and they are refused from then
 * on. Repeating it changes nothing.
 */
export async function removeRemoteAttendance(
  db: Db,
  config: Config,
  viewer: Viewer,
  event: number,
  id: number,
): Promise<void> {
  await writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, event, true)
    demand(viewer, "edit", held)
    const { rows } = await sql<Removed>`
      select r.uri, r.inbox, f.join_uri, f.occurrence_id, f.state
      from fediverse_attendances f join remote_actors r on r.id = f.remote_actor_id
      where f.id = ${id} and f.event_id = ${event} for update of f`.execute(tx)
    const one = rows[0] ?? refuse("not_found")
    if (one.state === "removed") return
    await sql`update fediverse_attendances set state = 'removed' where id = ${id}`.execute(tx)
    const told = await findFederatedEvent(tx, config, event)
    const author = told && (await identityOfActor(tx, config, told.author.actorId))
    const object = eventId(config.publicUrl, event, one.occurrence_id ?? undefined)
    const asked = { id: one.join_uri, type: "Join" as const, actor: one.uri, object }
    if (author) await sendAnswer(tx, config, author, "Reject", asked, one.inbox)
    const by = doneBy(viewer as SignedIn, "edit", held)
    await changed(tx, { by, subject: { event }, kind: "attendee_removed", isPublic: false })
  })
}
