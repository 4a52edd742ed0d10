import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { evening, makesEvening } from "#test/worlds/evenings.ts"
import { tomorrow, withOffset } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { publishDue } from "./commands.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let hangar: SignedIn
let stranger: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  hangar = here.hangar.viewer
  stranger = await here.newcomer("passante")
})
afterAll(() => here.end())

const path = "/api/contents/events/"
const makes = (said?: object, viewer?: SignedIn) => makesEvening(here, said, viewer)

test("a venue creates an event with all its fields, and others get its draft answered as unknown", async () => {
  const room = await here.db.selectFrom("rooms").select("id").where("name", "=", "Petite nef").executeTakeFirstOrThrow()
  const { body, headers } = await makes({
    description: { fr: "<p onclick=x>Un <b>soir</b><script>alert(1)</script></p>" },
    doors: "19:45",
    tags: ["Jazz"],
    room: room.id,
    lineup: [{ fid: "nour", role: "voix" }, { name: "Ada Sels" }],
    prices: [
      { label: "Prévente", amount: 12.505 },
      { free: true, label: "Enfants" },
    ],
    ticket_url: "https://billets.example/42",
    capacity: 90,
    age: { min: 6 },
    languages: ["fr"],
    access: { step_free: "yes" },
    status: "tentative",
    uid: "0190b2c4-0000-7000-8000-000000000000",
    // Fields that no request can set:
    id: 1,
    version: 9,
    sequence: 9,
    created_by: 1,
    listed: true,
    created: "2000-01-01T00:00:00Z",
  })
  expect(body).toMatchObject({
    title: { fr: "Radio Minuit" },
    language: "fr",
    description: { fr: "<p>Un <b>soir</b></p>" },
    start: withOffset(evening.start),
    doors: withOffset(evening.start.replace("20:30", "19:45")),
    timezone: "Europe/Brussels",
    room: { name: "Petite nef" },
    lineup: [
      { name: "Nour Alvérane", actor: { fid: "nour" }, confirmed: false },
      { name: "Ada Sels", actor: null },
    ],
    prices: [{ amount: 12.51 }, { free: true }],
    tags: ["jazz"],
    workflow: "draft",
    status: "tentative",
    version: 1,
    sequence: 0,
    is_managed: true,
    place_confirmed: true,
  })
  expect(body.uid).toContain("0190b2c4")
  expect(headers.get("location")).toBe(`${path}${body.id}/`)

  const never = await here.ask(stranger, "GET", `${path}999999/`)
  for (const viewer of [null, stranger, here.nour.viewer]) {
    for (const [method, rest, sent] of [
      ["GET", "", undefined],
      ["PATCH", "", { title: { fr: "Volé" } }],
      ["DELETE", "", undefined],
      ["PUT", "attendance/", { value: "confirmed" }],
      ["DELETE", "attendance/", undefined],
      ["GET", "attendance/", undefined],
      ["GET", "attendances/", undefined],
      ["GET", "changes/", undefined],
      ["POST", "confirmations/", { fid: "nour", answer: "accept" }],
      ["PATCH", "occurrences/1/", { status: "cancelled" }],
    ] as const) {
      const answer = await here.ask(viewer, method, `${path}${body.id}/${rest}`, sent)
      expect([answer.status, answer.body], `${method} ${rest}`).toEqual([404, never.body])
    }
  }
  expect((await here.ask(hangar, "GET", `${path}managed/?workflow=draft`)).body).toMatchObject([{ id: body.id }])
  expect((await here.ask(stranger, "GET", `${path}managed/`)).body).toEqual([])
})

