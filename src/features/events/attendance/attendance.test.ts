import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { attendanceTable } from "./table.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const at = (id: number, rest = "attendance/") => `/api/contents/events/${id}/${rest}`
const rowsOf = (id: number) => here.db.selectFrom("attendances").selectAll().where("event_id", "=", id).execute()

test("fifty simultaneous answers store one row; a new answer replaces the old one, deleting it removes it", async () => {
  const { id } = await here.hangar.publishes()
  const nour = here.nour.viewer
  const values = ["interested", "confirmed", "declined"]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => here.ask(nour, "PUT", at(id), { value: values[n % 3], visibility: "public" })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await rowsOf(id)).toHaveLength(1)
  const answer = await here.ask(nour, "PUT", at(id), { value: "confirmed" })
  expect(answer.body).toMatchObject({
    event: id,
    occurrence: null,
    value: "confirmed",
    visibility: "public",
    actor: { fid: "nour" },
  })
  expect((await here.ask(nour, "GET", at(id, ""))).body).toMatchObject({
    my_attendance: "confirmed",
    is_managed: false,
  })
  expect((await here.ask(nour, "GET", at(id, ""))).body.attendance_counts).toBeUndefined()
  const list = await here.ask(nour, "GET", "/api/contents/events/")
  expect(list.body.find((one: { id: number }) => one.id === id).my_attendance).toBe("confirmed")
  expect((await here.ask(null, "GET", at(id, ""))).body.my_attendance).toBeNull()
  for (let times = 0; times < 2; times++) expect((await here.ask(nour, "DELETE", at(id))).status).toBe(204)
  expect((await here.ask(nour, "GET", at(id, ""))).body.my_attendance).toBeNull()
})

test('only people who answered "confirmed" publicly are named as attendees of an event', async () => {
  const { id } = await here.hangar.publishes()
  const nour = here.nour.viewer
  const named = async () =>
    (await here.ask(null, "GET", at(id, ""))).body.attendees.map(({ fid }: { fid: string }) => fid)
  await here.ask(nour, "PUT", at(id), { value: "confirmed" })
  expect(await named()).toEqual([])
  await here.ask(nour, "PUT", at(id), { value: "interested", visibility: "public" })
  expect(await named()).toEqual([])
  await here.ask(nour, "PUT", at(id), { value: "confirmed", visibility: "public" })
  expect(await named()).toEqual(["nour"])
  const list = await here.ask(null, "GET", "/api/contents/events/")
  expect(JSON.stringify(list.body)).not.toContain("attendees")
  await here.ask(nour, "DELETE", at(id))
  expect(await named()).toEqual([])
})

test("refused answers say why, in the reader's language, and name the wrong field", async () => {
  const { id } = await here.hangar.publishes()
  const nobody = await here.ask(null, "PUT", at(id), { value: "confirmed" })
  expect([nobody.status, nobody.body]).toEqual([
    403,
    { detail: "Vous devez vous connecter pour indiquer votre présence.", code: "attendance_needs_login" },
  ])
  const english = await here.ask(null, "PUT", at(id), { value: "confirmed" }, { "accept-language": "en" })
  expect(english.body.detail).toBe(messagesIn("en")("errors.attendance_needs_login"))
  const faceless = await here.newcomer("sans_page")
  expect((await here.ask(faceless, "PUT", at(id), { value: "confirmed" })).body.code).toBe("attendance_needs_actor")
  const nour = here.nour.viewer
  for (const [sent, field] of [
    [{}, "value"],
    [{ value: "maybe" }, "value"],
    [{ value: "confirmed", visibility: "all" }, "visibility"],
    [{ value: "confirmed", actor: "hangar" }, "actor"],
    [{ value: "confirmed", actor: "a\0b" }, "actor"],
    [{ value: "confirmed", occurrence: 1.5 }, "occurrence"],
    [{ value: "confirmed", occurrence: 1e300 }, "occurrence"],
  ] as const) {
    const answer = await here.ask(nour, "PUT", at(id), sent)
    expect([answer.status, Object.keys(answer.body)], JSON.stringify(sent)).toEqual([400, [field]])
  }
  expect((await here.ask(nour, "PUT", at(id), { value: "confirmed", occurrence: 987_654 })).body.code).toBe(
    "occurrence_not_found",
  )
  expect((await here.ask(nour, "PUT", at(987_654), { value: "confirmed" })).body.code).toBe("event_not_found")
  const cancelled = await here.hangar.publishes({ status: "cancelled" })
  const refused = await here.ask(nour, "PUT", at(cancelled.id), { value: "confirmed" })
  expect([refused.status, refused.body.code]).toEqual([409, "event_cancelled"])
  expect((await here.ask(nour, "DELETE", at(cancelled.id))).status).toBe(204)
})

test("without a chosen identity the only published person page answers; with several, the request must name one", async () => {
  const { id } = await here.hangar.publishes()
  const someone = await here.newcomer("sans_choix")
  const page = (fid: string, type = "person", status = "published") =>
    here.ask(someone, "POST", "/api/actors/", { type, fid, name: fid, status })
  await page("sans_choix_groupe", "group")
  await page("sans_choix_brouillon", "person", "draft")
  expect(await here.ask(someone, "PUT", at(id), { value: "confirmed" })).toMatchObject({
    status: 403,
    body: { code: "attendance_needs_actor" },
  })
  await page("sans_choix_un")
  const only = await here.ask(someone, "PUT", at(id), { value: "confirmed" })
  expect([only.status, only.body.actor?.fid]).toEqual([200, "sans_choix_un"])
  await page("sans_choix_deux")
  const several = await here.ask(someone, "PUT", at(id), { value: "confirmed" }, { "accept-language": "en" })
  expect([several.status, several.body]).toEqual([
    400,
    { actor: [messagesIn("en")("errors.attendance_several_actors")] },
  ])
  const chosen = await here.ask(someone, "PUT", at(id), { value: "confirmed", actor: "sans_choix_deux" })
  expect(chosen.body.actor.fid).toBe("sans_choix_deux")
})

