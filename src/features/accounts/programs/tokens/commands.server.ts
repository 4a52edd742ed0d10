import { timingSafeEqual } from "node:crypto"
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import type { Scope } from "../../viewer.ts"
import { accessSeconds, idleDays } from "../program.ts"

/** The answer of the token endpoint (RFC 6749 §5.1). */
export type Tokens = {
  access_token: string
  token_type: "Bearer"
  expires_in: number
  refresh_token: string
  scope: string
}

/** Largest number of valid access tokens of one permission: earlier ones stay valid until they expire. */
const mostAccessTokens = 5

type Grant = {
  id: number
  programId: number
  scopes: Scope[]
  challenge: string
  redirect: string
  isExchanged: boolean
  refreshHash: Buffer | null
  isLive: boolean
}
const grant = sql`id, program_id as "programId", scopes, challenge, redirect, exchanged_at is not null as "isExchanged",
  refresh_hash as "refreshHash", expires_at > now() as "isLive"`

/**
 * Exchanges a code for tokens, once; undefined when that is not possible. When a code arrives a second time with the right
 * verifier and redirect address, somebody else has seen it, so the tokens it gave are revoked (RFC 6749 §4.1.2). Without its
 * verifier a repeated code revokes nothing, since a code stands in addresses and anybody may have read it there.
 */
export async function exchangeCode(
  db: Db,
  programId: number,
  given: { code: string; redirect: string; verifier: string },
): Promise<Tokens | undefined> {
  return writing(db, async (tx) => {
    const { rows } = await sql<Grant>`
      select ${grant} from program_grants where code_hash = ${hashOf(given.code)} for update`.execute(tx)
    const found = rows[0]
    if (!found || found.programId !== programId) return undefined
    const isProved = hashOf(given.verifier).toString("base64url") === found.challenge
    if (given.redirect !== found.redirect || !isProved) return undefined
    if (found.isExchanged) {
      await endGrant(tx, found.id)
      return undefined
    }
    if (!found.isLive) return undefined
    return give(tx, found, newSecret(), found.scopes)
  })
}

/**
 * Exchanges a refresh token for new tokens; the old refresh token stops working. When it is used a second time, two parties know
 * it, so its whole family is revoked (RFC 9700 §4.14.2). The requested scopes may be fewer than granted, never more.
 */
export async function refreshTokens(
  db: Db,
  programId: number,
  given: { token: string; scopes: readonly string[] | undefined },
): Promise<Tokens | "invalid_grant" | "invalid_scope"> {
  const [family, own] = partsOf(given.token) ?? []
  if (!family || !own) return "invalid_grant"
  return writing(db, async (tx) => {
    const found = await grantOfFamily(tx, family)
    if (!found || found.programId !== programId || !found.isLive) return "invalid_grant"
    if (!found.refreshHash || !timingSafeEqual(hashOf(own), found.refreshHash)) {
      await endGrant(tx, found.id)
      return "invalid_grant"
    }
    const { scopes = found.scopes } = given
    const allowed = found.scopes.filter((scope) => scopes.includes(scope))
    if (allowed.length === 0 || allowed.length < new Set(scopes).size) return "invalid_scope"
    return give(tx, found, family, allowed)
  })
}

/**
 * Revokes a token (RFC 7009): an access token alone, a refresh token with its whole family. An unknown or expired token counts as
 * revoked; only a token of another program is refused.
 */
export async function revokeProgramToken(db: Db, programId: number, token: string): Promise<"done" | "invalid_grant"> {
  const [family] = partsOf(token) ?? []
  return writing(db, async (tx) => {
    if (family) {
      const found = await grantOfFamily(tx, family)
      if (found && found.programId !== programId) return "invalid_grant"
      if (found) await endGrant(tx, found.id)
      return "done"
    }
    const hash = hashOf(token.replace(/^foyer_at_/, ""))
    const { rows } = await sql<{ programId: number }>`
      select g.program_id as "programId" from program_tokens t join program_grants g on g.id = t.grant_id
      where t.hash = ${hash}`.execute(tx)
    if (rows[0] && rows[0].programId !== programId) return "invalid_grant"
    await tx.deleteFrom("program_tokens").where("hash", "=", hash).execute()
    return "done"
  })
}

/**
 * Splits a refresh token into the part that names its family and the part that makes it the latest of the family; earlier refresh
 * tokens are recognised by their family and need not be stored.
 */
function partsOf(token: string) {
  return /^foyer_rt_([\w-]{43})([\w-]{43})$/.exec(token)?.slice(1)
}

async function grantOfFamily(tx: Db, family: string): Promise<Grant | undefined> {
  const { rows } = await sql<Grant>`
    select ${grant} from program_grants where family_hash = ${hashOf(family)} for update`.execute(tx)
  return rows[0]
}

async function endGrant(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom("program_grants").where("id", "=", id).execute()
}

async function give(tx: Db, { id }: Grant, family: string, scopes: Scope[]): Promise<Tokens> {
  const [access, own] = [newSecret(), newSecret()]
  await sql`
    update program_grants set exchanged_at = coalesce(exchanged_at, now()), family_hash = ${hashOf(family)},
      refresh_hash = ${hashOf(own)}, last_used_at = now(),
      expires_at = least(until_at, now() + make_interval(days => ${idleDays}))
    where id = ${id}`.execute(tx)
  await sql`
    insert into program_tokens (hash, grant_id, scopes, expires_at)
    values (${hashOf(access)}, ${id}, ${scopes}::text[], now() + make_interval(secs => ${accessSeconds}))`.execute(tx)
  await sql`
    delete from program_tokens where hash in (
      select hash from program_tokens where grant_id = ${id} order by expires_at desc, hash offset ${mostAccessTokens})`.execute(
    tx,
  )
  return {
    access_token: `foyer_at_${access}`,
    token_type: "Bearer",
    expires_in: accessSeconds,
    refresh_token: `foyer_rt_${family}${own}`,
    scope: scopes.join(" "),
  }
}
