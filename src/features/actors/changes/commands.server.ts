import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type Action, isLogged, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { isoAt } from "#lib/time.ts"

/** What was changed: of each field what it was and what it is. Long texts are only named. */
export type ChangedFields = Record<string, [unknown, unknown] | []>
export type ChangedThing = { actor_id: number } | { event_id: number }

export type Change = {
  id: number
  action: string
  fields: ChangedFields
  by: { name: string; fid: string | null } | null
  by_office: boolean
  created: string
}

/** Notes who did what, in the transaction that does it. */
export async function recordChange(
  tx: Db,
  viewer: NonNullable<Viewer>,
  thing: ChangedThing & { relations?: readonly Relation[] },
  right: Action,
  action: string,
  fields: ChangedFields = {},
): Promise<void> {
  const { relations, ...of } = thing
  await tx
    .insertInto("changes")
    .values({
      ...of,
      user_id: viewer.userId,
      action,
      fields: JSON.stringify(fields),
      by_office: isLogged(viewer, right, { relations }),
    })
    .execute()
}

const longest = 500
/** What follows from other things, or from who looks. */
const derived = new Set(
  `url handle updated version next my_attendance attendance_counts is_followed is_managed my_relation may confirmations
   contents distance channels is_claimable hidden sequence`.split(/\s+/),
)

/** The fields in which two representations of one thing differ. */
export function differences(before: object, after: object): ChangedFields {
  const fields: ChangedFields = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (derived.has(name)) continue
    const pair = [before, after].map((one) => (one as Record<string, unknown>)[name] ?? null)
    const [was, is] = pair.map((value) => JSON.stringify(value)) as [string, string]
    if (was !== is) fields[name] = was.length + is.length > longest ? [] : (pair as [unknown, unknown])
  }
  return fields
}

/** Who changed it, what and when, newest first; and how many changes there are. */
export async function listChanges(
  db: Db,
  thing: ChangedThing,
  page: { start: number; limit: number },
  timezone: string,
): Promise<{ changes: Change[]; total: number }> {
  const of = "actor_id" in thing ? sql`c.actor_id = ${thing.actor_id}` : sql`c.event_id = ${thing.event_id}`
  const [{ rows }, total] = await Promise.all([
    sql<Omit<Change, "created"> & { created_at: Date }>`
      select c.id, c.action, c.fields, c.by_office, c.created_at,
        case when u.id is not null then json_build_object('name', coalesce(a.name, u.name, u.username), 'fid', a.fid) end as by
      from changes c left join users u on u.id = c.user_id
      left join actors a on a.id = u.identity_id and a.status = 'published'
      where ${of} order by c.id desc limit ${page.limit} offset ${page.start}`.execute(db),
    sql<{ count: number }>`select count(*) as count from changes c where ${of}`.execute(db),
  ])
  return {
    changes: rows.map(({ created_at, ...rest }) => ({ ...rest, created: isoAt(created_at, timezone) })),
    total: Number(total.rows[0]?.count ?? 0),
  }
}
