import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { evening, makesEvening } from "#test/worlds/evenings.ts"
import { tomorrow, withOffset } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const path = "/api/contents/events/"
const changes = (id: number, said: object) => here.ask(here.hangar.viewer, "PATCH", `${path}${id}/`, said)

test("a new start keeps the event's duration, and an end before the start is refused", async () => {
  const { body } = await makesEvening(here)
  const later = await changes(body.id, { start: `${tomorrow(2)}T21:00` })
  expect([later.status, later.body.start, later.body.end]).toEqual([
    200,
    withOffset(`${tomorrow(2)}T21:00`),
    withOffset(`${tomorrow(2)}T23:00`),
  ])
  const [{ id: date }] = later.body.occurrences
  const ofDate = await here.ask(here.hangar.viewer, "PATCH", `${path}${body.id}/occurrences/${date}/`, {
    start: `${tomorrow(5)}T21:00`,
  })
  expect(ofDate.body.occurrences).toMatchObject([{ end: withOffset(`${tomorrow(5)}T23:00`) }])
  const days = await makesEvening(here, { all_day: true, start: tomorrow(), end: tomorrow(2) })
  const moved = await changes(days.body.id, { start: tomorrow(10) })
  expect([moved.status, moved.body.end]).toEqual([200, withOffset(`${tomorrow(13)}T00:00`)])
  const early = await changes(body.id, { end: `${tomorrow()}T20:00` })
  expect([early.status, Object.keys(early.body)]).toEqual([400, ["end"]])
})

test("an event keeps its duration in a new time zone that skips its starting hour", async () => {
  const { body } = await makesEvening(here, {
    timezone: "Africa/Abidjan",
    start: "2027-03-28T02:15",
    end: "2027-03-28T02:45",
  })
  const alike = await changes(body.id, { timezone: "Europe/Brussels" })
  expect([alike.status, alike.body.start, alike.body.end]).toEqual([
    200,
    "2027-03-28T03:15:00+02:00",
    "2027-03-28T03:45:00+02:00",
  ])
  await changes(body.id, { timezone: "Africa/Abidjan", start: "2027-03-28T02:30", end: "2027-03-28T03:00" })
  const skipped = await changes(body.id, { timezone: "Europe/Brussels" })
  expect([skipped.status, skipped.body.start, skipped.body.end]).toEqual([
    200,
    "2027-03-28T03:30:00+02:00",
    "2027-03-28T04:00:00+02:00",
  ])
})

test("a start or a rule beside a list of dates is refused, in a new and in a stored event", async () => {
  const occurrences = [{ start: `${tomorrow()}T20:30` }, { start: `${tomorrow(1)}T20:30` }]
  const said = { ...evening, end: undefined, occurrences }
  const t = messagesIn("fr")
  const made = await here.ask(here.hangar.viewer, "POST", path, said)
  expect([made.status, made.body]).toEqual([400, { start: [t("errors.start_or_dates")] }])
  const rule = await here.ask(here.hangar.viewer, "POST", path, {
    ...said,
    start: undefined,
    recurrence: "RRULE:FREQ=DAILY;COUNT=3",
  })
  expect([rule.status, rule.body]).toEqual([400, { recurrence: [t("errors.rule_or_dates")] }])
  const { body } = await makesEvening(here)
  expect((await changes(body.id, { start: evening.start, occurrences })).body).toEqual({
    start: [t("errors.start_or_dates")],
  })
  expect((await changes(body.id, { occurrences })).status).toBe(200)
  expect((await changes(body.id, { start: evening.start })).body).toEqual({ start: [t("errors.several_dates")] })
})
