import { createHmac, randomBytes } from "node:crypto"
import type { Db } from "#db/connection.ts"
import { serverSecret } from "#db/server-secret.ts"

/** Returns the secret that signs challenges. */
export async function captchaSecret(db: Db): Promise<string> {
  return (await serverSecret(db, "captcha", () => randomBytes(32))).toString("hex")
}

/** Returns a message authentication code of the parts, which only the holder of the secret can compute. */
export function hmacOf(secret: string, ...parts: string[]): string {
  return createHmac("sha256", secret).update(parts.join("\0")).digest("base64url")
}
