import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import type { Db } from "#db/connection.ts"
import { serverSecret } from "#db/server-secret.ts"

/** The purpose of a signed link: managing a newsletter or reading an issue. A link for one is not valid for the other. */
export type Purpose = "manage" | "issue"

/** Returns the secret that links are signed with. */
export function linkSecret(db: Db): Promise<Buffer> {
  return serverSecret(db, "newsletters", () => randomBytes(32))
}

/**
 * Signs a token for a link: an id and an HMAC-SHA256 (192 bits) that only this server can make.
 * @param key the subscription's key: changing it invalidates every link made so far
 */
export function signToken(secret: Buffer, purpose: Purpose, id: number, key: string): string {
  return `${id.toString(36)}-${markOf(secret, purpose, id, key)}`
}

/** Returns the id in a token before its signature is checked; undefined when it cannot be one of ours. */
export function idInToken(word: string): number | undefined {
  const [, number] = /^([0-9a-z]{1,10})-[\w-]{32}$/.exec(word) ?? []
  const id = number ? Number.parseInt(number, 36) : 0
  return id > 0 && Number.isSafeInteger(id) && id.toString(36) === number ? id : undefined
}

/** Returns whether this server signed the token for this purpose, id and key. */
export function isSigned(word: string, secret: Buffer, purpose: Purpose, id: number, key: string): boolean {
  const ours = Buffer.from(signToken(secret, purpose, id, key))
  const given = Buffer.from(word)
  return ours.length === given.length && timingSafeEqual(ours, given)
}

function markOf(secret: Buffer, purpose: Purpose, id: number, key: string) {
  return createHmac("sha256", secret)
    .update([purpose, id, key].join("\0"))
    .digest()
    .subarray(0, 24)
    .toString("base64url")
}
