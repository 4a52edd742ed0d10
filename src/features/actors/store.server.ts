import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { locationIds } from "#features/places/commands.server.ts"
import { sanitiseEach } from "#lib/text/html.ts"
import { moveDrafts } from "#features/drafts/commands.server.ts"
import { refuse } from "#lib/refusal.ts"
import type { ActorDraft, RelationDraft } from "./draft.ts"
import { isReservedFid } from "./fids/reserved-fids.ts"

/** Stores one actor and returns its id; see `saveActors`. */
export async function saveActor(db: Db, draft: ActorDraft & { id?: number }): Promise<number> {
  const [id] = await saveActors(db, [draft])
  return id as number
}

/**
 * Stores actors, new ones and (with an `id`) existing ones, all or none, and returns their ids in order. For an existing actor,
 * fields a draft leaves undefined keep their value; null or an empty list clears them. Another `fid` renames it. Refuses
 * `fid_taken` and, for an unknown id, `actor_not_found`.
 */
export async function saveActors(db: Db, drafts: (ActorDraft & { id?: number })[]): Promise<number[]> {
  if (drafts.length === 0) return []
  if (!db.isTransaction) return db.transaction().execute((tx) => saveActors(tx, drafts))

  const locations = await locationIds(
    db,
    drafts.map(({ location }) => location),
  )
  const rows = drafts.map((draft, index) => ({ ...columnsOf(draft), location_id: locations[index] }))
  const known = rows.filter((row) => row.id !== undefined)
  const added = rows.filter((row) => row.id === undefined)
  if (known.length > 0) await updateActors(db, known)
  if (added.length > 0) await insertActors(db, added)
  const ids = rows.map((row) => row.id as number)

  await writeRooms(db, ids, drafts)
  await writeLinks(db, ids, drafts)
  await writeContacts(db, ids, drafts)
  return ids
}

/**
 * Gives an actor another fid. The old one stays reserved for it for ever and leads to the new one; an actor may take one of its
 * own former fids again. Refuses `fid_taken` and `actor_not_found`.
 */
