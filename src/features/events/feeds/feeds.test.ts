import { DomUtils, parseDocument } from "htmlparser2"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { activityFeeds } from "#features/activities/feeds.server.ts"
import { agendaFeeds } from "#features/agendas/feeds.server.ts"
import { heavyWork } from "#http/limits/heavy-work.ts"
import { fillAgenda } from "#test/load/fill.ts"
import { testDatabase } from "#test/database.ts"
import { eventAt, feedWorld } from "#test/worlds/feed-world.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { tomorrow, withOffset } from "#test/worlds/world.ts"
import { calendarFiles } from "../icalendar/calendar-files.server.ts"
import { eventFeeds } from "../icalendar/feeds.server.ts"
import { feedFiles } from "./feed-files.server.ts"

const secret = "zqx7secret"
let here: Awaited<ReturnType<typeof feedWorld>>
let get: (path: string, headers?: Record<string, string>) => Promise<Response>
let slug: string
beforeAll(async () => {
  here = await feedWorld()
  get = doorsOf(testSite(here.db).world)
})
afterAll(() => here.end())

function doorsOf(world: ReturnType<typeof testSite>["world"]) {
  const work = heavyWork(false)
  const [calendar, feed] = [calendarFiles(world, work), feedFiles(world, work)]
  const doors = [eventFeeds(world, calendar, feed), agendaFeeds(world, calendar, feed), activityFeeds(world, work)]
  return async (path: string, headers: Record<string, string> = {}) => {
    for (const door of doors)
      if (door.router.match("GET", path.split("?")[0] ?? "")[0].length > 0) return door.request(path, { headers })
    throw new Error(`nothing answers ${path}`)
  }
}

/** Tells whether every feed reader can parse it: PostgreSQL reads XML with libxml2, which tolerates no error. */
async function isSound(format: string, text: string): Promise<boolean> {
  if (format === "json") return JSON.parse(text).items.length > 0
  const { rows } = await sql<{ is: boolean }>`select xml_is_well_formed_document(${text}) as is`.execute(here.db)
  return rows[0]?.is === true
}

async function entriesAt(path: string) {
  const answer = await get(path)
  expect(`${path} ${answer.status}`).toBe(`${path} 200`)
  const document = parseDocument(await answer.text(), { xmlMode: true })
  return DomUtils.getElementsByTagName("entry", document).map((one) => {
    const text = (name: string) => DomUtils.getElementsByTagName(name, one).map(DomUtils.textContent)[0] ?? ""
    return {
      id: text("id"),
      title: text("title"),
      published: text("published"),
      updated: text("updated"),
      content: text("content"),
    }
  })
}

