import type { Db } from "#db/connection.ts"
import type { Entry } from "./log.ts"

/**
 * Writes an administrator's actions to the log, in the transaction that carries them out.
 * @param adminId null from the command line
 */
export async function noteActions(tx: Db, adminId: number | null, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto("admin_log")
    .values(
      entries.map(({ action, userId, host, hosts, reason }) => ({
        admin_id: adminId,
        action,
        user_id: userId ?? null,
        host: host ?? null,
        hosts: hosts ?? null,
        reason: reason ?? null,
      })),
    )
    .execute()
}
