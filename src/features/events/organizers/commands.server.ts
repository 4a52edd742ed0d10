import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { may } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { demand, heldActor } from "#features/actors/access/queries.server.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { changeEntry, storeOrder, reorderedIds } from "../entries/commands.server.ts"
import type { Site } from "../reading.server.ts"
import { organizersOf } from "../writing/fields.server.ts"
import { mostOrganizers } from "./inputs.ts"

type At = { eventId: number; versions: number[] | undefined; site: Site }
type Row = { id: number; fid: string; position: number; status: "accepted" | "pending" | "refused" }

/**
 * Requests a page as co-organiser of an event, and returns whether the request is new; a page of the viewer's agrees at once.
 * Repeating the request changes nothing. A page that declined is not requested again.
 */
export async function addOrganizer(
  db: Db,
  viewer: Viewer,
  { eventId, versions, site }: At,
  fid: string,
): Promise<boolean> {
  return changeEntry(db, viewer, eventId, versions, site, async (tx, me) => {
    const [page] = await organizersOf(tx, me, [fid], "fid")
    if (!page) return refuseFields({ fid: ["errors.actor_unknown"] })
    const rows = await rowsOf(tx, eventId)
    const known = rows.find(({ id }) => id === page.id)
    const status = may(me, "edit", page) ? "accepted" : "pending"
    if (known && (known.status === "accepted" || known.status === status)) return { isChanged: false, result: false }
    if (known?.status === "refused" && status === "pending") refuseFields({ fid: ["errors.tag_refused"] })
    if (!known && rows.filter((one) => one.status !== "refused").length >= mostOrganizers) refuse("too_many")
    await sql`
      insert into event_organizers (event_id, actor_id, position, status)
      select ${eventId}, ${page.id}, coalesce(max(position) + 1, 0), ${status} from event_organizers
      where event_id = ${eventId}
      on conflict (event_id, actor_id) do update set status = excluded.status`.execute(tx)
    return { isChanged: true, result: !known }
  })
}

/** Moves an organiser to another position. The first one is the host, which has to be a page of the viewer's that agreed. */
export async function moveOrganizer(
  db: Db,
  viewer: Viewer,
  { eventId, versions, site }: At,
  fid: string,
  position: number | undefined,
): Promise<void> {
  await changeEntry(db, viewer, eventId, versions, site, async (tx, me, held) => {
    const rows = await rowsOf(tx, eventId)
    const named = rows.filter(({ status }) => status !== "refused").map(({ id }) => id)
    const { id } = organizerIn(rows, fid)
    const after = position === undefined ? named : reorderedIds(named, id, position)
    if (after.join() === named.join()) return { isChanged: false, result: undefined }
    const host = rows.find((one) => one.id === after[0])
    if (host && host.position !== 0) {
      const page = (await heldActor(tx, me, host.fid)) ?? refuse("organizer_not_found")
      demand(me, held.workflow === "draft" ? "edit" : "publish", page)
      if (host.status !== "accepted") refuse("not_allowed")
    }
    const others = rows.filter(({ status }) => status === "refused").map((one) => one.id)
    await storeOrder(tx, sql`event_organizers`, sql`actor_id`, eventId, [...after, ...others])
    return { isChanged: true, result: undefined }
  })
}

/** Removes an organiser from an event, or withdraws the request. The host stays until another page is the host. */
export async function removeOrganizer(
  db: Db,
  viewer: Viewer,
  { eventId, versions, site }: At,
  fid: string,
): Promise<void> {
  await changeEntry(db, viewer, eventId, versions, site, async (tx) => {
    const { id, position } = organizerIn(await rowsOf(tx, eventId), fid)
    if (position === 0) refuse("host_stays")
    await sql`delete from event_organizers where event_id = ${eventId} and actor_id = ${id}`.execute(tx)
    return { isChanged: true, result: undefined }
  })
}

async function rowsOf(tx: Db, eventId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select a.id, a.fid, eo.position, eo.status from event_organizers eo join actors a on a.id = eo.actor_id
    where eo.event_id = ${eventId} order by eo.position`.execute(tx)
  return rows
}

function organizerIn(rows: readonly Row[], fid: string): Row {
  return rows.find((one) => one.fid === fid && one.status !== "refused") ?? refuse("organizer_not_found")
}
