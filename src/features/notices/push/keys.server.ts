import { createECDH } from "node:crypto"
import type { Db } from "#db/connection.ts"

/** The pair of keys by which push services know who sends (VAPID, RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

const name = "vapid"
const curve = "prime256v1" // P-256, as RFC 8292 has it
const known = new WeakMap<object, Promise<PushKeys>>()

/** Made by the first process that needs it, the same for all, remembered: devices that said yes trust this key alone. */
export function pushKeys(db: Db): Promise<PushKeys> {
  let keys = known.get(db)
  if (!keys) {
    keys = read(db)
    known.set(db, keys)
    keys.catch(() => known.delete(db))
  }
  return keys
}

async function read(db: Db): Promise<PushKeys> {
  const pair = createECDH(curve)
  pair.generateKeys()
  // The number alone is kept, always of 32 bytes: the point follows from it.
  const value = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  await db
    .insertInto("server_secrets")
    .values({ name, value })
    .onConflict((existing) => existing.column("name").doNothing())
    .execute()
  const row = await db.selectFrom("server_secrets").select("value").where("name", "=", name).executeTakeFirstOrThrow()
  pair.setPrivateKey(row.value)
  return { publicKey: pair.getPublicKey("base64url"), privateKey: row.value.toString("base64url") }
}