export async function renameActor(db: Db, id: number, fid: string): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => renameActor(tx, id, fid))

  const actor = await db.selectFrom("actors").select("fid").where("id", "=", id).forUpdate().executeTakeFirst()
  if (!actor) refuse("actor_not_found")
  if (actor.fid === fid) return
  if (isReservedFid(fid)) refuse("fid_taken")

  await db.deleteFrom("former_fids").where("fid", "=", fid).where("actor_id", "=", id).execute()
  await db
    .updateTable("actors")
    .set({ fid, version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute()
    .catch((error: unknown) => {
      if ((error as { constraint?: string }).constraint === "actors_fid_key") refuse("fid_taken")
      throw error
    })
  await refuseFormerFids(db, [fid])
  await db.insertInto("former_fids").values({ fid: actor.fid, actor_id: id }).execute()
  await moveDrafts(db, actor.fid, fid)
}

/** Stores relations as accepted by both sides and visible. */
export async function relate(db: Db, relations: RelationDraft[]): Promise<void> {
  if (relations.length === 0) return
  await db
    .insertInto("relations")
    .values(relations.map((relation) => ({ ...relation, status: "accepted", is_visible: true })))
    .onConflict((existing) =>
      existing
        .columns(["actor_id", "related_actor_id", "relation"])
        .doUpdateSet({ status: "accepted", is_visible: true }),
    )
    .execute()
}

type ActorColumns = ReturnType<typeof columnsOf> & { location_id: number | null | undefined }

/** Returns the columns a draft sets. Undefined ones are left out of the JSON and keep their value. */
function columnsOf(draft: ActorDraft & { id?: number }) {
  const { location: _, rooms: __, links: ___, contacts: ____, description, ...columns } = draft
  return {
    ...columns,
    description: description && sanitiseEach(description),
  }
}

/** Writes JSON without NUL characters and lone surrogates, which PostgreSQL refuses. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === "string" ? each.toWellFormed().replaceAll("\0", "") : each,
  )
}

const columns = sql.raw(
  "type, status, name, language, summary, description, category, tags, location_id, access, in_directory",
)

async function insertActors(db: Db, actors: ActorColumns[]) {
  const fids = actors.map(({ fid }) => fid)
  if (fids.some(isReservedFid) || new Set(fids).size < fids.length) refuse("fid_taken")

  const defaults = { status: "draft", summary: {}, description: {}, tags: [], access: {}, in_directory: true }
  const inserted = await sql<{ id: number; fid: string }>`
    insert into actors (fid, ${columns})
    select fid, ${columns}
    from jsonb_array_elements(${json(actors)}::jsonb) with ordinality as given(draft, position),
      jsonb_populate_record(null::actors, ${json(defaults)}::jsonb || draft)
    order by position
    on conflict (fid) do nothing
    returning id, fid
  `.execute(db)
  if (inserted.rows.length < actors.length) refuse("fid_taken")
  await refuseFormerFids(db, fids)

  const ids = new Map(inserted.rows.map(({ id, fid }) => [fid, id]))
  for (const actor of actors) actor.id = ids.get(actor.fid)
}

async function updateActors(db: Db, actors: ActorColumns[]) {
  const now = await db
    .selectFrom("actors")
    .select(["id", "fid"])
    .where(
      "id",
      "in",
      actors.map(({ id }) => id as number),
    )
    .orderBy("id")
    .forUpdate()
    .execute()
  const fids = new Map(now.map(({ id, fid }) => [id, fid]))
  for (const { id, fid } of actors) if (fids.get(id as number) !== fid) await renameActor(db, id as number, fid)
  await sql`
    update actors set (${columns}, version, updated_at) = (
      select ${columns}, actors.version + 1, now() from jsonb_populate_record(actors, draft - 'fid')
    ), awaits_address_since = case when coalesce(draft->>'status', status) = 'draft' then awaits_address_since end
    from jsonb_array_elements(${json(actors)}::jsonb) as given(draft)
    where actors.id = (draft->>'id')::bigint
  `.execute(db)
}

/** Checked after the fid was written: a transaction renaming away from it at the same moment has finished by then. */
async function refuseFormerFids(db: Db, fids: string[]) {
  const held = await db.selectFrom("former_fids").select("fid").where("fid", "in", fids).limit(1).executeTakeFirst()
  if (held) refuse("fid_taken")
}

async function writeRooms(db: Db, ids: number[], drafts: ActorDraft[]) {
  const touched = ids.filter((_, index) => drafts[index]?.rooms)
  if (touched.length === 0) return
  const rooms = rowsOf(ids, drafts, "rooms", ({ name }) => name)

  const renamed = rooms.filter((room) => room.id !== undefined)
  if (renamed.length > 0) {
    const given = sql`jsonb_to_recordset(${json(renamed)}::jsonb) as given(id bigint, actor_id bigint, name text)`
    const where = sql`rooms.id = given.id and rooms.actor_id = given.actor_id`
    // A room whose name is given to another room is removed.
    await sql`
      delete from rooms using ${given} where rooms.actor_id = given.actor_id and rooms.name = given.name
        and rooms.id <> given.id and rooms.id <> all(${renamed.map(({ id }) => id as number)}::bigint[])`.execute(db)
    // Each room first gets a temporary unique name, so that two rooms can exchange names.
    await sql`update rooms set name = '#' || rooms.id from ${given} where ${where}`.execute(db)
    await sql`update rooms set name = given.name from ${given} where ${where}`.execute(db)
  }
  const given = sql`jsonb_to_recordset(${json(rooms)}::jsonb)
    as given(actor_id bigint, position int, name text, capacity int, access jsonb)`
  await sql`
    delete from rooms where actor_id = any(${touched}::bigint[])
      and (actor_id, name) not in (select actor_id, name from ${given})
  `.execute(db)
  await sql`
    insert into rooms (actor_id, position, name, capacity, access)
    select actor_id, position, name, capacity, coalesce(access, '{}') from ${given}
    on conflict (actor_id, name) do update
      set position = excluded.position, capacity = excluded.capacity, access = excluded.access
  `.execute(db)
}

async function writeLinks(db: Db, ids: number[], drafts: ActorDraft[]) {
  const touched = ids.filter((_, index) => drafts[index]?.links)
  if (touched.length === 0) return
  const links = json(rowsOf(ids, drafts, "links", ({ url }) => url))
  const given = sql`jsonb_to_recordset(${links}::jsonb)
    as given(actor_id bigint, position int, url text, label text, kind text)`
  await sql`
    delete from links where actor_id = any(${touched}::bigint[])
      and (actor_id, url) not in (select actor_id, url from ${given})
  `.execute(db)
  await sql`
    insert into links (actor_id, position, url, label, kind)
    select actor_id, position, url, label, coalesce(kind, 'website') from ${given}
    on conflict (actor_id, url) do update
      set position = excluded.position, label = excluded.label, kind = excluded.kind
  `.execute(db)
}

async function writeContacts(db: Db, ids: number[], drafts: ActorDraft[]) {
  const touched = ids.filter((_, index) => drafts[index]?.contacts)
  if (touched.length === 0) return
  const contacts = json(rowsOf(ids, drafts, "contacts", ({ kind, value }) => `${kind} ${value}`))
  await sql`delete from contacts where actor_id = any(${touched}::bigint[])`.execute(db)
  await sql`
    insert into contacts (actor_id, position, kind, label, value, is_public)
    select actor_id, position, kind, label, value, coalesce(is_public, false)
    from jsonb_to_recordset(${contacts}::jsonb)
      as given(actor_id bigint, position int, kind text, label text, value text, is_public boolean)
    order by actor_id, position
  `.execute(db)
}

/** Lists what belongs to the actors as rows in order; duplicates within one actor are stored once. */
function rowsOf<Key extends "rooms" | "links" | "contacts">(
  ids: number[],
  drafts: ActorDraft[],
  key: Key,
  same: (one: NonNullable<ActorDraft[Key]>[number]) => string,
) {
  return drafts.flatMap((draft, index) => {
    const given = (draft[key] ?? []) as NonNullable<ActorDraft[Key]>[number][]
    const different = [...new Map(given.map((one) => [same(one), one])).values()]
    return different.map((one, position) => Object.assign({}, one, { actor_id: ids[index] as number, position }))
  })
}
