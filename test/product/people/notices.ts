import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { openDb, openPool } from "#db/connection.ts"
import { until } from "../../elsewhere/mail-server.ts"
import { databaseUrlOf } from "../servers/database-of.ts"

/** Sends all waiting notices now; normally they wait a little, so that a change can be undone. */
export async function waitForNotices(dataDir: string) {
  const db = openDb(openPool(databaseUrlOf(dataDir), 1, () => {}))
  await until(async () => {
    await sql`update pgboss.job set start_after = now() where name like 'notices.%' and state in ('created', 'retry')`.execute(
      db,
    )
    const { rows } = await sql<{ open: number }>`select (select count(*) from notices where gathered_at is null)::int
      + (select count(*) from change_batches where followed_at is null)::int
      + (select count(*) from deliveries where state = 'queued')::int as open`.execute(db)
    return rows[0]?.open === 0
  }, 60)
  await db.destroy()
}

/** Returns the mails that an instance sent to an address, newest last. */
export function mailsTo(dataDir: string, address: string) {
  const folder = join(dataDir, "mail")
  return readdirSync(folder)
    .filter((file) => file.includes(`_${address}_`))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"))
}
