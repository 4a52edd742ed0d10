import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { Config } from "#config/config.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import type { SignedIn } from "../viewer.ts"
import type { NewProgram, ProgramChange } from "./inputs.ts"
import { isNameOfSite } from "./program.ts"
import { programColumns, shownProgram } from "./queries.server.ts"

const mostPrograms = 20

type Site = Pick<Config, "siteName" | "publicUrl">

/** Refuses the field `name` when people could take the program for the site itself and trust it for that reason. */
export function judgeName({ name }: { name?: string | undefined }, site: Site): void {
  if (name !== undefined && isNameOfSite(name, site)) refuseFields({ name: ["accounts.program_name_ours"] })
}

/** Registers a program. The secret of a confidential program is returned only here. Refuses `too_many`, the field `name`. */
export async function registerProgram(db: Db, viewer: SignedIn, { kind, ...wanted }: NewProgram, site: Site) {
  judgeName(wanted, site)
  const secret = kind === "confidential" ? newProgramSecret() : null
  return writing(db, async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", viewer.userId).forUpdate().execute()
    const { count } = await tx
      .selectFrom("programs")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", viewer.userId)
      .executeTakeFirstOrThrow()
    if (count >= mostPrograms) refuse("too_many")
    const row = await tx
      .insertInto("programs")
      .values({
        ...wanted,
        user_id: viewer.userId,
        client_id: newSecret(),
        secret_hash: secret === null ? null : hashOf(secret),
      })
      .returning(programColumns)
      .executeTakeFirstOrThrow()
    return { ...shownProgram(row), client_secret: secret }
  })
}

/**
 * Changes the name, website or redirect addresses of the viewer's program; fields left out keep their value. Refuses `not_found`,
 * the field `name`.
 */
export async function changeProgram(db: Db, viewer: SignedIn, id: number, change: ProgramChange, site: Site) {
  judgeName(change, site)
  const row = await db
    .updateTable("programs")
    .set({ ...change, updated_at: sql`now()` })
    .where("id", "=", id)
    .where("user_id", "=", viewer.userId)
    .returning(programColumns)
    .executeTakeFirst()
  return shownProgram(row ?? refuse("not_found"))
}

/**
 * Gives the viewer's confidential program a new secret, returned only here; the old secret stops working. Refuses `not_found`.
 */
export async function renewSecret(db: Db, viewer: SignedIn, id: number) {
  const secret = newProgramSecret()
  const row = await db
    .updateTable("programs")
    .set({ secret_hash: hashOf(secret), updated_at: sql`now()` })
    .where("id", "=", id)
    .where("user_id", "=", viewer.userId)
    .where("secret_hash", "is not", null)
    .returning(programColumns)
    .executeTakeFirst()
  return { ...shownProgram(row ?? refuse("not_found")), client_secret: secret }
}

/** Removes the viewer's program and every permission people granted it. Refuses `not_found`. */
export async function removeProgram(db: Db, viewer: SignedIn, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("programs")
    .where("id", "=", id)
    .where("user_id", "=", viewer.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuse("not_found")
}

/** Makes a secret with a recognisable prefix, so that scanners for leaked secrets in published code find it. */
function newProgramSecret() {
  return `foyer_ps_${newSecret()}`
}
