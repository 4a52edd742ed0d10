import { afterAll, beforeAll, expect, test } from "vitest"
import { writingWorld } from "#test/worlds/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const copy = (id: number, body: object = {}, who = here.hangar.viewer) =>
  here.ask(who, "POST", `/api/contents/events/${id}/copies/`, body)

async function original(more: object = {}) {
  const { body } = await here.ask(here.hangar.viewer, "POST", "/api/contents/events/", {
    title: { fr: "Nuit blanche", nl: "Witte nacht" },
    summary: { fr: "Une nuit." },
    description: { fr: "<p>Longue.</p>" },
    category: "music",
    tags: ["nuit"],
    organizers: ["hangar", "seuils"],
    place: "hangar",
    lineup: [{ fid: "nour", role: "voix" }, { name: "Trois autres" }],
    prices: [{ label: "Plein", amount: 12 }, { free: true }],
    occurrences: [
      // The clocks go back in the night between these two dates.
      { start: "2027-10-30T20:30", end: "2027-10-30T23:00" },
      { start: "2027-11-06T20:30", end: "2027-11-06T23:00" },
    ],
    doors: "2027-10-30T19:45",
    age: { min: 12 },
    workflow: "published",
    ...more,
  })
  return body
}

test("a copy is a separate draft with the original's content, where line-up and co-organizers are unconfirmed", async () => {
  const event = await original()
  await here.ask(here.nour.viewer, "POST", `/api/contents/events/${event.id}/confirmations/`, {
    fid: "nour",
    answer: "accept",
  })
  await here.ask(here.nour.viewer, "PUT", `/api/contents/events/${event.id}/attendance/`, { value: "confirmed" })
  const { status, body } = await copy(event.id)
  expect([status, body.workflow, body.id === event.id, body.uid === event.uid]).toEqual([201, "draft", false, false])
  for (const field of [
    "title",
    "summary",
    "description",
    "category",
    "tags",
    "place",
    "prices",
    "doors",
    "age",
    "timezone",
  ])
    expect(body[field], field).toEqual(event[field])
  const times = (of: { occurrences: { start: string; end: string }[] }) =>
    of.occurrences.map((one) => [one.start, one.end])
  expect(times(body)).toEqual(times(event))
  expect(body.lineup).toMatchObject([
    { name: "Nour Alvérane", role: "voix", confirmed: false },
    { name: "Trois autres", confirmed: false },
  ])
  expect(body.organizers.map(({ fid }: { fid: string }) => fid)).toEqual(["hangar"])
  expect(body.confirmations).toContainEqual(
    expect.objectContaining({ actor: expect.objectContaining({ fid: "seuils" }), status: "pending" }),
  )
  expect(body.attendance_counts).toEqual({ interested: 0, confirmed: 0, declined: 0, unconfirmed: 0 })
})

test("a copy of a moved date is scheduled at the new time, not moved", async () => {
  const event = await original()
  const [first] = event.occurrences
  const there = `/api/contents/events/${event.id}/occurrences/${first.id}/`
  const onFriday = { start: "2027-10-29T20:30", end: "2027-10-29T23:00" }
  const { body: moved } = await here.ask(here.hangar.viewer, "PATCH", there, onFriday)
  expect(moved.occurrences[0]).toMatchObject({ status: "moved" })
  const { body } = await copy(event.id)
  expect(body.occurrences[0]).toMatchObject({ status: "scheduled", start: expect.stringContaining("2027-10-29T20:30") })
})

