import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import type { Db } from "#db/connection.ts"
import { serverSecret } from "#db/server-secret.ts"

/** What a link is for: to manage a newsletter, or to read one issue. One never passes for the other. */
export type Purpose = "manage" | "issue"

/** What links are signed with. */
export function linkSecret(db: Db): Promise<Buffer> {
  return serverSecret(db, "newsletters", () => randomBytes(32))
}

/**
 * A signed word for a link: the number it is about, and a mark (HMAC-SHA256, 192 bits) that only we can make.
 * @param key of the subscription: with another one, every link that was ever made is void
 */
export function signedWord(secret: Buffer, purpose: Purpose, id: number, key: string): string {
  return `${id.toString(36)}-${markOf(secret, purpose, id, key)}`
}

/** The number in a link, before anybody looked whether it is signed; undefined when it cannot be one of ours. */
export function numberIn(word: string): number | undefined {
  const [, number] = /^([0-9a-z]{1,10})-[\w-]{32}$/.exec(word) ?? []
  const id = number ? Number.parseInt(number, 36) : 0
  return id > 0 && Number.isSafeInteger(id) && id.toString(36) === number ? id : undefined
}

/** Was this word signed by us for this? */
export function isSigned(word: string, secret: Buffer, purpose: Purpose, id: number, key: string): boolean {
  const ours = Buffer.from(signedWord(secret, purpose, id, key))
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
