import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { manages } from "#features/actors/access/queries.server.ts"
import type { By } from "#features/changes/change.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import { graceSeconds } from "../notice.ts"

/** Events of an import for which a page gets separate requests; more than these are folded into one request. */
const mostApart = 3

/** Asks the pages that these published events name, and that have not answered, to confirm: once for each page and event. */
export async function requestConfirmations(tx: Db, by: By, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0) return
  const { rows } = await sql<{ id: number; actor_id: number }>`
    with named(event_id, actor_id, part) as (
      select event_id, actor_id, 'organizer' from event_organizers
        where event_id = any(${eventIds}::bigint[]) and position > 0 and status = 'pending'
      union select event_id, actor_id, 'performer' from event_lineup
        where event_id = any(${eventIds}::bigint[]) and actor_id is not null and not confirmed
      union select e.id, e.place_id, 'place' from events e
        where e.id = any(${eventIds}::bigint[]) and e.place_id is not null
          and not exists (select from event_confirmations ec
            where ec.event_id = e.id and ec.actor_id = e.place_id and ec.part = 'place')
          and not exists (select from event_organizers eo where eo.event_id = e.id and eo.actor_id = e.place_id)
    )
    insert into notices (kind, event_id, actor_id, user_id, becomes, event_title, event_language)
    select 'confirmation', event_id, actor_id, ${by.userId}::bigint, jsonb_build_object('part', json_agg(part order by part)),
      (array_agg(e.title))[1], min(e.language)
    from named join events e on e.id = event_id and e.workflow = 'published' and e.last_until > now()
    where exists (select from relations r where r.actor_id = named.actor_id and ${manages} and r.user_id is distinct from ${by.userId}::bigint)
    group by event_id, actor_id
    on conflict (event_id, actor_id) where kind = 'confirmation' do nothing returning id, actor_id`.execute(tx)
  const together = by.through === "import" ? await foldRequests(tx, rows) : []
  const apart = rows.filter(({ actor_id }) => !together.includes(actor_id))
  await enqueueAll(
    tx,
    "notices.gather",
    apart.map(({ id }) => ({ noticeId: id })),
    { startAfter: graceSeconds },
  )
}

/**
 * Folds the requests to pages that an import names many times into one notice each, including those of batches a moment ago;
 * returns these pages. The separate notices stay stored as done, so that no event asks again.
 */
async function foldRequests(tx: Db, asked: { id: number; actor_id: number }[]): Promise<number[]> {
  const pages = Map.groupBy(asked, ({ actor_id }) => actor_id)
  const { rows: waiting } = await sql<{ actor_id: number }>`
    select actor_id from notices where kind = 'confirmation' and event_id is null and started_at is null
      and actor_id = any(${[...pages.keys()]}::bigint[])`.execute(tx)
  const isWaiting = new Set(waiting.map(({ actor_id }) => actor_id))
  const many = [...pages].filter(([page, those]) => those.length > mostApart || isWaiting.has(page))
  if (many.length === 0) return []
  const ids = many.flatMap(([, those]) => those.map(({ id }) => id))
  await sql`update notices set started_at = now(), gathered_at = now() where id = any(${ids}::bigint[])`.execute(tx)
  const counts = many
    .map(([actor_id, those]) => ({ actor_id, count: those.length }))
    .toSorted((a, b) => a.actor_id - b.actor_id)
  const { rows: made } = await sql<{ id: number; isNew: boolean }>`
    insert into notices (kind, actor_id, becomes)
    select 'confirmation', actor_id, jsonb_build_object('count', count)
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as given(actor_id bigint, count int) order by actor_id
    on conflict (actor_id) where kind = 'confirmation' and event_id is null and started_at is null
    do update set becomes = jsonb_build_object('count', (notices.becomes->>'count')::int + (excluded.becomes->>'count')::int)
    returning id, xmax = 0 as "isNew"`.execute(tx)
  await enqueueAll(
    tx,
    "notices.gather",
    made.flatMap(({ id, isNew }) => (isNew ? [{ noticeId: id }] : [])),
    { startAfter: graceSeconds },
  )
  return many.map(([page]) => page)
}