test("a copy on new dates has the original's length and wall-clock time, even where clocks change", async () => {
  const event = await original()
  const shifted = await copy(event.id, { start: "2028-03-18T20:30" })
  expect(shifted.body.occurrences.map((one: { start: string; end: string }) => [one.start, one.end])).toEqual([
    ["2028-03-18T20:30:00+01:00", "2028-03-18T23:00:00+01:00"],
    ["2028-03-25T20:30:00+01:00", "2028-03-25T23:00:00+01:00"],
  ])
  expect(shifted.body.doors).toBe("2028-03-18T19:45:00+01:00")
  const listed = await copy(event.id, { dates: ["2028-05-01T18:00", "2028-01-09T11:00"] })
  expect(listed.body.occurrences.map((one: { start: string; end: string }) => [one.start, one.end])).toEqual([
    ["2028-01-09T11:00:00+01:00", "2028-01-09T13:30:00+01:00"],
    ["2028-05-01T18:00:00+02:00", "2028-05-01T20:30:00+02:00"],
  ])
  const series = await original({
    occurrences: undefined,
    start: "2027-10-30T20:30",
    recurrence: "FREQ=WEEKLY;COUNT=3",
    doors: null,
  })
  await here.ask(
    here.hangar.viewer,
    "PATCH",
    `/api/contents/events/${series.id}/occurrences/${series.occurrences[1].id}/`,
    {
      status: "cancelled",
    },
  )
  const next = await copy(series.id, { start: "2028-01-01T20:30" })
  expect([next.body.recurrence, next.body.occurrences.map((one: { start: string }) => one.start.slice(0, 10))]).toEqual(
    [null, ["2028-01-01", "2028-01-15"]],
  )
  expect((await copy(series.id)).body.recurrence).toBe(series.recurrence)
  expect(Object.keys((await copy(event.id, { start: "2028-01-01T20:30", dates: ["2028-01-01T20:30"] })).body)).toEqual([
    "dates",
  ])
  expect(Object.keys((await copy(event.id, { start: "un jour" })).body)).toEqual(["start"])
})

test("a copy made again because the answer was lost is one copy, unless the original, the copy or the dates differ", async () => {
  const event = await original()
  const on = { start: "2028-03-18T20:30" }
  const [first, second] = await Promise.all([copy(event.id, on), copy(event.id, on)])
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
  const made = new Set([first.body.id])
  const isNew = async (body: object, who = here.hangar.viewer) => {
    const { id } = (await copy(event.id, body, who)).body
    const isAnother = !made.has(id)
    made.add(id)
    return isAnother
  }
  expect([await isNew(on), await isNew({ start: "2028-03-19T20:30" }), await isNew({}), await isNew({})]).toEqual([
    false,
    true,
    true,
    false,
  ])
  await here.ask(here.hangar.viewer, "PATCH", `/api/contents/events/${first.body.id}/`, { summary: { fr: "Salle 2." } })
  expect(await isNew(on)).toBe(true)
  await here.ask(here.hangar.viewer, "PATCH", `/api/contents/events/${event.id}/`, { summary: { fr: "Corrigé." } })
  expect([await isNew(on), await isNew(on)]).toEqual([true, false])
})

test("a co-organizer's copy is organized by their page, and the first organizer has to confirm", async () => {
  const event = await original()
  await here.ask(here.seuils.viewer, "POST", `/api/contents/events/${event.id}/confirmations/`, {
    fid: "seuils",
    answer: "accept",
  })
  const { status, body } = await copy(event.id, {}, here.seuils.viewer)
  expect([status, body.organizers.map(({ fid }: { fid: string }) => fid)]).toEqual([201, ["seuils"]])
  expect(body.confirmations).toContainEqual(
    expect.objectContaining({
      actor: expect.objectContaining({ fid: "hangar" }),
      part: "organizer",
      status: "pending",
    }),
  )
  expect((await copy(event.id, {}, here.nour.viewer)).status).toBe(403)
  expect(here.errors).toEqual([])
})

test("every invalid date of a copy is named beside malformed fields; a stranger gets only the malformed fields", async () => {
  const event = await original()
  const dates = ["2028-05-01T18:00", "un jour", "2028-02-30T18:00"]
  expect(Object.keys((await copy(event.id, { dates })).body)).toEqual(["dates.1", "dates.2"])
  const both = { start: 7, dates }
  expect(Object.keys((await copy(event.id, both)).body).sort()).toEqual(["dates.1", "dates.2", "start"])
  const stranger = await here.newcomer("inconnue")
  const denied = await copy(event.id, both, stranger)
  expect([denied.status, Object.keys(denied.body)]).toEqual([400, ["start"]])
})
