import type { Db } from "#db/connection.ts"
import { isoAt } from "#lib/time.ts"
import { type Device, mostDevices } from "./inputs.ts"

/** Lists the push devices of a user, newest first. */
export async function listDevices(db: Db, userId: number, timezone: string): Promise<Device[]> {
  const rows = await db
    .selectFrom("push_devices")
    .select(["id", "name", "endpoint", "created_at", "used_at", "failed_at"])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(mostDevices)
    .execute()
  const at = (time: Date | null) => time && isoAt(time, timezone)
  return rows.map(({ id, name, endpoint, created_at, used_at, failed_at }) => ({
    id,
    name,
    endpoint,
    created: isoAt(created_at, timezone),
    last_used: at(used_at),
    failing_since: at(failed_at),
  }))
}