test("a feed is ordered by publication, newest first, and its titles have date, hour and place", async () => {
  const { hangar } = here
  const far = await here.publishes(hangar.viewer, "hangar", "Loin", { start: withOffset(`${tomorrow(200)}T20:30`) })
  const near = await here.publishes(hangar.viewer, "hangar", "Près", { start: withOffset(`${tomorrow(2)}T19:00`) })
  // An old draft that is published now counts as new.
  const draft = await here.does(hangar.viewer, "POST", "/api/contents/events/", {
    title: { fr: "Vieux brouillon" },
    language: "fr",
    start: withOffset(`${tomorrow(9)}T21:00`, "America/Toronto"),
    timezone: "America/Toronto",
    category: "music",
    organizers: ["hangar"],
  })
  await sql`update events set created_at = now() - interval '90 days' where id = ${draft.id}`.execute(here.db)
  await here.does(hangar.viewer, "PATCH", eventAt(draft.id), { workflow: "published" })
  await sql`update activities set created_at = now() - interval '2 hours' where object_id = ${far}`.execute(here.db)
  await sql`update activities set created_at = now() - interval '1 hour' where object_id = ${near}`.execute(here.db)

  await sql`update events set updated_at = now() - interval '50 minutes' where id = ${near}`.execute(here.db)

  const entries = await entriesAt("/actors/hangar/feed.atom")
  expect(entries.map(({ title }) => title.split(" — ")[0])).toEqual(["Vieux brouillon", "Près", "Loin"])
  // In wall-clock time at the venue.
  expect(entries[0]?.title).toMatch(/ \d{4}, 21:00/)
  expect(entries[0]?.content).toContain("(Toronto)")
  expect(entries[1]?.title).toMatch(/ \d{4}, 19:00, Le Hangar des Vents, Bruxelles$/)
  const [published, updated] = [entries[1]?.published, entries[1]?.updated].map((one) => Date.parse(one ?? ""))
  expect(Date.now() - (published as number)).toBeGreaterThan(3_500_000)
  expect(updated).toBeGreaterThanOrEqual(published as number)

  // A changed event keeps its position, with a later update time; the title of a cancelled one begins with the status.
  await here.does(hangar.viewer, "PATCH", eventAt(near), { status: "cancelled" })
  const after = await entriesAt("/actors/hangar/feed.atom")
  expect(after.map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
  expect(after[1]?.title).toMatch(/^\[Annulé\] Près — /)
  expect(Date.parse(after[1]?.updated ?? "")).toBeGreaterThan(updated as number)
  expect((await entriesAt("/nl/actors/hangar/feed.atom"))[1]?.title).toMatch(/^\[Geannuleerd\] Près — /)

  // Beside a date that is cancelled alone stands why.
  const farDate = (await here.does(hangar.viewer, "GET", eventAt(far))).occurrences[0].id
  await here.does(hangar.viewer, "PATCH", `${eventAt(far)}occurrences/${farDate}/`, {
    status: "cancelled",
    status_reason: "Un train en panne.",
  })
  expect((await entriesAt("/actors/hangar/feed.atom"))[2]?.content).toContain("Un train en panne.")
  await here.does(hangar.viewer, "PATCH", `${eventAt(far)}occurrences/${farDate}/`, { status: "scheduled" })
})

test("each feed is served in each format and language with its media type, and answered with 304 if unchanged", async () => {
  const list = await here.does(here.hangar.viewer, "POST", "/api/me/lists/", { name: "Nuits" })
  await here.does(here.hangar.viewer, "PUT", `/api/me/lists/${list.id}/entries/actor/hangar/`)
  slug = (await here.does(here.hangar.viewer, "PATCH", `/api/me/lists/${list.id}/`, { published: true })).slug
  const types = { atom: "application/atom+xml", rss: "application/rss+xml", json: "application/feed+json" }
  for (const base of ["/events", "/actors/hangar", `/agendas/${slug}`, "/activities"])
    for (const [format, type] of Object.entries(types))
      for (const prefix of ["", "/en", "/nl"]) {
        const path = `${prefix}${base}/feed.${format}`
        const answer = await get(path)
        expect(`${path} ${answer.status}`).toBe(`${path} 200`)
        expect(answer.headers.get("content-type")).toBe(`${type}; charset=utf-8`)
        expect(answer.headers.get("access-control-allow-origin")).toBe("*")
        const text = await answer.text()
        expect(text).toContain("Le Hangar des Vents")
        expect(text).toContain(`http://foyer.test${path}`)
        expect(text).toContain(`http://foyer.test${prefix}/events/`)
        expect(await isSound(format, text)).toBe(true)
        const again = await get(path, { "If-None-Match": answer.headers.get("etag") ?? "" })
        expect([again.status, await again.text()]).toEqual([304, ""])
      }
})

test("feeds take filters, and refuse unknown categories, lists and pages", async () => {
  expect((await entriesAt("/events/feed.atom?q=Loin")).map(({ title }) => title.slice(0, 4))).toEqual(["Loin"])
  expect(await entriesAt("/events/feed.atom?category=film")).toEqual([])
  expect(await entriesAt("/events/feed.atom?limit=1")).toHaveLength(1)
  expect((await get("/events/feed.rss?category=nothing")).status).toBe(400)
  expect((await get("/events/feed.json?list=nobody-calls-it-that")).status).toBe(400)
  expect((await get("/actors/nobody/feed.atom")).status).toBe(404)
  expect((await get("/agendas/nobody-calls-it-that/feed.rss")).status).toBe(404)
  expect(
    (await entriesAt("/activities/feed.atom?models=actors.Actor")).some(({ title }) => title.includes("Loin")),
  ).toBe(false)
  const said = (await entriesAt("/en/activities/feed.atom?q=Loin")).map(({ title }) => title)
  expect(said).toEqual(["Le Hangar des Vents publishes an event — Loin"])
})

test("no feed contains drafts, scheduled, hidden, withdrawn or deleted events, draft pages or private lists", async () => {
  const { viewer } = here.hangar
  const make = (title: string, more: object = {}) => here.publishes(viewer, "hangar", `${title} ${secret}`, more)
  await make("Brouillon", { workflow: "draft" })
  await make("Plus tard", { workflow: "scheduled", publish_at: `${tomorrow(1)}T10:00:00Z` })
  await here.does(viewer, "DELETE", eventAt(await make("Supprimé")))
  await here.does(viewer, "PATCH", eventAt(await make("Repris")), { workflow: "draft" })
  await sql`update events set workflow = 'draft', hidden_workflow = 'published', hidden_at = now() where id = ${await make("Caché")}`.execute(
    here.db,
  )
  const hidden = await here.does(viewer, "POST", "/api/me/lists/", { name: secret })
  // Another event names the page of a draft.
  await here.does(viewer, "POST", "/api/actors/", { type: "group", fid: "unseen", name: `Groupe ${secret}` })
  await here.publishes(viewer, "hangar", "Avec", {
    organizers: ["hangar", "unseen"],
    lineup: [{ name: "Quelqu’un", actor: "unseen" }],
  })

  let read = 0
  for (const base of ["/events", "/actors/hangar", `/agendas/${slug}`, "/activities", "/en/events"])
    for (const format of ["atom", "rss", "json"])
      for (const query of ["", "?limit=20000"]) {
        const answer = await get(`${base}/feed.${format}${query}`)
        expect(answer.status).toBe(200)
        const text = await answer.text()
        expect(text).toContain("Avec")
        expect(text).not.toContain(secret)
        read++
      }
  expect(read).toBe(30)
  for (const of of [`/agendas/${hidden.id}`, "/actors/unseen"]) expect((await get(`${of}/feed.atom`)).status).toBe(404)
  expect((await get(`/events/feed.atom?list=${hidden.id}`)).status).toBe(400)
})

test("a feed with a high limit is streamed in pieces, complete and well-formed, and answered with 304 if unchanged", async () => {
  const own = await testDatabase()
  try {
    await fillAgenda(own.db, 160)
    const ask = doorsOf(testSite(own.db).world)
    for (const format of ["atom", "rss", "json"]) {
      const path = `/events/feed.${format}?from=1990-01-01`
      const count = (text: string) => text.split("urn:uuid:").length - 1
      expect(count(await (await ask(path)).text())).toBe(100)
      const answer = await ask(`${path}&limit=20000`)
      const pieces: string[] = []
      const decoder = new TextDecoder()
      for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>)
        pieces.push(decoder.decode(piece, { stream: true }))
      expect(pieces.length).toBeGreaterThan(5)
      expect(count(pieces.join(""))).toBe(160)
      expect(await isSound(format, pieces.join(""))).toBe(true)
      const tag = answer.headers.get("etag") ?? ""
      expect(tag).toMatch(/^W\//)
      expect((await ask(`${path}&limit=20000`, { "If-None-Match": tag })).status).toBe(304)
    }
  } finally {
    await own.drop()
  }
})
