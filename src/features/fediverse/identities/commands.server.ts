import { generateKeyPair } from "node:crypto"
import { promisify } from "node:util"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { Refusal } from "#lib/refusal.ts"
import { type Identity, instanceName } from "../identity.ts"
import { findIdentity } from "./queries.server.ts"
import { seal, unseal } from "#lib/sealing.server.ts"

const makePair = promisify(generateKeyPair)
/** Pairs are made one at a time: each takes some tenths of a second of a worker thread, and pages wait for these threads too. */
let making: Promise<unknown> = Promise.resolve()
/** Most requests that wait for a pair; further ones are told to retry after `backIn` seconds. */
const mostWaiting = 30
const backIn = 10
let waiting = 0

/** Makes a pair of keys. Refuses `busy` when too many requests wait. */
export async function newKeys(): Promise<{ publicKey: string; privateKey: Buffer }> {
  if (waiting >= mostWaiting) throw new Refusal("busy", backIn)
  waiting++
  try {
    return await nextKeys()
  } finally {
    waiting--
  }
}

function nextKeys(): Promise<{ publicKey: string; privateKey: Buffer }> {
  const pair = making.then(() =>
    makePair("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "der" },
    }),
  )
  making = pair.catch(() => {})
  return pair
}

/** Returns the identity of a page, which is made with its keys when it is first needed. Undefined when there is no such page. */
export async function identityOfActor(db: Db, config: Config, actorId: number): Promise<Identity | undefined> {
  const found = await findIdentity(db, { actorId })
  if (found) return found
  const actor = await db.selectFrom("actors").select("fid").where("id", "=", actorId).executeTakeFirst()
  if (!actor) return undefined
  const { publicKey, privateKey } = await newKeys()
  await db
    .insertInto("fediverse_identities")
    .values({
      actor_id: actorId,
      name: actor.fid,
      public_key: publicKey,
      private_key: await seal(privateKey, config.federation),
    })
    .onConflict((existing) => existing.doNothing())
    .execute()
  return findIdentity(db, { actorId })
}

/** Returns the identity of the instance itself, which signs our fetches and announces every event. */
export async function instanceIdentity(db: Db, config: Config): Promise<Identity> {
  const found = await findIdentity(db, { isInstance: true })
  if (found) return found
  const { publicKey, privateKey } = await newKeys()
  await db
    .insertInto("fediverse_identities")
    .values({
      is_instance: true,
      name: instanceName,
      public_key: publicKey,
      private_key: await seal(privateKey, config.federation),
    })
    .onConflict((existing) => existing.doNothing())
    .execute()
  const made = await findIdentity(db, { isInstance: true })
  if (!made) throw new Error(`a page is called ${instanceName} on the Fediverse: the instance has no name there`)
  return made
}

/** Encrypts every private key anew with the first key of FEDERATION_KEY, in batches, and returns how many. */
export async function reencryptKeys(db: Db, config: Config): Promise<number> {
  let [last, count] = [0, 0]
  for (;;) {
    const rows = await db
      .selectFrom("fediverse_identities")
      .select(["id", "private_key"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(100)
      .execute()
    for (const { id, private_key } of rows) {
      const sealed = await seal(await unseal(private_key, config.federation), config.federation)
      await sql`update fediverse_identities set private_key = ${sealed}
        where id = ${id} and private_key = ${private_key}`.execute(db)
      last = id
      count++
    }
    if (rows.length === 0) return count
  }
}
