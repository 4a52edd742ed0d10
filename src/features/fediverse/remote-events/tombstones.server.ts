import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"

const hashOf = (uri: string) => createHash("sha256").update(uri).digest()

/** Returns whether an event was deleted at its origin or removed here. */
export async function hasTombstone(tx: Db, uri: string): Promise<boolean> {
  const { rows } = await sql`select from fediverse_tombstones where uri = ${hashOf(uri)}`.execute(tx)
  return rows.length > 0
}

/** Stores that an event is deleted, so that a late or repeated activity does not bring it back. */
export async function addTombstone(tx: Db, uri: string): Promise<void> {
  await sql`
    insert into fediverse_tombstones (uri) values (${hashOf(uri)})
    on conflict (uri) do update set gone_at = now()`.execute(tx)
}
