import { sql } from "kysely"
import { openDb, openPool } from "../../src/db/connection.ts"
import type { Target } from "./load.ts"

type Row = { name: string; target: Omit<Target, "connections" | "seconds"> }

/**
 * Measures the cost of publishing, by a signed-in user with a page of a person and a venue with 5,000 events.
 * @param url of the database
 * @param headers the user's request headers
 */
export async function publishingRows(address: string, url: string, headers: Record<string, string>): Promise<Row[]> {
  const db = openDb(openPool(`${url}?options=-c%20statement_timeout%3D0`, 2, () => {}))
  await sql`update emails set verified_at = now()`.execute(db)
  const send = async (path: string, body: object) => {
    const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  await send("/api/actors/", { type: "person", fid: "bench_person", name: "Bench", status: "published" })
  await send("/api/actors/", { type: "place", fid: "bench_house", name: "Bench", status: "published" })
  await houseOf(db, "bench_house", 5_000)
  const { rows } = await sql<{ id: number }>`
    select id from events where listed and last_until > now() and place_id <> (select id from actors where fid = 'bench_house')
    order by id limit 500`.execute(db)
  await sql`vacuum analyze`.execute(db)
  await db.destroy()

  const event = {
    title: { fr: "Veilleuse", en: "Night light", nl: "Nachtlicht" },
    description: { fr: `<p>${"Une soirée comme il y en a peu, dans la grande salle. ".repeat(20)}</p>` },
    language: "fr",
    category: "music",
    organizers: ["bench_house"],
    place: "bench_house",
    timezone: "Europe/Brussels",
    occurrences: ["14", "15", "16"].map((day) => ({ start: `${new Date().getFullYear() + 1}-03-${day}T20:30` })),
    lineup: [{ name: "Nour" }, { fid: "bench_person", role: "voix" }],
    prices: [{ label: "plein", amount: 14 }, { free: true }],
    workflow: "published",
  }
  const managed = "/api/contents/events/managed/?filter=all&limit=20"
  return [
    { name: "managed events, first 20 of 5,000", target: { paths: [managed], headers } },
    { name: "managed events, last 20 of 5,000", target: { paths: [`${managed}&start=4980`], headers } },
    {
      name: "an answer to an event, 500 in turn",
      target: {
        paths: rows.map(({ id }) => `/api/contents/events/${id}/attendance/`),
        headers,
        method: "PUT",
        body: { value: "confirmed", actor: "bench_person" },
      },
    },
    {
      name: "an event created and published: three dates, line-up, prices",
      target: { paths: ["/api/contents/events/"], headers, body: event },
    },
  ]
}

/** Gives a venue this many published events, one a day around today. */
async function houseOf(db: ReturnType<typeof openDb>, fid: string, count: number) {
  await sql`
    insert into events (uid, language, title, category, timezone, place_id, workflow)
    select md5(${fid} || n)::uuid, 'fr', jsonb_build_object('fr', 'Soirée ' || n), 'music', 'Europe/Brussels',
      (select id from actors where fid = ${fid}), 'published'
    from generate_series(1, ${count}::int) n`.execute(db)
  await sql`
    insert into occurrences (event_id, listed, category, starts_at, ends_at, until_at, next_from)
    select e.id, true, e.category, starts_at, starts_at + interval '2 hours', starts_at + interval '2 hours', '-infinity'
    from events e join actors a on a.id = e.place_id and a.fid = ${fid},
      lateral (select date_trunc('hour', now()) + ((e.id % ${count}) - ${count} / 2) * interval '1 day' as starts_at) at`.execute(
    db,
  )
  await sql`
    insert into event_organizers (event_id, actor_id, position)
    select e.id, e.place_id, 0 from events e join actors a on a.id = e.place_id and a.fid = ${fid}`.execute(db)
}
