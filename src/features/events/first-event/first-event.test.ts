import { sql } from "kysely"
import { beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

// A first event and the page that organises it: both or neither, however often the request is sent.

let here: Awaited<ReturnType<typeof writingWorld>>
let ines: SignedIn
beforeEach(async () => {
  here = await writingWorld()
  ines = await here.newcomer("ines")
})

const uid = "3f0c1a52-6a0f-4a39-9b3e-7a2a5f1f6a01"
const said = () => ({
  uid,
  title: { fr: "Trio Ventôse" },
  language: "fr",
  category: "music",
  start: `${tomorrow()}T20:30`,
  workflow: "published",
  organizers: [],
  organizer: { type: "person", name: "Inès Ventôse", language: "fr" },
})
const sends = (more: object = {}, viewer: SignedIn | null = ines) =>
  here.ask(viewer, "POST", "/api/contents/events/first/", { ...said(), ...more })
const made = async () => {
  const { rows } = await sql<{ pages: number; events: number; identity: string | null }>`
    select (select count(*)::int from relations where user_id = ${ines.userId}) as pages,
      (select count(*)::int from events where created_by = ${ines.userId}) as events,
      (select a.fid from users u join actors a on a.id = u.identity_id where u.id = ${ines.userId}) as identity`.execute(
    here.db,
  )
  return rows[0]
}

test("a first event is published with its new page, and that page becomes its owner's identity", async () => {
  const { status, body } = await sends()
  expect(status).toBe(201)
  expect(body).toMatchObject({ workflow: "published", organizers: [{ name: "Inès Ventôse", type: "person" }] })
  expect(await made()).toEqual({ pages: 1, events: 1, identity: body.organizers[0].fid })
  expect((await here.ask(null, "GET", `/api/actors/${body.organizers[0].fid}/`)).status).toBe(200)
})

test("a first event that is refused creates no page, and its wrong fields are named", async () => {
  const failed = await sends({ place: "nowhere-at-all", images: [987_654] })
  expect(failed.status).toBe(400)
  expect(Object.keys(failed.body)).toEqual(expect.arrayContaining(["place"]))
  const shapeless = await sends({ title: {}, organizer: { type: "person", name: "" } })
  expect(shapeless.status).toBe(400)
  expect(Object.keys(shapeless.body)).toEqual(expect.arrayContaining(["organizer.name"]))
  expect(await made()).toEqual({ pages: 0, events: 0, identity: null })
  expect((await sends()).status).toBe(201)
  expect(await made()).toMatchObject({ pages: 1, events: 1 })
})

test("a first event sent again or twice at once creates one page and one event", async () => {
  const [one, two] = await Promise.all([sends(), sends()])
  expect([one.status, two.status]).toEqual([201, 201])
  expect(two.body.id).toBe(one.body.id)
  expect((await sends()).body.id).toBe(one.body.id)
  expect(await made()).toMatchObject({ pages: 1, events: 1 })
})

test("a person with a page publishes with it; unverified people and visitors are refused and get no page", async () => {
  await sends()
  const second = await sends({ uid: uid.replace("01", "02"), organizer: { type: "group", name: "Autre" } })
  expect(second.body.organizers).toMatchObject([{ name: "Inès Ventôse" }])
  expect(await made()).toMatchObject({ pages: 1, events: 2 })
  const unverified = await here.newcomer("zoe", { isVerified: false })
  for (const viewer of [unverified, null]) expect((await sends({ uid: undefined }, viewer)).status).toBe(403)
  const { rows } = await sql`select from relations where user_id = ${unverified.userId}`.execute(here.db)
  expect(rows).toEqual([])
})
