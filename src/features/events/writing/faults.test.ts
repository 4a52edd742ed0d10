import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { evening } from "#test/worlds/evenings.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const path = "/api/contents/events/"
const asked = (method: "POST" | "PATCH", said: object, id?: number) =>
  here.ask(here.hangar.viewer, method, id === undefined ? path : `${path}${id}/`, said, { "accept-language": "en" })
const fieldsOf = (answer: { body: object }) => Object.keys(answer.body).sort()
const countOfEvents = async () =>
  (
    await here.db
      .selectFrom("events")
      .select((is) => is.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count

test("each invalid value of an event is refused with the name of its field", async () => {
  const cases: [object, string][] = [
    [{ end: `${tomorrow()}T20:00` }, "end"],
    [{ start: "2027-02-29T20:30" }, "start"],
    [{ start: "9999-12-31T20:30", end: null }, "start"],
    [{ start: "1000-01-01T20:30" }, "start"],
    [{ start: tomorrow() }, "start"],
    [{ start: "demain" }, "start"],
    [{ start: "2027-01-01T25:00" }, "start"],
    [{ timezone: "Europe/Atlantis" }, "timezone"],
    [{ timezone: "+01:00" }, "timezone"],
    [{ doors: "21:00" }, "doors"],
    [{ title: { en: "Only" }, language: "fr" }, "title"],
    [{ title: {} }, "title"],
    [{ title: { fr: "a".repeat(301) } }, "title.fr"],
    [{ title: { fr: "\ud800" } }, "title.fr"],
    [{ category: "jazz" }, "category"],
    [{ organizers: [] }, "organizers"],
    [{ place: "nour" }, "place"],
    [{ place: "nobody_x" }, "place"],
    [{ room: 999_999 }, "room"],
    [{ lineup: [{ role: "voix" }] }, "lineup.0.name"],
    [{ lineup: [{ name: "A" }, { fid: "nobody_x" }] }, "lineup.1.fid"],
    [{ parent: 999_999 }, "parent"],
    [{ prices: [{ amount: -1 }] }, "prices.0.amount"],
    [{ prices: [{ amount: 5, free: true }] }, "prices.0.amount"],
    [{ ticket_url: "javascript:alert(1)" }, "ticket_url"],
    [{ capacity: 1.5 }, "capacity"],
    [{ age: { min: 12, max: 6 } }, "age"],
    [{ languages: ["français!"] }, "languages.0"],
    [{ workflow: "scheduled" }, "publish_at"],
    [{ workflow: "scheduled", publish_at: "2020-01-01T00:00:00Z" }, "publish_at"],
    [{ recurrence: "RRULE:FREQ=HOURLY" }, "recurrence"],
    [{ recurrence: "RRULE:FREQ=DAILY;COUNT=1001" }, "recurrence"],
    [{ recurrence: "RRULE:FREQ=DAILY;INTERVAL=0" }, "recurrence"],
    [
      {
        recurrence:
          "RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9;BYSECOND=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
      },
      "recurrence",
    ],
    [{ recurrence: "DROP TABLE events" }, "recurrence"],
    [{ occurrences: [] }, "start"],
    [{ occurrences: [{ start: evening.start }] }, "start"],
    [{ start: undefined, end: undefined }, "start"],
    [{ start: undefined, end: undefined, occurrences: [] }, "occurrences"],
    [
      { start: undefined, end: undefined, occurrences: [{ start: evening.start, end: `${tomorrow()}T01:00` }] },
      "occurrences.0.end",
    ],
    [{ description: { fr: "&".repeat(60_000) } }, "description"],
    [{ status: "gone" }, "status"],
    [{ location: { lat: 1 } }, "location"],
  ]
  for (const [said, field] of cases) {
    const answer = await here.ask(here.hangar.viewer, "POST", path, { ...evening, ...said })
    expect([answer.status, Object.keys(answer.body)], JSON.stringify(said).slice(0, 90)).toEqual([400, [field]])
    expect(answer.body[field][0]).not.toMatch(/^errors\./)
  }
  for (const sent of [
    "[]",
    "null",
    "7",
    "{",
    '{"title":{"__proto__":{"fr":"x"}}}',
    `{"title":${"[".repeat(40)}${"]".repeat(40)}}`,
  ])
    expect((await here.ask(here.hangar.viewer, "POST", path, sent)).status, sent).toBe(400)
  for (const id of ["abc", "-1", "1e3", "99999999999999999999", "%00", "0x10"])
    expect((await here.ask(here.hangar.viewer, "PATCH", `${path}${id}/`, { title: { fr: "x" } })).status, id).toBe(404)
  expect(here.errors).toEqual([])
})

test("all faults of a new event are named in one answer, and nothing is stored", async () => {
  const before = await countOfEvents()
  const answer = await asked("POST", {
    ...evening,
    title: { nl: "Alleen Nederlands" },
    language: "fr",
    organizers: ["hangar", "nobody-here"],
    place: "nobody-there",
    lineup: [{ name: "Ada" }, { fid: "nobody-sings" }, { fid: "nobody-dances" }],
    parent: 987_654,
    images: [{ document: 987_654 }, { document: 987_655 }],
    workflow: "scheduled",
    timezone: "Europe/Nowhere",
    start: `${tomorrow()}T25:00`,
    end: "late",
    doors: "soon",
    recurrence: "RRULE:FREQ=SOMETIMES",
    // faults that the shape of the request has:
    category: "opera",
    ticket_url: "no address",
    capacity: -1,
  })
  expect(answer.status).toBe(400)
  expect(fieldsOf(answer)).toEqual(
    [
      "title",
      "organizers",
      "place",
      "lineup.1.fid",
      "lineup.2.fid",
      "parent",
      "images.0.document",
      "images.1.document",
      "publish_at",
      "timezone",
      "start",
      "end",
      "doors",
      "recurrence",
      "category",
      "ticket_url",
      "capacity",
    ].sort(),
  )
  const t = messagesIn("en")
  expect(answer.body).toMatchObject({
    place: [t("errors.actor_unknown")],
    end: [t("errors.moment")],
    timezone: [t("errors.timezone_unknown")],
    title: [t("errors.main_language_missing")],
  })
  expect(await countOfEvents()).toBe(before)
})

test("each wrong date of a list is named, and an end before its start is a fault", async () => {
  const dates = await asked("POST", {
    ...evening,
    start: undefined,
    end: undefined,
    occurrences: [
      { start: "2026-02-30T20:00" },
      { start: `${tomorrow()}T20:00`, end: `${tomorrow()}T19:00` },
      { start: `${tomorrow(1)}T20:00` },
      { start: "never", end: "never" },
    ],
  })
  expect([dates.status, fieldsOf(dates)]).toEqual([
    400,
    ["occurrences.0.start", "occurrences.1.end", "occurrences.3.end", "occurrences.3.start"],
  ])
  const order = await asked("POST", { ...evening, end: `${tomorrow()}T20:00`, place: "nobody-there" })
  expect(order.body).toEqual({
    end: [messagesIn("en")("errors.end_before_start")],
    place: [messagesIn("en")("errors.actor_unknown")],
  })
})

test("all faults of a change are named in one answer, an end is not checked if its start is malformed", async () => {
  const { body } = await asked("POST", evening)
  const answer = await asked(
    "PATCH",
    { capacity: "many", parent: body.id, place: 42, end: "late", tags: ["x"] },
    body.id,
  )
  expect([answer.status, fieldsOf(answer)]).toEqual([400, ["capacity", "end", "parent", "place"]])
  const dates = await asked("PATCH", { start: 7, end: "late" }, body.id)
  expect(fieldsOf(dates), "an end is not judged without its start").toEqual(["start"])
  expect((await here.ask(here.hangar.viewer, "GET", `${path}${body.id}/`)).body).toMatchObject({ version: 1, tags: [] })
})

test("strangers learn only of malformed fields, and a hidden event is answered as an unknown one", async () => {
  const { body } = await asked("POST", evening)
  const wrong = { capacity: "many", place: "nobody-there" }
  const stranger = await here.newcomer("curieuse")
  for (const id of [body.id, 987_654]) {
    const answer = await here.ask(stranger, "PATCH", `${path}${id}/`, wrong)
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["capacity"]])
    const nobody = await here.ask(null, "PATCH", `${path}${id}/`, wrong)
    expect([nobody.status, nobody.body.code]).toEqual([403, "sign_in_needed"])
  }
  const nobody = await here.ask(null, "POST", path, { ...evening, ...wrong })
  expect([nobody.status, nobody.body.code]).toEqual([403, "sign_in_needed"])
  const theirs = await here.ask(stranger, "POST", path, { ...evening, place: "nobody-there" })
  expect([theirs.status, theirs.body.code]).toEqual([403, "not_allowed"])
})
