import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { isoAt } from "#lib/time.ts"
import type { LogEntry } from "./representation.server.ts"

type Row = Omit<LogEntry, "created"> & { created_at: Date }

/** Lists the actions of administrators, newest first, with the total count. */
export async function listLog(
  db: Db,
  { start, limit }: { start: number; limit: number },
  timezone: string,
): Promise<{ entries: LogEntry[]; total: number }> {
  const person = (alias: string) => sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object(
    'id', ${sql.ref(`${alias}.id`)}, 'username', ${sql.ref(`${alias}.username`)},
    'name', coalesce(${sql.ref(`${alias}.name`)}, ${sql.ref(`${alias}.username`)})) end`
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select l.id, l.action, ${person("by")} as by, ${person("who")} as account, l.host, l.hosts, l.reason, l.created_at
      from admin_log l
      left join users by on by.id = l.admin_id and by.deleted_at is null
      left join users who on who.id = l.user_id and who.deleted_at is null
      order by l.id desc limit ${limit} offset ${start}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from admin_log`.execute(db),
  ])
  return {
    entries: rows.map(({ created_at, ...row }) => ({ ...row, created: isoAt(created_at, timezone) })),
    total: counted.rows[0]?.count ?? 0,
  }
}
