import { createECDH } from "node:crypto"
import type { Db } from "#db/connection.ts"
import { serverSecret } from "#db/server-secret.ts"

/** The pair of keys by which push services know who sends (VAPID, RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

const curve = "prime256v1" // P-256, as RFC 8292 has it

/** Always the same: devices that said yes trust this key alone. */
export async function pushKeys(db: Db): Promise<PushKeys> {
  const secret = await serverSecret(db, "vapid", newKey)
  const pair = createECDH(curve)
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey("base64url"), privateKey: secret.toString("base64url") }
}

/** The number alone is stored, always of 32 bytes: the point follows from it. */
function newKey(): Buffer {
  const pair = createECDH(curve)
  pair.generateKeys()
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
}