test("of two edits with the same ETag one is refused, and an unchanged event is answered with 304", async () => {
  const { body, headers } = await makes({ workflow: "published" })
  const tag = headers.get("etag") as string
  const read = await here.ask(hangar, "GET", `${path}${body.id}/`)
  expect(read.headers.get("etag")).toBe(tag)
  expect((await here.ask(hangar, "GET", `${path}${body.id}/`, undefined, { "if-none-match": tag })).status).toBe(304)
  const mine = await here.ask(null, "GET", `${path}${body.id}/`)
  expect(mine.headers.get("etag")).not.toBe(tag)

  const both = await Promise.all(
    ["Un", "Deux"].map((fr) => here.ask(hangar, "PATCH", `${path}${body.id}/`, { title: { fr } }, { "if-match": tag })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  expect(both.find(({ status }) => status === 412)?.body.code).toBe("stale")
  const won = both.find(({ status }) => status === 200)
  expect(won?.body).toMatchObject({ version: 2, sequence: 0 })
  expect((await here.ask(hangar, "DELETE", `${path}${body.id}/`, undefined, { "if-match": tag })).status).toBe(412)
  // An answer is not an edit and raises no version.
  await here.ask(here.nour.viewer, "PUT", `${path}${body.id}/attendance/`, { value: "confirmed" })
  const late = { "if-match": won?.headers.get("etag") as string }
  const moved = await here.ask(hangar, "PATCH", `${path}${body.id}/`, { start: `${tomorrow()}T21:00` }, late)
  expect(moved.body).toMatchObject({ version: 3, sequence: 1, end: expect.stringContaining("T23:00") })
  const { body: changes } = await here.ask(hangar, "GET", `${path}${body.id}/changes/`)
  expect(changes.map((one: { action: string }) => one.action)).toEqual(["updated", "updated", "created"])
  expect(changes[0]).toMatchObject({
    by: { fid: "hangar" },
    fields: { start: [expect.any(String), expect.any(String)] },
  })
})

test("only managers of the host create and change events, and only verified people publish them", async () => {
  expect((await here.ask(null, "POST", path, evening)).body.code).toBe("sign_in_needed")
  expect((await here.ask(stranger, "POST", path, evening)).body.code).toBe("not_allowed")
  expect((await here.ask(hangar, "POST", path, { ...evening, organizers: ["nobody_x"] })).body).toEqual({
    organizers: [expect.any(String)],
  })
  const unverified = await here.gives(await here.newcomer("jeanne", { isVerified: false }), here.hangar.id, "assistant")
  expect((await here.ask(unverified, "POST", path, { ...evening, workflow: "published" })).body.code).toBe(
    "email_unverified",
  )
  const { body } = await makes({}, unverified)
  expect((await here.ask(unverified, "PATCH", `${path}${body.id}/`, { workflow: "published" })).status).toBe(403)
  expect((await here.ask(hangar, "PATCH", `${path}${body.id}/`, { workflow: "published" })).body.workflow).toBe(
    "published",
  )
  expect((await here.ask(stranger, "PATCH", `${path}${body.id}/`, { title: { fr: "x" } })).body.code).toBe(
    "not_allowed",
  )
  expect((await here.ask(null, "DELETE", `${path}${body.id}/`)).body.code).toBe("sign_in_needed")
  expect((await here.ask(hangar, "DELETE", `${path}${body.id}/`)).status).toBe(204)
  expect((await here.ask(hangar, "GET", `${path}${body.id}/`)).status).toBe(404)
  expect((await here.ask(hangar, "DELETE", `${path}${body.id}/`)).status).toBe(404)
})

test("dates that swap their times keep their rows, and dates at the same time become one", async () => {
  const at = (day: number) => `${tomorrow(day)}T20:00`
  const { body } = await makes({
    start: undefined,
    end: undefined,
    occurrences: [0, 1, 2].map((day) => ({ start: at(day) })),
  })
  const [a, b, c] = body.occurrences.map(({ id }: { id: number }) => id)
  const lists = async (occurrences: object[]) => {
    const answer = await here.ask(hangar, "PATCH", `${path}${body.id}/`, { occurrences })
    return [answer.status, answer.body.occurrences?.map(({ id }: { id: number }) => id)]
  }
  const turned = [
    { id: a, start: at(2) },
    { id: b, start: at(1) },
    { id: c, start: at(0) },
  ]
  expect(await lists(turned)).toEqual([200, [c, b, a]])
  expect(await lists(turned.map((one) => ({ ...one, start: at(5) })))).toEqual([200, [expect.any(Number)]])
  const onto = await makes({ start: undefined, end: undefined, occurrences: [0, 1].map((day) => ({ start: at(day) })) })
  const [first] = onto.body.occurrences
  const moved = await here.ask(hangar, "PATCH", `${path}${onto.body.id}/occurrences/${first.id}/`, { start: at(1) })
  expect([moved.status, moved.body.occurrences.length]).toEqual([200, 1])
  expect(
    (await here.ask(hangar, "PATCH", `${path}${onto.body.id}/`, { end: `${tomorrow(1)}T23:00` })).body.end,
  ).toContain("T23:00")
  expect(here.errors).toEqual([])
})

test("a date moved after publication has its original start, and a status that is undone loses its reason", async () => {
  const at = (day: number) => `${tomorrow(day)}T20:00`
  const { body } = await makes({ start: at(0), end: undefined, workflow: "draft" })
  const one = `${path}${body.id}/`
  const date = `${one}occurrences/${body.occurrences[0].id}/`
  const draft = await here.ask(here.hangar.viewer, "PATCH", date, { start: at(1) })
  expect(draft.body.occurrences).toMatchObject([{ status: "scheduled", original_start: null }])
  const change = (said: object, address = one) => here.ask(here.hangar.viewer, "PATCH", address, said)
  await change({ workflow: "published" })
  expect((await change({ start: at(2) }, date)).body.occurrences).toMatchObject([
    { status: "moved", original_start: expect.stringContaining(at(1)) },
  ])
  const away = await change({ status: "rescheduled", status_reason: "Travaux", start: at(3) })
  expect(away.body).toMatchObject({
    status: "rescheduled",
    occurrences: [{ original_start: expect.stringContaining(at(1)) }],
  })
  expect((await change({ status: "scheduled" })).body).toMatchObject({ status: "scheduled", status_reason: null })
  // A corrected time of an event that stays `scheduled` does not count as moved.
  const other = await makes({ start: at(0), end: undefined, workflow: "published" })
  const right = await change({ start: at(1) }, `${path}${other.body.id}/`)
  expect(right.body.occurrences).toMatchObject([{ status: "scheduled", original_start: null }])
  const again = await change({ status: "rescheduled", start: at(2) }, `${path}${other.body.id}/`)
  expect(again.body.occurrences).toMatchObject([{ status: "moved", original_start: expect.stringContaining(at(1)) }])
})

test("language tags are normalised, and an event is found by the language without its region", async () => {
  const { body } = await makes({ languages: ["nl-be", "FR", "fr"], workflow: "published", tags: ["tous-les-parlers"] })
  expect(body.languages).toEqual(["nl-BE", "fr"])
  const found = async (lang: string) =>
    (await here.ask(null, "GET", `${path}?filter=all&tag=tous-les-parlers&lang=${lang}`)).body.map(
      ({ id }: { id: number }) => id,
    )
  expect([await found("nl"), await found("fr"), await found("en")]).toEqual([[body.id], [body.id], []])
  const odd = await here.ask(here.hangar.viewer, "PATCH", `${path}${body.id}/`, { languages: ["en-aa-bb"] })
  expect([odd.status, Object.keys(odd.body)]).toEqual([400, ["languages.0"]])
})

test("a scheduled event is published when its time has come, once", async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19) + "Z"
  const { body } = await makes({ workflow: "scheduled", publish_at: later })
  expect((await here.ask(null, "GET", `${path}${body.id}/`)).status).toBe(404)
  expect(await publishDue(here.db)).toBe(0)
  await here.db.updateTable("events").set({ publish_at: new Date() }).where("id", "=", body.id).execute()
  const published = await Promise.all([publishDue(here.db), publishDue(here.db)])
  expect(published.sort()).toEqual([0, 1])
  expect((await here.ask(null, "GET", `${path}${body.id}/`)).body.workflow).toBe("published")
})

