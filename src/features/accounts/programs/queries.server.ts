import { timingSafeEqual } from "node:crypto"
import type { Db } from "#db/connection.ts"
import { hashOf, isSecret } from "#lib/secret.ts"
import type { SignedIn } from "../viewer.ts"
import type { ProgramKind } from "./program.ts"

export const programColumns = ["id", "client_id", "secret_hash", "name", "website", "redirects", "created_at"] as const

type Row = {
  id: number
  client_id: string
  secret_hash: Buffer | null
  name: string
  website: string
  redirects: string[]
  created_at: Date
}

/** Lists the programs that a person registered. */
export async function listPrograms(db: Db, viewer: SignedIn) {
  const rows = await db
    .selectFrom("programs")
    .select(programColumns)
    .where("user_id", "=", viewer.userId)
    .orderBy("id")
    .execute()
  return rows.map(shownProgram)
}

/** Returns a program as its owner sees it, without its secret. */
export function shownProgram({ secret_hash, created_at, ...row }: Row) {
  const kind: ProgramKind = secret_hash === null ? "public" : "confidential"
  return { ...row, kind, created: created_at.toISOString() }
}

/** Finds a program by its client id; undefined when there is none or its owner is suspended. */
export async function findProgram(db: Db, clientId: string) {
  return programsThatAct(db)
    .select(["programs.id", "programs.name", "programs.website", "programs.redirects"])
    .where("client_id", "=", clientId)
    .executeTakeFirst()
}

/** Selects the programs whose owner is neither suspended nor deleted; the others may act for nobody. */
function programsThatAct(db: Db) {
  return db
    .selectFrom("programs")
    .innerJoin("users as owner", "owner.id", "programs.user_id")
    .where("owner.suspended_at", "is", null)
    .where("owner.deleted_at", "is", null)
}

/**
 * Authenticates a program: a confidential one by its secret, a public one by its client id alone, so that sending a secret for it
 * is an error. Undefined when that fails or the owner is suspended; both cases take equally long.
 * @returns also whether the program proved itself by a secret, which nobody else can do
 */
export async function authenticateProgram(
  db: Db,
  clientId: string,
  secret: string | undefined,
): Promise<{ id: number; hasSecret: boolean } | undefined> {
  if (!isSecret(clientId)) return undefined // the database refuses a NUL character
  const row = await programsThatAct(db)
    .select(["programs.id", "programs.secret_hash"])
    .where("client_id", "=", clientId)
    .executeTakeFirst()
  const given = hashOf(secret ?? "")
  const isRight = timingSafeEqual(given, row?.secret_hash ?? hashOf(clientId))
  if (!row) return undefined
  const hasSecret = row.secret_hash !== null
  const isProved = hasSecret ? secret !== undefined && isRight : secret === undefined
  return isProved ? { id: row.id, hasSecret } : undefined
}
