import { createHmac, randomBytes } from "node:crypto"

const prefix = "whsec_"

/** Makes a new secret in the form its receiver gets: `whsec_` and 24 random bytes in base64 (Standard Webhooks). */
export function newWebhookSecret(): string {
  return prefix + randomBytes(24).toString("base64")
}

/**
 * Returns the headers of a delivery by Standard Webhooks 1.0: its id, the time in seconds, and for each secret an HMAC-SHA256
 * of `id.timestamp.body`.
 */
export function signatureHeaders(secrets: readonly string[], id: string, body: string, at: Date) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64")
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
  })
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") }
}