test("only a festival's managers add events to it, and a festival cannot be part of its own part", async () => {
  const festival = await makes({ title: { fr: "Festival" }, workflow: "published" })
  const part = await makes({ parent: festival.body.id, workflow: "published" })
  expect(part.body.parent).toMatchObject({ id: festival.body.id })
  await here.ask(hangar, "PATCH", `${path}${part.body.id}/`, { status: "cancelled" })
  const { children } = (await here.ask(null, "GET", `${path}${festival.body.id}/`)).body
  expect(children).toMatchObject([{ id: part.body.id, status: "cancelled" }])
  expect((await here.ask(hangar, "PATCH", `${path}${festival.body.id}/`, { parent: part.body.id })).status).toBe(400)
  const own = { ...evening, organizers: ["nour"], parent: festival.body.id }
  expect((await here.ask(here.nour.viewer, "POST", path, own)).body).toEqual({ parent: [expect.any(String)] })
})

test("simultaneous requests with one uid create one event, and another organizer's uid is refused", async () => {
  const uid = "0191f2a0-7b1c-7000-8000-00000000abcd"
  const body = { uid, title: { fr: "Une fois" }, category: "talk", organizers: ["hangar"], start: "2027-05-01T20:00" }
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => here.ask(here.hangar.viewer, "POST", "/api/contents/events/", body)),
  )
  expect(new Set(tries.map(({ status, body }) => `${status} ${body.id} ${body.uid}`)).size).toBe(1)
  expect(tries[0]?.body.uid).toBe(uid)
  const other = await here.ask(here.seuils.viewer, "POST", "/api/contents/events/", { ...body, organizers: ["seuils"] })
  expect([other.status, Object.keys(other.body)]).toEqual([400, ["uid"]])
})
