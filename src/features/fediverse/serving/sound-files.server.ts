import { type Context, Hono } from "hono"
import { noFile } from "#http/files/file-answers.ts"
import type { World } from "#http/world.ts"
import { describeSounds, findSoundPage, isDeletedSound } from "../sounds/queries.server.ts"
import { soundId } from "../vocabulary/addresses.ts"
import { activityDocument, goneResponse } from "./responses.ts"
import type { SignedRead } from "./gate.server.ts"
import { isOfFollower } from "./queries.server.ts"

/** Serves sounds to other servers. Those for followers are only served to signed requests of a follower. */
export function soundFiles({ db, config }: Pick<World, "db" | "config">) {
  const soundAt = async (c: Context, id: number) => {
    const page = await findSoundPage(db, { documentId: id })
    const { signer } = (c.env ?? {}) as SignedRead
    const isForReader =
      page?.audience === "public" || (page && signer && (await isOfFollower(db, { page: page.actorId }, signer.id)))
    return page && isForReader ? (await describeSounds(db, config, page, [id])).get(id)?.object : undefined
  }
  return new Hono().get("/ap/sounds/:id{[0-9]{1,15}}", async (c) => {
    const uri = soundId(config.publicUrl, Number(c.req.param("id")))
    const sound = await soundAt(c, Number(c.req.param("id")))
    if (sound) return activityDocument(c, sound)
    return (await isDeletedSound(db, uri))
      ? goneResponse(c, { id: uri, type: "Tombstone", formerType: "Audio" })
      : noFile(c)
  })
}
