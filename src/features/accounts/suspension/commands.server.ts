import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { raiseContentVersion } from "#features/changes/commands.server.ts"
import { mailAccountNotice } from "../sign-in/passwords.server.ts"

/**
 * Shuts somebody out: every session and API token of theirs ends, and what they let programs do; they hold no role, and cannot sign in until they are
 * let in again. They are told why by mail. Who may do that is for the caller to say. Pages that nobody else has in hand
 * cannot be written to any more: what is cached of them is stale.
 */
export async function suspend(tx: Db, userId: number, reason: string): Promise<void> {
  await tx
    .updateTable("users")
    .set({
      suspended_at: sql`now()`,
      suspended_reason: reason,
      is_moderator: false,
      is_admin: false,
      updated_at: sql`now()`,
    })
    .where("id", "=", userId)
    .execute()
  await endAll(tx, userId)
  await raiseContentVersion(tx)
  await mailAccountNotice(tx, userId, "suspended")
}

/** Lets somebody in again, who then signs in anew. Roles do not come back. */
export async function restore(tx: Db, userId: number): Promise<void> {
  await tx
    .updateTable("users")
    .set({ suspended_at: null, suspended_reason: null, updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute()
  // What a request that was under way had opened meanwhile.
  await endAll(tx, userId)
  await raiseContentVersion(tx)
  await mailAccountNotice(tx, userId, "restored")
}

async function endAll(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom("sessions").where("user_id", "=", userId).execute()
  await tx.deleteFrom("api_tokens").where("user_id", "=", userId).execute()
  await tx.deleteFrom("program_grants").where("user_id", "=", userId).execute()
}
