import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { raiseContentVersion } from "#features/changes/commands.server.ts"
import { mailAccountNotice } from "../sign-in/passwords.server.ts"

/**
 * Suspends an account: all its sessions, API tokens and permissions of programs end, it loses its roles, and it cannot sign in
 * until it is restored. The person gets the reason by mail. The caller checks who may do this. Pages managed by this person alone
 * can no longer be written to, so their cached answers become stale.
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

/** Lifts a suspension; the person has to sign in again. Roles are not restored. */
export async function restore(tx: Db, userId: number): Promise<void> {
  await tx
    .updateTable("users")
    .set({ suspended_at: null, suspended_reason: null, updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute()
  // Ends sessions that a request still running had opened meanwhile.
  await endAll(tx, userId)
  await raiseContentVersion(tx)
  await mailAccountNotice(tx, userId, "restored")
}

async function endAll(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom("sessions").where("user_id", "=", userId).execute()
  await tx.deleteFrom("api_tokens").where("user_id", "=", userId).execute()
  await tx.deleteFrom("program_grants").where("user_id", "=", userId).execute()
}
