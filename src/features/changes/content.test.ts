import { sql } from "kysely"
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openDb, openPool } from "#db/connection.ts"
import { publishDue } from "#features/events/writing/commands.server.ts"
import { world } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

// The version of the content is raised by changes of what everybody can see, in this and other processes, and by nothing else.

let here: Awaited<ReturnType<typeof writingWorld>>
let told: pg.Client
let notified = 0
let markers = 0
let arrived: (marker: string) => void = () => {}
let end: () => Promise<void>
beforeAll(async () => {
  const there = await world()
  // Configured like the server's own connections: only `changed` announces changes of public content.
  const db = openDb(openPool(there.connectionString(), 5, () => {}, { tellsChanges: true }))
  here = await writingWorld({ ...there, db })
  told = new pg.Client({ connectionString: there.connectionString() })
  told.on("notification", ({ channel, payload }) => {
    if (channel === "content_changed") notified++
    else arrived(payload ?? "")
  })
  await told.connect()
  await told.query("listen content_changed; listen marker")
  end = async () => {
    await told.end()
    await db.destroy()
    await there.end()
  }
})
afterAll(() => end())

/** Waits for all earlier notifications: PostgreSQL delivers them in order, so once this marker arrives they have arrived too. */
async function allHeard() {
  const marker = String(++markers)
  const isThere = new Promise<void>((resolve) => {
    arrived = (payload) => {
      if (payload === marker) resolve()
    }
  })
  await sql`select pg_notify('marker', ${marker})`.execute(here.db)
  await isThere
}

/** Returns whether this process and other processes learn that public content changed. */
async function hears(something: () => Promise<unknown>): Promise<{ here: boolean; elsewhere: boolean }> {
  await allHeard()
  const [version, before] = [here.content.current, notified]
  await something()
  await allHeard()
  return { here: here.content.current > version, elsewhere: notified > before }
}
const nothing = { here: false, elsewhere: false }
const both = { here: true, elsewhere: true }

const ask = async (who: keyof typeof people, method: string, path: string, body?: object, expected = /^2/) => {
  const answer = await here.ask(here[who].viewer, method, path, body)
  expect(String(answer.status), `${method} ${path}: ${JSON.stringify(answer.body)}`).toMatch(expected)
  return answer.body
}
const people = { nour: 1, seuils: 1, hangar: 1, rhizome: 1 }

test("follows, list entries and private answers do not raise the content version", async () => {
  const event = await here.seuils.publishes()
  const attendance = `/api/contents/events/${event.id}/attendance/`
  expect(await hears(() => ask("nour", "PUT", "/api/actors/seuils/follow/"))).toEqual(nothing)
  expect(await hears(() => ask("nour", "DELETE", "/api/actors/seuils/follow/"))).toEqual(nothing)
  expect(await hears(() => ask("nour", "PUT", `/api/me/lists/default/entries/event/${event.id}/`))).toEqual(nothing)
  expect(await hears(() => ask("nour", "DELETE", `/api/me/lists/default/entries/event/${event.id}/`))).toEqual(nothing)
  expect(await hears(() => ask("nour", "PUT", attendance, { value: "confirmed" }))).toEqual(nothing)
  expect(await hears(() => ask("nour", "DELETE", attendance))).toEqual(nothing)
  expect(
    await hears(() => here.ask(here.nour.viewer, "PUT", attendance, { value: "confirmed", visibility: "organisers" })),
  ).toEqual(nothing)
})

test("a public answer, its change and its removal raise the content version", async () => {
  const event = await here.seuils.publishes()
  const attendance = `/api/contents/events/${event.id}/attendance/`
  const openly = { value: "confirmed", visibility: "public" }
  expect(await hears(() => ask("nour", "PUT", attendance, openly))).toEqual(both)
  expect(await hears(() => ask("nour", "PUT", attendance, { ...openly, value: "declined" }))).toEqual(both)
  await ask("nour", "PUT", attendance, openly)
  expect(await hears(() => ask("nour", "DELETE", attendance))).toEqual(both)
})

