import { hashOf, newSecret } from "#lib/secret.ts"
import type { TestDatabase } from "../database.ts"

/** Creates the link that is mailed to an address; returns its token. */
export async function mailedLink(
  db: TestDatabase["db"],
  emailId: number,
  purpose: "verify" | "reset" = "verify",
  hours = 1,
) {
  const token = newSecret()
  const { user_id } = await db
    .selectFrom("emails")
    .select("user_id")
    .where("id", "=", emailId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto("mailed_tokens")
    .values({
      hash: hashOf(token),
      purpose,
      user_id,
      email_id: emailId,
      expires_at: new Date(Date.now() + hours * 3_600_000),
    })
    .execute()
  return token
}
