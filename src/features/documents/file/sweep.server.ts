import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Storage } from "#storage/storage.ts"

/** Days after which unused documents are removed: drafts are stored for as long and may use these images. */
const unusedDays = 90
const day = 24 * 60 * 60 * 1000
const atOnce = 500

/**
 * Removes documents that nothing has used for a long time, and files without a row, left behind by interrupted uploads. Files of
 * today are never removed, since their row may be about to be written.
 */
export async function sweepFiles(db: Db, storage: Storage): Promise<void> {
  for (let isMore = true; isMore;) {
    const { rows } = await sql<{ file: string | null }>`
      delete from documents where id in (
        select d.id from documents d where d.actor_id is null and d.event_id is null
          and d.updated_at < now() - make_interval(days => ${unusedDays})
          and not exists (select from event_images i where i.document_id = d.id)
          and not exists (select from actors a where a.avatar_id = d.id) and not exists (select from actors a where a.banner_id = d.id)
        limit ${atOnce} for update skip locked)
      returning file`.execute(db)
    for (const { file } of rows) if (file) await storage.remove(file)
    isMore = rows.length === atOnce
  }

  // Picture addresses that no event refers to any more.
  await sql`
    delete from pictures_elsewhere p where p.next_at < now() - make_interval(days => ${unusedDays})
      and not exists (select from event_pictures e where e.picture_id = p.id)`.execute(db)

  let keys: string[] = []
  const removeUnnamed = async () => {
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) as key where not exists (select from documents where file = key)
        and not exists (select from sounds where made = key)
        and not exists (select from pdfs where made = key)
        and not exists (select from remote_actors where face = key)`.execute(db)
    for (const { key } of rows) await storage.remove(key)
    keys = []
  }
  for await (const key of storage.olderThan(day)) {
    keys.push(key)
    if (keys.length === atOnce) await removeUnnamed()
  }
  if (keys.length > 0) await removeUnnamed()
}
