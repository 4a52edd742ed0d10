import { readConfig } from "#config/config.ts"
import { openDb, openPool } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { identityOfActor } from "#features/fediverse/identities/commands.server.ts"
import { uriOf } from "#features/fediverse/identity.ts"
import { sendTo } from "#features/fediverse/outbox/commands.server.ts"
import { serializeActivity } from "#features/fediverse/outbox/events.server.ts"
import { describeFollow, describeUndo } from "#features/fediverse/vocabulary/describe-activity.ts"
import type { Instance } from "./instances.ts"
import { databaseUrlOf } from "../product/servers/database-of.ts"

/**
 * Makes a page of one instance follow a page of another: the rows are written into its database as its own commands would, and
 * the instance itself signs and sends the request.
 */
export async function pageFollows(there: Instance, fid: string, whom: string) {
  const config = readConfig({ PUBLIC_URL: there.url, DATA_DIR: there.dataDir, OUTBOUND_PRIVATE: "1" })
  const send = async (how: "follow" | "undo") => {
    const db = openDb(openPool(databaseUrlOf(there.dataDir), 1, () => {}))
    try {
      const { id } = await db.selectFrom("actors").select("id").where("fid", "=", fid).executeTakeFirstOrThrow()
      const identity = await identityOfActor(db, config, id)
      if (!identity) throw new Error(`${fid} has no name`)
      const follow = describeFollow(uriOf(identity, there.url), whom, 1)
      const activity = how === "follow" ? follow : describeUndo(follow)
      await writing(db, (tx) => sendTo(tx, identity, serializeActivity(activity), `${whom}/inbox`))
      return activity
    } finally {
      await db.destroy()
    }
  }
  return { follow: await send("follow"), undo: () => send("undo") }
}
