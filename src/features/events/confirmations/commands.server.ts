import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { demand, heldActor } from "#features/actors/access/queries.server.ts"
import { doneBy } from "#features/accounts/rights.ts"
import { changed } from "#features/changes/commands.server.ts"
import { refuse } from "#lib/refusal.ts"
import { eventFor, heldEvent } from "../access/queries.server.ts"
import type { Confirmation } from "../writing/inputs.ts"

type Part = NonNullable<Confirmation["part"]>
type Status = "accepted" | "declined" | "untagged"
const statusOf = { accept: "accepted", decline: "declined", untag: "untagged" } as const

/**
 * Stores the answer of a page that an event names, as co-organiser, performer or place: accept, or remove the name. Repeating an
 * answer changes nothing. A page that declined or untagged is not named with a link again.
 */
export async function answerConfirmation(db: Db, viewer: Viewer, eventId: number, given: Confirmation): Promise<void> {
  await writing(db, async (tx) => {
    await eventFor(tx, viewer, eventId)
    const actor = (await heldActor(tx, viewer, given.fid)) ?? refuse("confirmation_not_found")
    demand(viewer, "edit", actor)
    const me = viewer as NonNullable<Viewer>
    const held = (await heldEvent(tx, viewer, eventId, true)) ?? refuse("event_not_found")
    const status = statusOf[given.answer]

    const parts = (await partsOf(tx, eventId, actor.id)).filter(({ part }) => !given.part || part === given.part)
    if (parts.length === 0) refuse("confirmation_not_found")
    const open = parts.filter((one) => one.status !== status)
    for (const { part, isNamed } of open) {
      // A page whose name was removed has nothing left to accept.
      if (!isNamed) refuse("confirmation_not_found")
      await answer(tx, me, eventId, actor.id, part, status)
    }
    if (open.length === 0) return
    const places = open.some(({ part }) => part === "place") && status !== "accepted" ? 1 : 0
    await tx
      .updateTable("events")
      .set({ updated_at: sql`now()`, sequence: sql`sequence + ${places}` })
      .where("id", "=", eventId)
      .execute()
    await changed(tx, {
      by: doneBy(me, "follow", { relations: held.relations }),
      subject: { event: eventId },
      kind: `confirmation_${status}`,
      isPublic: held.listed,
      before: { confirmation: null },
      after: { confirmation: { fid: actor.fid, parts: open.map(({ part }) => part) } },
    })
  })
}

type Named = { part: Part; status: string; isNamed: boolean }

/** Returns how an event names a page, or did so before. */
async function partsOf(tx: Db, eventId: number, actorId: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select 'organizer' as part, case when status = 'refused' then 'declined' else status end as status, true as "isNamed"
      from event_organizers where event_id = ${eventId} and actor_id = ${actorId} and position > 0
    union all select 'performer', case when bool_and(confirmed) then 'accepted' else 'pending' end, true
      from event_lineup where event_id = ${eventId} and actor_id = ${actorId} having count(*) > 0
    union all select 'place', coalesce((select status from event_confirmations
        where event_id = ${eventId} and actor_id = ${actorId} and part = 'place'), 'pending'), true
      from events where id = ${eventId} and place_id = ${actorId}
    union all select part, status, false from event_confirmations ec
      where event_id = ${eventId} and actor_id = ${actorId} and status <> 'accepted'
        and not exists (select from event_lineup l where l.event_id = ec.event_id and l.actor_id = ec.actor_id and ec.part = 'performer')
        and not exists (select from events e where e.id = ec.event_id and e.place_id = ec.actor_id and ec.part = 'place')`.execute(
    tx,
  )
  return rows
}

async function answer(
  tx: Db,
  me: NonNullable<Viewer>,
  eventId: number,
  actorId: number,
  part: Part,
  status: Status,
): Promise<void> {
  if (part === "organizer") {
    await tx
      .updateTable("event_organizers")
      .set({ status: status === "accepted" ? "accepted" : "refused" })
      .where("event_id", "=", eventId)
      .where("actor_id", "=", actorId)
      .execute()
    return
  }
  await tx
    .insertInto("event_confirmations")
    .values({ event_id: eventId, actor_id: actorId, part, status, user_id: me.userId })
    .onConflict((existing) =>
      existing
        .columns(["event_id", "actor_id", "part"])
        .doUpdateSet({ status, user_id: me.userId, answered_at: sql`now()` }),
    )
    .execute()
  if (part === "performer") {
    await tx
      .updateTable("event_lineup")
      .set(status === "accepted" ? { confirmed: true } : { confirmed: false, actor_id: null })
      .where("event_id", "=", eventId)
      .where("actor_id", "=", actorId)
      .execute()
  } else if (status !== "accepted") {
    // The address remains as text: people have to find the event.
    await sql`
      with spot as (
        insert into locations (name, street, postal_code, locality, region, country, lat, lon, precision)
        select coalesce(l.name, a.name), l.street, l.postal_code, l.locality, l.region, l.country, l.lat, l.lon,
          coalesce(l.precision, 'unknown')
        from actors a left join locations l on l.id = a.location_id where a.id = ${actorId}
        on conflict (name, street, postal_code, locality, region, country, lat, lon) do update set precision = excluded.precision
        returning id)
      update events set place_id = null, room_id = null, location_id = coalesce(events.location_id, spot.id)
      from spot where events.id = ${eventId}`.execute(tx)
  }
}
