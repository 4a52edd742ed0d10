import { createECDH } from "node:crypto"
import type { Db } from "#db/connection.ts"
import { serverSecret } from "#db/server-secret.ts"

/** The pair of keys by which push services identify the sender (VAPID, RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

const curve = "prime256v1" // P-256, as RFC 8292 requires

/** Returns the server's keys. They never change, because subscribed devices trust only this key. */
export async function pushKeys(db: Db): Promise<PushKeys> {
  const secret = await serverSecret(db, "vapid", newKey)
  const pair = createECDH(curve)
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey("base64url"), privateKey: secret.toString("base64url") }
}

/** Makes a private key, always of 32 bytes. Only this number is stored: the public key is derived from it. */
function newKey(): Buffer {
  const pair = createECDH(curve)
  pair.generateKeys()
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
}
