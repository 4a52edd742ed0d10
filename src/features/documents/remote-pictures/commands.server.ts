import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { bySystem } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { MadeImage } from "../image/image.server.ts"
import { longestAddress, type RemotePicture } from "./remote-picture.ts"

/**
 * Stores the picture addresses that event sources name, to be fetched by a job. An unchanged address does nothing; a new one
 * replaces the event's earlier picture once it is fetched. Returns the number of pictures to fetch.
 */
export async function notePictures(
  tx: Db,
  named: readonly { eventId: number; picture: RemotePicture }[],
): Promise<number> {
  const rows = [...new Map(named.map((one) => [one.eventId, one])).values()].flatMap(({ eventId, picture }) =>
    Buffer.byteLength(picture.url) <= longestAddress
      ? [{ event_id: eventId, host: new URL(picture.url).host, alt: null, credit: null, ...picture }]
      : [],
  )
  if (rows.length === 0) return 0
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as given(event_id bigint, url text, host text, alt text, credit text)`
  const { rows: fresh } = await sql<{ event_id: number }>`
    select given.event_id from ${given} where not exists (select from event_pictures e
      join pictures_elsewhere p on p.id = e.picture_id where e.event_id = given.event_id and p.url = given.url)`.execute(
    tx,
  )
  if (fresh.length === 0) return 0
  const isFresh = sql`given.event_id = any(${fresh.map(({ event_id }) => event_id)}::bigint[])`
  // Inserted in order, so that two imports cannot deadlock.
  await sql`
    insert into pictures_elsewhere (url, host) select distinct given.url, given.host from ${given} where ${isFresh}
    order by given.url on conflict (url) do nothing`.execute(tx)
  await sql`
    insert into event_pictures (event_id, picture_id, alt, credit)
    select given.event_id, p.id, given.alt, given.credit from ${given} join pictures_elsewhere p on p.url = given.url
    where ${isFresh} order by given.event_id
    on conflict (event_id) do update set picture_id = excluded.picture_id, alt = excluded.alt, credit = excluded.credit`.execute(
    tx,
  )
  // A picture already fetched for other events is given to these too; if it was deleted since, it is fetched again.
  await sql`
    update pictures_elsewhere set state = 'waiting', tries = 0, next_at = now() where id in (
      select p.id from ${given} join pictures_elsewhere p on p.url = given.url where ${isFresh} and p.state = 'fetched'
      order by p.id for update)`.execute(tx)
  return fresh.length
}

/** A fetched picture, with the document that already holds it or the files for a new one. */
export type Fetched = { id: number } & ({ documentId: number } | { file: string; made: MadeImage; stored: number })

/**
 * Gives events the pictures fetched for them: to events without images, and in place of the picture given before. An event whose
 * editors added other images or removed the given one is left alone. Returns the keys of files no row refers to any more.
 */
export async function givePictures(db: Db, fetched: readonly Fetched[]): Promise<string[]> {
  if (fetched.length === 0) return []
  return writing(db, async (tx) => {
    const unused: string[] = []
    const shown: { event: number; isPublic: boolean; document: number; title: string }[] = []
    for (const one of fetched.toSorted((a, b) => a.id - b.id)) {
      const { rows: events } = await sql<{ id: number; listed: boolean; title: string; document_id: number | null }>`
        select e.id, e.listed, coalesce(e.title ->> e.language, '') as title, n.document_id from event_pictures n
        join events e on e.id = n.event_id and e.deleted_at is null
        where n.picture_id = ${one.id} order by e.id for no key update of e`.execute(tx)
      const { rows: waiting } = await sql`
        select from pictures_elsewhere where id = ${one.id} and state = 'waiting' for update`.execute(tx)
      const takers = waiting.length === 0 ? [] : await takersOf(tx, events, one)
      if (takers.length === 0) {
        if ("file" in one) unused.push(one.file)
        if (waiting.length > 0)
          await sql`update pictures_elsewhere set state = ${"file" in one ? "refused" : "fetched"}, reason = 'unused'
            where id = ${one.id}`.execute(tx)
        continue
      }
      const title = (takers[0] as { title: string }).title.slice(0, 300) || "Image"
      const document =
        "documentId" in one ? one.documentId : await insertDocument(tx, one, title, takers[0]?.id as number)
      await sql`update pictures_elsewhere set state = 'fetched', reason = null, document_id = ${document}
        where id = ${one.id}`.execute(tx)
      await show(
        tx,
        takers.map(({ id }) => id),
        document,
      )
      unused.push(
        ...(await forget(
          tx,
          takers.flatMap(({ document_id }) => document_id ?? []),
          document,
        )),
      )
      shown.push(...takers.map(({ id, listed, title: of }) => ({ event: id, isPublic: listed, document, title: of })))
    }
    await changed(
      tx,
      shown.map(({ event, isPublic, document, title }) => ({
        by: bySystem("import"),
        subject: { event },
        kind: "document_added" as const,
        isPublic,
        before: { documents: null, document: null },
        after: { documents: title, document },
      })),
    )
    return unused
  })
}

/** Returns the events that have no image, or still have the picture given before. */
async function takersOf<One extends { id: number; document_id: number | null }>(
  tx: Db,
  events: readonly One[],
  fetched: Fetched,
): Promise<One[]> {
  const { rows } = await sql<{ event_id: number; document_id: number }>`
    select event_id, document_id from event_images where event_id = any(${events.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  )
  const byEvent = Map.groupBy(rows, ({ event_id }) => event_id)
  return events.filter(({ id, document_id }) => {
    const images = byEvent.get(id)
    if ("documentId" in fetched && document_id === fetched.documentId) return false
    return document_id === null ? !images : images?.some((image) => image.document_id === document_id)
  })
}

async function insertDocument(
  tx: Db,
  { id, file, made, stored }: Extract<Fetched, { file: string }>,
  title: string,
  event: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into documents (event_id, type, title, file, mime, size, stored, width, height, widths, alt, credit, visibility)
    select ${event}, 'Image', ${title}, ${file}, 'image/jpeg', ${made.files[`${made.width}.jpg`]?.length ?? stored}, ${stored},
      ${made.width}, ${made.height}, ${made.widths}::int[], n.alt, n.credit, 'unlisted'
    from event_pictures n where n.picture_id = ${id} and n.event_id = ${event}
    returning id`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** Shows an image on these events, in place of the picture given before, or as their only image. */
async function show(tx: Db, events: number[], document: number): Promise<void> {
  const ids = sql`${events}::bigint[]`
  // The source's description is stored with the event only where it differs from the image's own.
  const said = sql`alt = nullif(n.alt, d.alt), credit = nullif(n.credit, d.credit)`
  await sql`
    update event_images i set document_id = d.id, focal_x = null, focal_y = null, ${said}
    from event_pictures n, documents d where n.event_id = i.event_id and i.document_id = n.document_id and d.id = ${document}
      and i.event_id = any(${ids})`.execute(tx)
  await sql`
    insert into event_images (event_id, position, document_id, alt, credit)
    select n.event_id, 0, d.id, nullif(n.alt, d.alt), nullif(n.credit, d.credit) from event_pictures n, documents d
    where n.event_id = any(${ids}) and d.id = ${document}
      and not exists (select from event_images i where i.event_id = n.event_id)`.execute(tx)
  await sql`update event_pictures set document_id = ${document} where event_id = any(${ids})`.execute(tx)
  await sql`update events set version = version + 1, updated_at = now() where id = any(${ids})`.execute(tx)
}

/** Removes fetched pictures that nothing shows any more; returns the keys of their files. */
async function forget(tx: Db, documents: number[], but: number): Promise<string[]> {
  if (documents.length === 0) return []
  const { rows } = await sql<{ file: string }>`
    delete from documents d where d.id = any(${documents}::bigint[]) and d.id <> ${but} and d.created_by is null
      and exists (select from pictures_elsewhere p where p.document_id = d.id)
      and not exists (select from event_images i where i.document_id = d.id)
      and not exists (select from actors a where a.avatar_id = d.id) and not exists (select from actors a where a.banner_id = d.id)
    returning file`.execute(tx)
  return rows.map(({ file }) => file)
}
