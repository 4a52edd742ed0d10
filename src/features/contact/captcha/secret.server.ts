import { createHmac, randomBytes } from "node:crypto"
import type { Db } from "#db/connection.ts"

const known = new WeakMap<object, Promise<string>>()

/** What challenges are signed with: made by the first process that needs it, the same for all, remembered. */
export function captchaSecret(db: Db): Promise<string> {
  let secret = known.get(db)
  if (!secret) {
    secret = read(db)
    known.set(db, secret)
    secret.catch(() => known.delete(db))
  }
  return secret
}

async function read(db: Db): Promise<string> {
  await db
    .insertInto("server_secrets")
    .values({ name: "captcha", value: randomBytes(32) })
    .onConflict((existing) => existing.column("name").doNothing())
    .execute()
  const { value } = await db
    .selectFrom("server_secrets")
    .select("value")
    .where("name", "=", "captcha")
    .executeTakeFirstOrThrow()
  return value.toString("hex")
}

/** A mark that only who knows the secret can make. */
export function markOf(secret: string, ...parts: string[]): string {
  return createHmac("sha256", secret).update(parts.join("\0")).digest("base64url")
}
