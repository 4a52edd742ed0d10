import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { writing } from "#db/writing.ts"
import { raiseContentVersion } from "#features/changes/commands.server.ts"
import { recountFolds, refreshSome } from "../showing/commands.server.ts"
import { hostOf, writeFolded, writeJoined, writeOnce } from "../store.server.ts"

/** So many rows at a time: a part of a second. */
const atOnce = 2000

/**
 * Writes the lines of what is public and has none: all there was before there were lines, what a version wrote that knows
 * of none, a whole network of invented content. Then looks at each line whether it can still be seen. In steps, each a
 * transaction of its own unless there is one already; begun again, it goes on where it stopped.
 */
export async function fillActivities(db: Db): Promise<void> {
  await inSteps(db, "events", (tx, among) => fillEvents(tx, among))
  await inSteps(db, "actors", (tx, among) => fillActors(tx, among))
  await inSteps(db, "relations", (tx, among) => writeJoined(tx, sql`r.id ${among}`, sql`r.created_at`))
  await inSteps(db, "documents", (tx, among) =>
    writeFolded(
      tx,
      "documents.Document",
      "Create",
      sql`select coalesce(d.actor_id, ${hostOf("e")}) as actor_id, d.id as object_id, d.created_at as at
        from documents d left join events e on e.id = d.event_id
        where d.id ${among} and d.visibility = 'public' and num_nonnulls(d.actor_id, d.event_id) > 0
          and (d.actor_id is null or exists (select from actors o where o.id = d.actor_id and o.status = 'published'))
          and (d.event_id is null or e.listed)`,
    ),
  )
  await inSteps(db, "links", (tx, among) =>
    writeFolded(
      tx,
      "links.Link",
      "Create",
      // What a page began with is no news of its own.
      sql`select l.actor_id, l.id as object_id, l.created_at as at from links l
        join actors o on o.id = l.actor_id and o.status = 'published'
        where l.id ${among} and l.created_at > o.created_at + interval '1 day'`,
    ),
  )
  await inSteps(db, "identities", (tx, among) =>
    writeOnce(
      tx,
      "fediverse.Identity",
      "Create",
      sql`select u.identity_id as actor_id, i.id as object_id, i.verified_at as at
        from identities i join users u on u.id = i.user_id
        join actors o on o.id = u.identity_id and o.status = 'published'
        where i.id ${among} and i.state = 'verified' and i.verified_at is not null`,
    ),
  )
  await inSteps(db, "activities", async (tx, among) => {
    await refreshSome(tx, sql`a.id ${among}`)
    await recountFolds(tx, sql`f.id ${among}`, sql`p.activity_id ${among}`)
  })
  await deleteInSteps(db, "activities", sql`${isAboutNothing}`)
  await raiseContentVersion(db)
}

async function fillEvents(tx: Db, among: RawBuilder<unknown>): Promise<void> {
  const rows = (isImported: RawBuilder<unknown>) => sql`
    select ${hostOf("e")} as actor_id, e.id as object_id, coalesce((
      select min(c.created_at) from changes c
      where c.event_id = e.id and c.is_public and c.action in ('created', 'published')), e.created_at) as at
    from events e where e.id ${among} and e.listed
      and ${isImported} exists (select from event_sources s where s.event_id = e.id)`
  await writeFolded(tx, "contents.Event", "Create", rows(sql``))
  await writeOnce(tx, "contents.Event", "Create", rows(sql`not`))
}

/** Pages that nobody works on were made by an import, many at once. */
async function fillActors(tx: Db, among: RawBuilder<unknown>): Promise<void> {
  const rows = (isOfSomebody: RawBuilder<unknown>) => sql`
    select null::bigint as actor_id, o.id as object_id, o.created_at as at from actors o
    where o.id ${among} and o.status = 'published' and o.in_directory and ${isOfSomebody} (o.created_by is not null
      or exists (select from relations r where r.actor_id = o.id and r.user_id is not null))`
  await writeFolded(tx, "actors.Actor", "Create", rows(sql`not`))
  await writeOnce(tx, "actors.Actor", "Create", rows(sql``))
}

/** What its lines were about is gone for good. */
const isAboutNothing = sql`case
  when day is not null then not exists (select from activity_parts p where p.activity_id = activities.id)
  when model = 'contents.Event' then not exists (select from events o where o.id = object_id)
  when model = 'actors.Actor' then not exists (select from actors o where o.id = object_id)
  else not exists (select from identities o where o.id = object_id) end`

type Stepped = "events" | "actors" | "relations" | "documents" | "links" | "identities" | "activities"

/** Goes through a table by its numbers; `among` says which of them are meant (`between 1 and 2000`). */
async function inSteps(
  db: Db,
  table: Stepped,
  step: (tx: Db, among: RawBuilder<unknown>) => Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ last: number | null }>`
      select max(id) as last from (
        select id from ${sql.table(table)} where id > ${after} order by id limit ${atOnce}) as few`.execute(db)
    const last = rows[0]?.last
    if (typeof last !== "number") return
    await writing(db, (tx) => step(tx, sql`between ${after + 1} and ${last}`))
    after = last
  }
}
