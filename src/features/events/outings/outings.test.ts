import { afterAll, beforeAll, expect, test } from "vitest"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { byDay, diaryOf } from "./outing.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

type Listed = { id: number; my_attendance: string; next: { id: number; start: string } }
const path = "/api/me/outings/"
const list = async (query = ""): Promise<Listed[]> => (await here.ask(here.nour.viewer, "GET", path + query)).body
const answer = (id: number, sent: object) =>
  here.ask(here.nour.viewer, "PUT", `/api/contents/events/${id}/attendance/`, sent)
const datesOf = async (id: number) =>
  here.db.selectFrom("occurrences").select("id").where("event_id", "=", id).orderBy("starts_at").execute()

test("outings are listed by date, each answer at its own date, without declined dates", async () => {
  const { hangar } = here
  const later = await hangar.publishes({ title: "Plus tard", starts: `${tomorrow(9)}T20:00` })
  const run = await hangar.publishes({
    title: "Série",
    starts: [`${tomorrow(1)}T20:00`, `${tomorrow(2)}T20:00`, `${tomorrow(3)}T20:00`],
  })
  const declined = await hangar.publishes({ title: "Sans moi", starts: `${tomorrow()}T20:00` })
  const [first, second, third] = (await datesOf(run.id)) as [{ id: number }, { id: number }, { id: number }]
  await answer(later.id, { value: "interested" })
  await answer(declined.id, { value: "declined" })
  await answer(run.id, { value: "confirmed", occurrence: second.id })
  const shown = async () => (await list()).map(({ id, next, my_attendance }) => [id, next.id, my_attendance])
  const [whenLater] = await datesOf(later.id)
  expect(await shown()).toEqual([
    [run.id, second.id, "confirmed"],
    [later.id, whenLater?.id, "interested"],
  ])
  // An answer for all dates is listed at the next date without an answer of its own.
  await answer(run.id, { value: "interested" })
  await answer(run.id, { value: "declined", occurrence: first.id })
  expect((await shown()).slice(0, 2)).toEqual([
    [run.id, second.id, "confirmed"],
    [run.id, third.id, "interested"],
  ])
})

test("past outings are listed newest first, a run of dates at its last date", async () => {
  const ago = (days: number) => ({
    starts_at: new Date(Date.now() - days * 86_400_000),
    ends_at: new Date(Date.now() - days * 86_400_000 + 3_600_000),
  })
  const { hangar } = here
  const old = await hangar.publishes({ title: "Jadis", occurrences: [ago(400)] })
  const run = await hangar.publishes({ title: "Série finie", occurrences: [ago(30), ago(20), ago(10)] })
  await answer(old.id, { value: "confirmed" })
  await answer(run.id, { value: "interested" })
  const past = await list("?when=past")
  const last = (await datesOf(run.id)).at(-1)
  expect(past.map(({ id }) => id)).toEqual([run.id, old.id])
  expect(past[0]?.next.id).toBe(last?.id)
  expect((await list()).map(({ id }) => id)).not.toContain(old.id)
})

test("outings are paged and counted, with a limit of at most 200", async () => {
  const page = await here.ask(here.nour.viewer, "GET", `${path}?limit=1&start=1`)
  expect(page.body).toHaveLength(1)
  expect([page.headers.get("x-total-count"), page.headers.get("link")]).toEqual([
    "3",
    expect.stringContaining("start=2"),
  ])
  const beyond = await here.ask(here.nour.viewer, "GET", `${path}?start=90`)
  expect([beyond.body, beyond.headers.get("x-total-count")]).toEqual([[], "3"])
  expect((await here.ask(here.nour.viewer, "GET", `${path}?limit=201`)).status).toBe(400)
})

test("outings are private to their person, are not publicly cached, and leave out withdrawn events", async () => {
  expect((await here.ask(null, "GET", path)).status).toBe(403)
  expect((await here.ask(here.hangar.viewer, "GET", path)).body).toEqual([])
  const mine = await here.ask(here.nour.viewer, "GET", path)
  expect(mine.headers.get("cache-control")).toContain("private")
  const [first] = mine.body as Listed[]
  await here.db
    .updateTable("events")
    .set({ workflow: "draft" })
    .where("id", "=", first?.id ?? 0)
    .execute()
  expect((await list()).map(({ id }) => id)).not.toContain(first?.id)
})

test("outings are grouped by day, with running ones today, and the diary by year and month", () => {
  const on = (start: string) => ({ start, next: { start: `${start}T20:00:00+01:00` } })
  const days = byDay([on("2026-11-01"), on("2026-11-22"), on("2026-12-03")], "2026-11-22")
  expect(days.map(({ date, outings }) => [date, outings.length])).toEqual([
    ["2026-11-22", 2],
    ["2026-12-03", 1],
  ])
  const years = diaryOf([on("2026-11-20"), on("2026-11-01"), on("2026-09-01"), on("2025-11-01")])
  expect(years.map(({ year, count, months }) => [year, count, months.map(({ month }) => month)])).toEqual([
    ["2026", 3, ["2026-11", "2026-09"]],
    ["2025", 1, ["2025-11"]],
  ])
})