test("dates are answered and cancelled separately, and an answer stays with its date when the date is moved", async () => {
  const hangar = here.hangar.viewer
  const made = await here.ask(hangar, "POST", "/api/contents/events/", {
    title: { fr: "Trois soirs" },
    category: "theatre",
    organizers: ["hangar"],
    start: `${tomorrow()}T20:00`,
    end: `${tomorrow()}T21:30`,
    recurrence: "RRULE:FREQ=DAILY;COUNT=3",
    workflow: "published",
  })
  const [first, second, third] = made.body.occurrences
  const nour = here.nour.viewer
  await here.ask(nour, "PUT", at(made.body.id), { value: "interested" })
  await here.ask(nour, "PUT", at(made.body.id), { value: "confirmed", occurrence: second.id })
  const moved = await here.ask(hangar, "PATCH", at(made.body.id, `occurrences/${second.id}/`), {
    start: `${tomorrow(9)}T18:00`,
  })
  expect(moved.body.occurrences).toMatchObject([
    { id: first.id, status: "scheduled" },
    { id: third.id },
    {
      id: second.id,
      status: "moved",
      original_start: second.start,
      start: expect.stringContaining("T18:00"),
      end: expect.stringContaining("T19:30"),
    },
  ])
  expect(moved.body).toMatchObject({ sequence: 1, version: 2 })
  // All evenings move by half an hour: the answer stays, and so does the date that was moved by hand.
  const later = await here.ask(hangar, "PATCH", at(made.body.id, ""), { start: `${tomorrow()}T20:30` })
  expect(later.body.occurrences.map(({ id }: { id: number }) => id)).toEqual([first.id, third.id, second.id])
  expect(later.body.occurrences[2].start).toContain("T18:00")
  const own = await here.ask(nour, "GET", at(made.body.id))
  expect(own.body).toMatchObject([
    { value: "confirmed", occurrence: { id: second.id } },
    { value: "interested", occurrence: null },
  ])
  expect((await here.ask(nour, "GET", at(made.body.id, ""))).body.my_attendance).toBe("interested")

  const off = await here.ask(hangar, "PATCH", at(made.body.id, `occurrences/${third.id}/`), { status: "cancelled" })
  expect(off.body.occurrences[1]).toMatchObject({ id: third.id, status: "cancelled" })
  expect((await here.ask(nour, "PUT", at(made.body.id), { value: "confirmed", occurrence: third.id })).status).toBe(409)
  const back = await here.ask(hangar, "PATCH", at(made.body.id, `occurrences/${third.id}/`), { status: "scheduled" })
  expect(back.body.occurrences[1].status).toBe("scheduled")
  // Each answer is withdrawn separately: the answer for all dates is independent of the answer for one date.
  const left = async () => (await here.ask(nour, "GET", at(made.body.id))).body
  await here.ask(nour, "PUT", at(made.body.id), { value: "declined", occurrence: first.id })
  await here.ask(nour, "DELETE", `${at(made.body.id)}?occurrence=${second.id}`)
  expect(await left()).toMatchObject([
    { value: "declined", occurrence: { id: first.id } },
    { value: "interested", occurrence: null },
  ])
  await here.ask(nour, "DELETE", at(made.body.id))
  expect(await left()).toMatchObject([{ value: "declined", occurrence: { id: first.id } }])
})

test("only an event's managers read its answers: as counts, as a paged list and as a CSV table", async () => {
  const { id } = await here.hangar.publishes()
  await here.ask(here.nour.viewer, "PUT", at(id), { value: "confirmed" })
  for (let n = 0; n < 3; n++) {
    const someone = await here.newcomer(`public_${n}`)
    const page = {
      type: "person",
      fid: `public_${n}`,
      name: n === 0 ? '=HYPERLINK("x")' : `Public ${n}`,
      status: "published",
    }
    await here.ask(someone, "POST", "/api/actors/", page)
    await here.ask(someone, "PUT", at(id), { value: "interested", actor: `public_${n}` })
  }
  for (const viewer of [null, here.nour.viewer])
    expect((await here.ask(viewer, "GET", at(id, "attendances/"))).status).toBe(403)
  const hangar = here.hangar.viewer
  expect((await here.ask(hangar, "GET", at(id, ""))).body.attendance_counts).toEqual({
    interested: 3,
    confirmed: 1,
    declined: 0,
    unconfirmed: 0,
  })
  const list = await here.ask(hangar, "GET", at(id, "attendances/?value=interested&limit=2"))
  expect(list.body).toHaveLength(2)
  expect([list.headers.get("x-total-count"), list.headers.get("link")]).toEqual([
    "3",
    expect.stringContaining("start=2"),
  ])
  const table = await here.ask(hangar, "GET", at(id, "attendances/"), undefined, { accept: "text/csv" })
  expect(table.headers.get("content-type")).toContain("text/csv")
  const lines = String(table.body).trim().split("\r\n")
  expect(lines[0]).toBe("name,fid,value,date,visibility,created,updated,address_confirmed,elsewhere,message")
  expect(lines).toHaveLength(5)
  expect(lines.at(-2)).toMatch(/^"'=HYPERLINK\(""x""\)",public_0,interested,,organisers,/)
  expect(attendanceTable([])).toBe(
    "name,fid,value,date,visibility,created,updated,address_confirmed,elsewhere,message\r\n",
  )
})