test("changes to a draft do not raise the content version, and its publication does", async () => {
  const event = await here.seuils.drafts()
  const path = `/api/contents/events/${event.id}/`
  expect(await hears(() => ask("seuils", "PATCH", path, { title: { fr: "Encore un nom" } }))).toEqual(nothing)
  expect(await hears(() => ask("seuils", "POST", `${path}lineup/`, { name: "Ada" }))).toEqual(nothing)
  expect(await hears(() => ask("seuils", "POST", `${path}copies/`, {}))).toEqual(nothing)
  expect(await hears(() => ask("seuils", "PATCH", path, { workflow: "published" }))).toEqual(both)
})

test("every change of public data raises the content version in this and other processes", async () => {
  const event = await here.seuils.publishes()
  const path = `/api/contents/events/${event.id}/`
  const changes: [string, () => Promise<unknown>][] = [
    ["a title", () => ask("seuils", "PATCH", path, { title: { fr: "Nouveau nom" } })],
    ["a performer", () => ask("seuils", "POST", `${path}lineup/`, { name: "Ada" })],
    ["an organiser who is asked", () => ask("seuils", "POST", `${path}organizers/`, { fid: "rhizome" })],
    [
      "a confirmation",
      () => ask("hangar", "POST", `${path}confirmations/`, { fid: "hangar", answer: "accept", part: "place" }),
    ],
    ["a page", () => ask("seuils", "PATCH", "/api/actors/seuils/", { summary: { fr: "Une compagnie." } })],
    [
      "a relation",
      async () => {
        const { id } = await ask("seuils", "POST", "/api/actors/seuils/relations/", {
          fid: "hangar",
          relation: "partner",
        })
        await ask("hangar", "PATCH", `/api/actors/seuils/relations/${id}/`, { status: "accepted" })
      },
    ],
    ["a new page", () => ask("nour", "POST", "/api/actors/", { type: "group", name: "Neuf", status: "published" })],
    [
      "an agenda",
      async () => {
        const { id } = await ask("nour", "POST", "/api/me/lists/", { name: "Mes nuits" })
        await ask("nour", "PATCH", `/api/me/lists/${id}/`, { published: true })
      },
    ],
    [
      "what a published agenda holds",
      async () => {
        const { id } = (await ask("nour", "GET", "/api/me/lists/")).find(
          ({ published }: { published: boolean }) => published,
        )
        await ask("nour", "PUT", `/api/me/lists/${id}/entries/event/${event.id}/`)
      },
    ],
    ["as whom a person shows", () => ask("nour", "PATCH", "/api/me/", { identity: null })],
    ["a cancellation", () => ask("seuils", "PATCH", path, { status: "cancelled" })],
    ["a deletion", () => ask("seuils", "DELETE", path)],
    ["its return", () => ask("seuils", "POST", `${path}restore/`)],
    ["a page that goes with its events", () => ask("rhizome", "DELETE", "/api/actors/rhizome/")],
  ]
  for (const [what, change] of changes) expect({ what, ...(await hears(change)) }).toEqual({ what, ...both })
})

test("publication on schedule announces a content change to other processes", async () => {
  const event = await here.seuils.drafts()
  await sql`update events set workflow = 'scheduled', publish_at = now() where id = ${event.id}`.execute(here.db)
  expect(await hears(() => publishDue(here.db))).toEqual({ here: false, elsewhere: true })
})

test("a write to the database past the application announces a content change", async () => {
  const operator = openDb(openPool(here.connectionString(), 1, () => {}))
  const { elsewhere } = await hears(() => sql`update actors set tags = '{a}' where fid = 'seuils'`.execute(operator))
  await operator.destroy()
  expect(elsewhere).toBe(true)
})
