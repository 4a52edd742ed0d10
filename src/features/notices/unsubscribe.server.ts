import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type Choice, choices } from "./notice.ts"

/** Returns the token of the unsubscribe link in a mail: it ends mails of this kind for its reader, and nothing else. */
export function unsubscribeToken(choice: Choice, key: string): string {
  return `${choice}.${key}`
}

/** Ends mails of this kind; inbox notifications stay. Returns false for an unknown token. Repeating it does no harm. */
export async function unsubscribe(db: Db, token: string): Promise<boolean> {
  const [choice, key = ""] = token.split(".")
  const known = choices.find((one) => one === choice)
  if (!known || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return false
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ notify: sql`array_remove(notify, ${known})` })
    .where("stop_key", "=", key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
