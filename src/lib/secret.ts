import { createHash, randomBytes } from "node:crypto"

/** Makes an unguessable secret for a cookie, a link or a token: 256 random bits as 43 URL-safe characters. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** Hashes a secret for storage. It is random, so a plain hash is enough. */
export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest()
}

/** Returns whether a text has the format of our secrets. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}
