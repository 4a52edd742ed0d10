import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { fillActivities } from "#features/activities/filling/commands.server.ts"
import { sideOf } from "#features/actors/openings/opening.ts"
import { type OpeningDraft, saveOpenings } from "#features/actors/openings/store.server.ts"
import { relate, saveActors } from "#features/actors/store.server.ts"
import type { ActorDraft, RelationDraft } from "#features/actors/draft.ts"
import { saveEvents } from "#features/events/store.server.ts"
import { addDays, dateAt } from "#lib/time.ts"
import { actorDraft, eventDraft, type Ids, pages } from "./drafts.ts"
import { openings } from "./openings.ts"
import { french } from "./pages/pages.ts"
import { planSample } from "./productions/planner.ts"

/**
 * Writes the sample content into an empty network: invented venues, artists and organizers, and eight weeks of events around
 * `now`, by the calendar in `timezone` (IANA). Returns how much was written; undefined when there was content already.
 */
export async function loadSample(
  db: Db,
  now: Date,
  timezone: string,
): Promise<{ actors: number; events: number } | undefined> {
  if (!db.isTransaction) return db.transaction().execute((tx) => loadSample(tx, now, timezone))

  // Of two processes that start at once, one waits and then finds the content written.
  await sql`select pg_advisory_xact_lock(hashtext('sample content'))`.execute(db)
  if (await isInUse(db)) return undefined

  const actorIds = await saveActors(db, pages.map(actorDraft))
  const ids: Ids = { pages: new Map(pages.map(({ fid }, index) => [fid, actorIds[index] as number])), rooms: new Map() }
  await relate(db, relationsOf(ids))
  const rooms = await db
    .selectFrom("rooms")
    .innerJoin("actors", "actors.id", "rooms.actor_id")
    .select(["rooms.id", "rooms.name", "actors.fid"])
    .execute()
  for (const room of rooms) ids.rooms.set(`${room.fid}/${room.name}`, room.id)

  await saveOpenings(db, await openingDrafts(db, dateAt(now, timezone)), timezone)

  const plan = planSample(dateAt(now, timezone))
  const [festival] = await saveEvents(
    db,
    plan.filter((each) => each.isFestival).map((each) => eventDraft(each, ids)),
  )
  const rest = plan.filter((each) => !each.isFestival)
  await saveEvents(
    db,
    rest.map((each) => eventDraft(each, { ...ids, festival })),
  )
  // The sample has no author, and nobody is notified of it: it only has to appear, also in the feed.
  await fillActivities(db)
  return { actors: pages.length, events: plan.length }
}

/** Returns the open dates from `today` on, each at the location of its page. */
async function openingDrafts(db: Db, today: string): Promise<OpeningDraft[]> {
  const rows = await db
    .selectFrom("actors")
    .innerJoin("locations as spot", "spot.id", "actors.location_id")
    .select(["actors.id", "fid", "type", "locality", "actors.lat", "actors.lon"])
    .where(
      "fid",
      "in",
      openings.map(({ fid }) => fid),
    )
    .execute()
  return openings.map(({ fid, kind, days: [first, last], categories = [], spaces = [], radius, note = null }) => {
    const page = rows.find((row) => row.fid === fid)
    if (page?.lat == null || page.lon == null) throw new Error(`the sample has no place for ${fid}`)
    const { id, type, locality, lat, lon } = page
    return {
      actor_id: id,
      side: sideOf(type as ActorDraft["type"]),
      kind,
      categories,
      spaces,
      radius,
      is_public: true,
      starts_on: addDays(today, first),
      ends_on: addDays(today, last),
      town: locality,
      lat,
      lon,
      note: note && french(note),
    }
  })
}

async function isInUse(db: Db): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from actors) or exists (select from events) as used
  `.execute(db)
  return rows[0]?.used ?? false
}

function relationsOf(ids: Ids): RelationDraft[] {
  const between = (from: string, to: string, relation: RelationDraft["relation"]) => ({
    actor_id: ids.pages.get(from) as number,
    related_actor_id: ids.pages.get(to) as number,
    relation,
  })
  return pages.flatMap((page) => [
    ...(page.plays_in ?? []).map((group) => between(page.fid, group, "group")),
    ...(page.works_at ?? []).map((house) => between(page.fid, house, "member")),
    ...(page.partners ?? []).map((partner) => between(partner, page.fid, "partner")),
  ])
}
