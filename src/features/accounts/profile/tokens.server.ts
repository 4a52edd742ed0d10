import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { lockSession } from "../sessions/commands.server.ts"
import type { TokenChange } from "../inputs.ts"
import type { Scope, SignedIn } from "../viewer.ts"

const mostTokens = 50
const columns = ["id", "name", "hint", "scopes", "created_at", "last_used_at", "expires_at"] as const

/** Lists the API tokens of a person, without their secrets. */
export async function listTokens(db: Db, viewer: SignedIn) {
  const rows = await db
    .selectFrom("api_tokens")
    .select(columns)
    .where("user_id", "=", viewer.userId)
    .orderBy("id")
    .execute()
  return rows.map(shown)
}

/** Makes an API token. Its secret is returned only here; only its hash is stored. Refuses `too_many`. */
export async function makeToken(db: Db, viewer: SignedIn, wanted: { name: string; scopes: Scope[]; expires: Date }) {
  const secret = newSecret()
  return writing(db, async (tx) => {
    await lockSession(tx, viewer)
    const { count } = await tx
      .selectFrom("api_tokens")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", viewer.userId)
      .where("expires_at", ">", sql<Date>`now()`)
      .executeTakeFirstOrThrow()
    if (count >= mostTokens) refuse("too_many")
    const row = await tx
      .insertInto("api_tokens")
      .values({
        user_id: viewer.userId,
        hash: hashOf(secret),
        hint: secret.slice(-4),
        name: wanted.name,
        scopes: wanted.scopes,
        expires_at: wanted.expires,
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return { ...shown(row), token: `foyer_${secret}` }
  })
}

/** Renames an API token or removes scopes from it; scopes can never be added. Refuses `not_found`. */
export async function changeToken(db: Db, viewer: SignedIn, id: number, { name, scopes }: TokenChange) {
  return writing(db, async (tx) => {
    const own = await tx
      .selectFrom("api_tokens")
      .select(columns)
      .where("id", "=", id)
      .where("user_id", "=", viewer.userId)
      .forUpdate()
      .executeTakeFirst()
    if (!own) return refuse("not_found")
    if (scopes?.some((scope) => !own.scopes.includes(scope))) refuseFields({ scopes: ["accounts.scopes_wider"] })
    const row = { ...own, name: name ?? own.name, scopes: scopes ?? own.scopes }
    await tx.updateTable("api_tokens").set({ name: row.name, scopes: row.scopes }).where("id", "=", id).execute()
    return shown(row)
  })
}

/** Revokes an API token. Refuses `not_found`. */
export async function revokeToken(db: Db, viewer: SignedIn, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("api_tokens")
    .where("id", "=", id)
    .where("user_id", "=", viewer.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuse("not_found")
}

type Row = {
  id: number
  name: string
  hint: string
  scopes: string[]
  created_at: Date
  last_used_at: Date | null
  expires_at: Date
}

function shown({ created_at, last_used_at, expires_at, scopes, ...row }: Row) {
  return {
    ...row,
    scopes: scopes as Scope[],
    created: created_at.toISOString(),
    last_used: last_used_at?.toISOString() ?? null,
    expires: expires_at.toISOString(),
  }
}
