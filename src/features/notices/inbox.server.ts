import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { refuse } from "#lib/refusal.ts"

/** Marks a notification as read or unread. */
export async function markRead(db: Db, userId: number, id: number, isRead: boolean): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("deliveries")
    .set({ read_at: isRead ? sql`coalesce(read_at, now())` : null })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("channel", "=", "app")
    .where("hidden_at", "is", null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse("not_found")
}

/** Marks all notifications up to this one as read; later ones stay unread. */
export async function markAllRead(db: Db, userId: number, upTo: number): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ read_at: sql`now()` })
    .where("id", "<=", upTo)
    .where("user_id", "=", userId)
    .where("channel", "=", "app")
    .where("hidden_at", "is", null)
    .where("read_at", "is", null)
    .execute()
}

/** Hides a notification from the inbox; the delivery stays stored. Repeating it does no harm. */
export async function hideNotification(db: Db, userId: number, id: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("deliveries")
    .set({ hidden_at: sql`coalesce(hidden_at, now())` })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("channel", "=", "app")
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse("not_found")
}
