import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { sendToFollowers } from "../outbox/commands.server.ts"
import { asDocument } from "../vocabulary/contexts.ts"
import { describeActorUpdate } from "../vocabulary/describe-activity.ts"
import { newKeys } from "./commands.server.ts"
import { instanceProfile, profileOf } from "./profile.server.ts"
import { seal } from "#lib/sealing.server.ts"

/**
 * Gives an identity new keys and sends an Update to its followers, signed with the former key, which they still know. Later
 * activities are signed with the new one, which other servers fetch when they need it.
 */
export async function renewKeys(db: Db, config: Config, id: number): Promise<void> {
  const { publicKey, privateKey } = await newKeys()
  const sealed = await seal(privateKey, config.federation)
  await writing(db, async (tx) => {
    const { rows } = await sql<{ former: Buffer; actor_id: number | null; is_instance: boolean }>`
      with before as (select id, private_key from fediverse_identities where id = ${id} for update)
      update fediverse_identities i set public_key = ${publicKey}, private_key = ${sealed}, said = null
      from before where i.id = before.id
      returning before.private_key as former, i.actor_id, i.is_instance`.execute(tx)
    const [identity] = rows
    if (!identity) return
    const { former: formerKey, actor_id, is_instance } = identity
    const page = actor_id === null ? undefined : await profileOf(tx, config, actor_id)
    const profile = is_instance ? await instanceProfile(tx, config) : page
    if (!profile) return
    const update = describeActorUpdate(profile, Date.now())
    await sendToFollowers(tx, { id }, { uri: update.id, body: JSON.stringify(asDocument(update)), formerKey })
  })
}
