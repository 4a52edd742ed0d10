import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { retriedTransaction } from "#db/retry.ts"
import { profileOf } from "../identities/profile.server.ts"
import { findIdentity } from "../identities/queries.server.ts"
import { uriOf } from "../identity.ts"
import { describeActorUpdate, describeDelete } from "../vocabulary/describe-activity.ts"
import { sendToFollowers } from "./commands.server.ts"
import { digestOf, serializeActivity } from "./events.server.ts"

/** Sends an Update of a page to its followers, if its description differs from what was last sent. */
export async function federatePage(db: Db, config: Config, actorId: number): Promise<void> {
  await retriedTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('fediverse page', ${actorId}))`.execute(tx)
    const identity = await findIdentity(tx, { actorId })
    const profile = identity && (await profileOf(tx, config, actorId))
    if (!identity || identity.movedTo || !profile) return
    const said = digestOf(profile)
    const { rows } = await sql`
      update fediverse_identities set said = ${said} where id = ${identity.id} and said is distinct from ${said}
      returning id`.execute(tx)
    if (rows.length > 0)
      await sendToFollowers(tx, identity, serializeActivity(describeActorUpdate(profile, Date.now())))
  })
}

/** Sends the Delete of pages deleted for good to their followers, once, and removes these followers. */
export async function federateDeletedPages(db: Db, config: Config): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from fediverse_identities where actor_id is null and not is_instance and gone_at is null
    order by id limit 200`.execute(db)
  for (const { id } of rows)
    await retriedTransaction(db, async (tx) => {
      const { rows: taken } = await sql`
        update fediverse_identities set gone_at = now() where id = ${id} and gone_at is null returning id`.execute(tx)
      const identity = await findIdentity(tx, { id })
      if (taken.length === 0 || !identity) return
      const actor = uriOf(identity, config.publicUrl)
      const at = new Date().toISOString()
      await sendToFollowers(
        tx,
        identity,
        serializeActivity(describeDelete({ id: actor, formerType: "Person", actor }, at)),
      )
      await sql`delete from fediverse_followers where identity_id = ${id}`.execute(tx)
    })
}
