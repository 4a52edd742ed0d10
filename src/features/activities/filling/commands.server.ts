import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { raiseContentVersion } from "#features/changes/commands.server.ts"
import { type ActivityModel, models } from "../activity.ts"
import { recountFolds, refreshActivities } from "../showing/commands.server.ts"
import { hostOf, writeFolded, writeJoined, writeOnce } from "../store.server.ts"

/** Rows per step: a fraction of a second. */
const atOnce = 2000

/**
 * Writes the activities that public content lacks: everything older than the table of activities, content written by a
 * version without activities, and the sample content. It works in steps, each in a transaction of its own unless there is
 * one already, and can be repeated: it goes on where it stopped.
 */
export async function fillActivities(db: Db): Promise<void> {
  await inSteps(db, "events", fillEvents)
  await inSteps(db, "actors", fillActors)
  await inSteps(db, "relations", (tx, among) => writeJoined(tx, sql`r.id ${among}`, sql`r.created_at`))
  await inSteps(db, "documents", fillDocuments)
  await inSteps(db, "links", fillLinks)
  await inSteps(db, "identities", fillIdentities)
  await raiseContentVersion(db)
}

/** Returns whether the feed was ever filled: the oldest event then has its activity. Later gaps are filled by the nightly job. */
export async function isFilled(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from (select id from events where listed order by id limit 1) as e
    where not exists (select from activities a where a.model = 'contents.Event' and a.object_id = e.id)
      and not exists (select from activity_parts p join activities f on f.id = p.activity_id
        where f.model = 'contents.Event' and p.object_id = e.id)`.execute(db)
  return rows.length === 0
}

/**
 * Fills the feed, then checks of each activity whether it may still be seen: this corrects what an operator or an older
 * version wrote past `changed`. Activities of objects that were deleted for good are deleted.
 */
export async function sweepActivities(db: Db): Promise<void> {
  await fillActivities(db)
  await inSteps(db, "activities", async (tx, among) => {
    await refreshActivities(tx, models, sql`a.id ${among}`)
    await recountFolds(tx, models, sql`f.id ${among}`, sql`p.activity_id ${among}`)
    await sql`delete from activities where id ${among} and ${isAboutNothing}`.execute(tx)
  })
  await raiseContentVersion(db)
}

/** Writes folded activities, then counts them once all rows of the step are there. */
async function fold(tx: Db, model: ActivityModel, rows: RawBuilder<unknown>, among: RawBuilder<unknown>) {
  if (await writeFolded(tx, model, "Create", rows))
    await recountFolds(tx, [model], sql`true`, sql`p.object_id ${among}`)
}

async function fillEvents(tx: Db, among: RawBuilder<unknown>): Promise<void> {
  const rows = (isImported: RawBuilder<unknown>) => sql`
    select ${hostOf("e")} as actor_id, e.id as object_id, coalesce((
      select min(c.created_at) from changes c
      where c.event_id = e.id and c.is_public and c.action in ('created', 'published')), e.created_at) as at
    from events e where e.id ${among} and e.listed
      and ${isImported} exists (select from event_sources s where s.event_id = e.id)`
  await fold(tx, "contents.Event", rows(sql``), among)
  await writeOnce(tx, "contents.Event", "Create", rows(sql`not`))
}

/** Writes activities of pages. Pages that nobody manages came from an import, so they are folded. */
async function fillActors(tx: Db, among: RawBuilder<unknown>): Promise<void> {
  const rows = (isOfSomebody: RawBuilder<unknown>) => sql`
    select null::bigint as actor_id, o.id as object_id, o.created_at as at from actors o
    where o.id ${among} and o.status = 'published' and o.in_directory and ${isOfSomebody} (o.created_by is not null
      or exists (select from relations r where r.actor_id = o.id and r.user_id is not null))`
  await fold(tx, "actors.Actor", rows(sql`not`), among)
  await writeOnce(tx, "actors.Actor", "Create", rows(sql``))
}

async function fillDocuments(tx: Db, among: RawBuilder<unknown>): Promise<void> {
  const rows = sql`
    select coalesce(d.actor_id, ${hostOf("e")}) as actor_id, d.id as object_id, d.created_at as at
    from documents d left join events e on e.id = d.event_id
    where d.id ${among} and d.visibility = 'public' and num_nonnulls(d.actor_id, d.event_id) > 0
      and (d.actor_id is null or exists (select from actors o where o.id = d.actor_id and o.status = 'published'))
      and (d.event_id is null or e.listed)`
  await fold(tx, "documents.Document", rows, among)
}

/** Writes activities of links. Links that a page had from its first day are not news. */
async function fillLinks(tx: Db, among: RawBuilder<unknown>): Promise<void> {
  const rows = sql`
    select l.actor_id, l.id as object_id, l.created_at as at from links l
    join actors o on o.id = l.actor_id and o.status = 'published'
    where l.id ${among} and l.created_at > o.created_at + interval '1 day'`
  await fold(tx, "links.Link", rows, among)
}

async function fillIdentities(tx: Db, among: RawBuilder<unknown>): Promise<void> {
  const rows = sql`
    select u.identity_id as actor_id, i.id as object_id, i.verified_at as at
    from identities i join users u on u.id = i.user_id
    join actors o on o.id = u.identity_id and o.status = 'published'
    where i.id ${among} and i.state = 'verified' and i.verified_at is not null`
  await writeOnce(tx, "fediverse.Identity", "Create", rows)
}

/** Condition: the object of the activity was deleted for good. */
const isAboutNothing = sql`case
  when day is not null then not exists (select from activity_parts p where p.activity_id = activities.id)
  when model = 'contents.Event' then not exists (select from events o where o.id = object_id)
  when model = 'actors.Actor' then not exists (select from actors o where o.id = object_id)
  when model = 'documents.Document' then not exists (select from documents o where o.id = object_id)
  when model = 'links.Link' then not exists (select from links o where o.id = object_id)
  else not exists (select from identities o where o.id = object_id) end`

type Stepped = "events" | "actors" | "relations" | "documents" | "links" | "identities" | "activities"

/** Goes through a table in steps by id; `among` is the range of a step (`between 1 and 2000`). */
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
