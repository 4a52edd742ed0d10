import { createHash, randomBytes } from "node:crypto"

/** A secret that nobody guesses, for a cookie, a link or a token: 256 random bits as 43 URL-safe characters. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** What is kept of a secret. It is random, so a plain hash is enough. */
export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest()
}

/** Could it be a secret of ours? */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}
