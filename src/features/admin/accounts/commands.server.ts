import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { restore, suspend } from "#features/accounts/suspension/commands.server.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"
import { noteActions } from "../log/commands.server.ts"
import type { AdminAction } from "../log/log.ts"
import type { AccountChange } from "./inputs.ts"

type Standing = { id: number; isModerator: boolean; isAdmin: boolean; isSuspended: boolean }
type Stored = Standing & {
  /** Reason of the suspension. */
  reason: string | null
}

/**
 * Gives or takes roles, suspends an account or restores it. Each actual change writes one line of the log; repeating a call
 * changes nothing. A suspended account is not suspended again for another reason, which nobody would be mailed
 * (`already_suspended`). The last administrator cannot lose the role, and nobody can suspend themself. A suspended user is signed out
 * at once: their sessions, tokens and application authorizations end, and their roles go and do not come back with the account.
 * Their pages stay as they are.
 */
export async function changeAccount(db: Db, viewer: Viewer, id: number, given: AccountChange): Promise<void> {
  demand(viewer, "administer", {})
  const { userId } = viewer as NonNullable<Viewer>
  await writing(db, (tx) => change(tx, userId, id, given))
}

/** Gives roles from the command line, which is how an instance gets its first administrator. Refuses `account_not_found`. */
export async function giveRoles(
  db: Db,
  username: string,
  roles: Required<Pick<AccountChange, "is_moderator" | "is_admin">>,
): Promise<void> {
  await writing(db, async (tx) => {
    const found = await tx
      .selectFrom("users")
      .select("id")
      .where("username", "=", username.toLowerCase())
      .executeTakeFirst()
    await change(tx, null, found?.id ?? 0, roles)
  })
}

/** @param by id of the acting administrator; null from the command line */
async function change(tx: Db, by: number | null, id: number, given: Partial<AccountChange>): Promise<void> {
  // Locks all administrators and the account, always in the same order: of two who act at once, the second sees what the first
  // did.
  const { rows } = await sql<Stored>`
    select id, is_moderator as "isModerator", is_admin as "isAdmin", suspended_at is not null as "isSuspended",
      suspended_reason as reason
    from users where (is_admin or id = ${id}) and deleted_at is null order by id for no key update`.execute(tx)
  if (by !== null && !rows.some((one) => one.id === by && one.isAdmin)) refuse("not_allowed")
  const before = rows.find((one) => one.id === id) ?? refuse("account_not_found")
  const isLastAdmin = rows.every((one) => one.id === id || !one.isAdmin)
  const after = standingAfter(before, given, { isSelf: id === by, isLastAdmin })
  // The mail has gone out with the reason of whoever was first.
  if (given.suspended && before.isSuspended && given.reason !== before.reason) refuse("already_suspended")

  const actions = actionsBetween(before, after)
  if (actions.length === 0) return
  const { reason } = given
  if (after.isSuspended && !before.isSuspended) await suspend(tx, id, reason ?? "")
  if (before.isSuspended && !after.isSuspended) await restore(tx, id)
  await tx
    .updateTable("users")
    .set({ is_moderator: after.isModerator, is_admin: after.isAdmin, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute()
  await noteActions(
    tx,
    by,
    actions.map((action) => ({ action, userId: id, reason })),
  )
}

function standingAfter(
  before: Standing,
  given: Partial<AccountChange>,
  { isSelf, isLastAdmin }: { isSelf: boolean; isLastAdmin: boolean },
): Standing {
  const isSuspended = given.suspended ?? before.isSuspended
  if (isSuspended && isSelf) refuse("own_account")
  if (isSuspended && (given.is_admin || given.is_moderator)) refuse("suspended_account")
  const isAdmin = !isSuspended && (given.is_admin ?? before.isAdmin)
  if (before.isAdmin && !isAdmin && isLastAdmin) refuse("last_admin")
  const isModerator = !isSuspended && (given.is_moderator ?? before.isModerator)
  return { id: before.id, isSuspended, isAdmin, isModerator }
}

function actionsBetween(before: Standing, after: Standing): AdminAction[] {
  const action = (is: "isModerator" | "isAdmin" | "isSuspended", [on, off]: [AdminAction, AdminAction]) =>
    before[is] === after[is] ? [] : [after[is] ? on : off]
  return [
    ...action("isAdmin", ["admin_given", "admin_taken"]),
    ...action("isModerator", ["moderator_given", "moderator_taken"]),
    ...action("isSuspended", ["suspended", "restored"]),
  ]
}
