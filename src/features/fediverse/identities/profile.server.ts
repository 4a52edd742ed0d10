import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { findActor } from "#features/actors/queries.server.ts"
import { listAliases } from "../moves/queries.server.ts"
import { siteOf } from "../objects/queries.server.ts"
import { fediverseSettings } from "../settings/queries.server.ts"
import { describeActor, describeInstance } from "../vocabulary/describe-actor.ts"
import type { Described } from "../vocabulary/described.ts"
import { identityOfActor, instanceIdentity } from "./commands.server.ts"

/**
 * Describes a published page as an actor; undefined when it is not public or its audience is "nobody". Makes its keys if it
 * has none yet.
 */
export async function profileOf(db: Db, config: Config, actorId: number): Promise<Described | undefined> {
  const row = await db
    .selectFrom("actors")
    .select(["fid", "in_directory"])
    .where("id", "=", actorId)
    .where("status", "=", "published")
    .executeTakeFirst()
  const { audience } = await fediverseSettings(db, actorId)
  if (audience === "nobody") return undefined
  const actor = row && (await findActor(db, null, row.fid, config))
  const identity = actor && (await identityOfActor(db, config, actorId))
  if (!actor || !identity) return undefined
  const settings = {
    publicKey: identity.publicKey,
    isListed: row.in_directory && audience === "everyone",
    alsoKnownAs: (await listAliases(db, actorId)).map(({ uri }) => uri),
    movedTo: identity.movedTo ?? undefined,
  }
  // The actor's address never changes; its handle and its page address are the present ones.
  const described = describeActor({ ...actor, fid: identity.name }, settings, siteOf(config))
  return { ...described, preferredUsername: actor.fid, url: actor.url }
}

/** Describes the instance as an actor. */
export async function instanceProfile(db: Db, config: Config): Promise<Described> {
  const { publicKey } = await instanceIdentity(db, config)
  const { created_at } = await db
    .selectFrom("fediverse_identities")
    .select("created_at")
    .where("is_instance", "=", true)
    .executeTakeFirstOrThrow()
  const icon = { url: `${config.publicUrl}/apple-touch-icon.png`, mediaType: "image/png" }
  return describeInstance(
    { name: config.siteName, icon, published: created_at.toISOString() },
    publicKey,
    siteOf(config),
  )
}
