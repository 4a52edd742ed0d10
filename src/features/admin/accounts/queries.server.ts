import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Site } from "#features/actors/queries.server.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import type { AccountFilter } from "./account.ts"
import type { AccountsQuery } from "./inputs.ts"
import type { Account } from "./representation.server.ts"

/**
 * Most results of each kind of match (username, name of an owned page). To find an account beyond them, the user has to type more
 * of the name.
 */
const mostFound = 1000

type Reference = Omit<Account["owned"][number], "url">
type Row = Omit<Account, "created" | "suspended" | "page" | "owned"> & {
  created_at: Date
  suspended_at: Date | null
  page: Reference | null
  owned: Reference[]
}

const filters: Record<AccountFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  staff: sql`(u.is_moderator or u.is_admin)`,
  suspended: sql`u.suspended_at is not null`,
}

/** Lists accounts, newest first (search results by username), with the total count. */
export async function listAccounts(
  db: Db,
  { q, filter, start, limit }: AccountsQuery,
  site: Site,
): Promise<{ accounts: Account[]; total: number }> {
  const shown = sql`u.deleted_at is null and ${filters[filter]}`
  const where = q ? sql`u.id in (${found(q, shown)}) and ${shown}` : shown
  const order = q ? sql`u.username collate "C"` : sql`u.id desc`
  const [accounts, counted] = await Promise.all([
    read(db, where, sql`order by ${order} limit ${limit} offset ${start}`, site),
    sql<{ count: number }>`select count(*)::int as count from users u where ${where}`.execute(db),
  ])
  return { accounts, total: counted.rows[0]?.count ?? 0 }
}

/** Returns one account by its id. */
export async function findAccount(db: Db, id: number, site: Site): Promise<Account | undefined> {
  return (await read(db, sql`u.deleted_at is null and u.id = ${id}`, sql``, site))[0]
}

/**
 * SQL for the ids of accounts, among those the filter shows, whose username begins with the query, whose e-mail address equals
 * it, or who own a published page with the query in its name.
 */
function found(q: string, shown: RawBuilder<unknown>) {
  const escaped = q.replaceAll(/[\\%_]/g, "\\$&")
  return sql`
    (select u.id from users u where u.username like lower(${escaped}) || '%' and ${shown} order by u.username limit ${mostFound})
    union (select user_id from emails where lower(email) = lower(${q}))
    union (select u.id from actors a join relations r on r.actor_id = a.id join users u on u.id = r.user_id
      where plain(a.name) like '%' || plain(${escaped}) || '%' and a.status = 'published' and ${shown}
        and r.relation = 'owner' and r.status = 'accepted' limit ${mostFound})`
}

async function read(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { publicUrl, timezone }: Site,
): Promise<Account[]> {
  const { rows } = await sql<Row>`
    select u.id, u.username, coalesce(own.name, u.name, u.username) as name, u.is_moderator, u.is_admin,
      u.suspended_at, u.suspended_reason, u.created_at,
      exists (select from emails e where e.user_id = u.id and e.verified_at is not null) as is_verified,
      case when own.id is not null then json_build_object('fid', own.fid, 'type', own.type, 'name', own.name) end as page,
      array(select json_build_object('fid', a.fid, 'type', a.type, 'name', a.name)
        from relations r join actors a on a.id = r.actor_id and a.status = 'published'
        where r.user_id = u.id and r.relation = 'owner' and r.status = 'accepted'
          and not exists (select from relations other where other.actor_id = a.id and other.user_id <> u.id
            and other.relation = 'owner' and other.status = 'accepted')
        order by a.sort_name, a.id limit 10) as owned
    from users u left join actors own on own.id = u.identity_id and own.status = 'published'
    where ${where} ${order}`.execute(db)
  const withUrl = (one: Reference) => ({ ...one, url: `${publicUrl}${paths.actor(one.fid)}` })
  return rows.map(({ created_at, suspended_at, page, owned, ...row }) => ({
    ...row,
    page: page && withUrl(page),
    owned: owned.map(withUrl),
    suspended: suspended_at && isoAt(suspended_at, timezone),
    created: isoAt(created_at, timezone),
  }))
}
