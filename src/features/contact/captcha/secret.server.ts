import { createHmac, randomBytes } from "node:crypto"
import type { Db } from "#db/connection.ts"
import { serverSecret } from "#db/server-secret.ts"

/** What challenges are signed with. */
export async function captchaSecret(db: Db): Promise<string> {
  return (await serverSecret(db, "captcha", () => randomBytes(32))).toString("hex")
}

/** A mark that only who knows the secret can make. */
export function markOf(secret: string, ...parts: string[]): string {
  return createHmac("sha256", secret).update(parts.join("\0")).digest("base64url")
}
