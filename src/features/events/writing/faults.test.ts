import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { tomorrow } from "#test/world.ts"
import { writingWorld } from "#test/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const path = "/api/contents/events/"
const evening = {
  title: { fr: "Radio Minuit" },
  category: "music",
  organizers: ["hangar"],
  start: `${tomorrow()}T20:30`,
}
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

test("everything that is wrong with a new event is said in one answer, whatever finds it, and nothing is written", async () => {
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

test("of several dates each wrong one is named, and of one date start and end are judged together", async () => {
  const dates = await asked("POST", {
    ...evening,
    start: undefined,
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

test("a change is judged whole as well; a field whose shape is wrong is told of its shape alone", async () => {
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

test("whoever may not write there learns of the shape alone, and an unknown event is the same as a hidden one", async () => {
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
