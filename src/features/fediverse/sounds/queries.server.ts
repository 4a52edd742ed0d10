import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { documentsById } from "#features/documents/queries.server.ts"
import { paths } from "#web/paths.ts"
import type { Audience } from "../vocabulary/described.ts"
import { describeSound, type SoundObject } from "../vocabulary/describe-sound.ts"

/** A page that publishes sounds: its name in addresses, and its audience. */
export type SoundPage = { actorId: number; fid: string; name: string; audience: Audience }

/** Returns a page for its sounds; undefined when it is not on the Fediverse. */
export async function findSoundPage(
  db: Db,
  which: { actorId: number } | { documentId: number },
): Promise<SoundPage | undefined> {
  const condition =
    "actorId" in which
      ? sql`a.id = ${which.actorId}`
      : sql`a.id = (select d.actor_id from documents d where d.id = ${which.documentId})`
  const { rows } = await sql<Omit<SoundPage, "audience"> & { audience: string }>`
    select a.id as "actorId", a.fid, coalesce(i.name, a.fid) as name, coalesce(s.audience, 'everyone') as audience
    from actors a left join fediverse_identities i on i.actor_id = a.id left join fediverse_settings s on s.actor_id = a.id
    where ${condition} and a.status = 'published' and i.moved_to is null`.execute(db)
  const [page] = rows
  if (!page || page.audience === "nobody") return undefined
  return { ...page, audience: page.audience === "everyone" ? "public" : "followers" }
}

/** Describes those of these documents that are public sounds of this page, with their versions. */
export async function describeSounds(
  db: Db,
  config: Config,
  { fid, name, audience }: SoundPage,
  ids: readonly number[],
): Promise<Map<number, { object: SoundObject; version: number }>> {
  const documents = [...(await documentsById(db, ids, config)).values()]
  const shownAt = `${config.publicUrl}${paths.actor(fid, { tab: "listen" })}`
  return new Map(
    documents
      .filter(({ type, actor }) => type === "Audio" && actor?.fid === fid)
      .map((document) => {
        const object = describeSound(document, { author: name, audience, shownAt }, config.publicUrl)
        return [document.id, { object, version: document.version }]
      }),
  )
}

/** Returns whether a sound was federated and is deleted, so that its address answers 410. */
export async function isDeletedSound(db: Db, uri: string): Promise<boolean> {
  const { rows } = await sql`
    select from fediverse_objects where uri = ${uri} and document_id is not null and gone_at is not null`.execute(db)
  return rows.length > 0
}
