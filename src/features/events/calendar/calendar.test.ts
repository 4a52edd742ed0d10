import { afterAll, beforeAll, expect, test } from "vitest"
import type { Someone } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import type { CalendarEntry } from "./calendar.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const path = "/api/me/calendar/"
const ask = (who: Someone, query: string) => here.ask(who.viewer, "GET", `${path}?${query}`)
const read = async (who: Someone, query: string): Promise<CalendarEntry[]> => {
  const answer = await ask(who, query)
  if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as CalendarEntry[]
}
const answers = (who: Someone, id: number, value: string, occurrence?: number) =>
  here.ask(who.viewer, "PUT", `/api/contents/events/${id}/attendance/`, { value, occurrence })
const datesOf = (id: number) =>
  here.db.selectFrom("occurrences").select("id").where("event_id", "=", id).orderBy("starts_at").execute()
const said = (entries: CalendarEntry[]) =>
  entries.map(({ event, date, layers, answer }) => [event.title.fr, date.start.slice(5, 16), layers.join(), answer])

test("a calendar holds answered, starred, followed and managed dates, each once with its layer", async () => {
  const { nour, hangar, seuils, rhizome } = here
  const at = (day: number, hour = "20:00") => `2031-05-${String(day).padStart(2, "0")}T${hour}`
  const quiet = { place_id: null }
  const going = await rhizome.publishes({ title: "J’y serai", starts: at(3), ...quiet })
  const starred = await rhizome.publishes({ title: "Étoile", starts: at(4), ...quiet })
  const without = await rhizome.publishes({ title: "Sans moi", starts: at(5), ...quiet })
  const run = await rhizome.publishes({ title: "Série", starts: [at(6), at(7), at(8)], ...quiet })
  const kept = await rhizome.publishes({ title: "Gardé", starts: at(9), ...quiet })
  await rhizome.publishes({ title: "Ailleurs", starts: at(3), ...quiet })
  await seuils.publishes({ title: "Suivi", starts: at(10), ...quiet })
  await rhizome.publishes({ title: "Chez eux", starts: at(11), place_id: hangar.id })
  await nour.publishes({ title: "À moi", starts: at(12), ...quiet })
  await nour.drafts({ title: "Mon brouillon", starts: at(13), ...quiet })
  await seuils.drafts({ title: "CANARI", starts: at(14), ...quiet })
  await rhizome.drafts({ title: "CANARI", starts: at(14), place_id: hangar.id })

  await answers(nour, going.id, "confirmed")
  await answers(nour, starred.id, "interested")
  await answers(nour, without.id, "declined")
  const [, second] = await datesOf(run.id)
  await answers(nour, run.id, "interested")
  await answers(nour, run.id, "confirmed", second?.id)
  await here.ask(nour.viewer, "PUT", `/api/me/lists/default/entries/event/${kept.id}/`)
  await here.ask(nour.viewer, "PUT", "/api/actors/seuils/follow/")
  await here.ask(nour.viewer, "PUT", "/api/actors/hangar/follow/")

  const whole = "from=2031-05-01&to=2031-05-31"
  expect(said(await read(nour, whole))).toEqual([
    ["J’y serai", "05-03T20:00", "answers", "confirmed"],
    ["Étoile", "05-04T20:00", "starred", "interested"],
    ["Sans moi", "05-05T20:00", "answers", "declined"],
    ["Série", "05-06T20:00", "starred", "interested"],
    ["Série", "05-07T20:00", "answers", "confirmed"],
    ["Série", "05-08T20:00", "starred", "interested"],
    ["Gardé", "05-09T20:00", "starred", null],
    ["Suivi", "05-10T20:00", "followed", null],
    ["Chez eux", "05-11T20:00", "followed", null],
    ["À moi", "05-12T20:00", "managed", null],
    ["Mon brouillon", "05-13T20:00", "managed", null],
  ])
  const titles = async (query: string) =>
    (await read(nour, `${whole}&layers=${query}`)).map((one) => one.event.title.fr)
  expect(await titles("answers")).toEqual(["J’y serai", "Sans moi", "Série"])
  expect(await titles("starred")).toEqual(["Étoile", "Série", "Série", "Gardé"])
  expect(await titles("followed")).toEqual(["Suivi", "Chez eux"])
  expect(await titles("managed,answers")).toEqual(["J’y serai", "Sans moi", "Série", "À moi", "Mon brouillon"])
  expect(JSON.stringify((await ask(nour, whole)).body)).not.toContain("CANARI")
  // A withdrawn event disappears for everybody but the managers of its page.
  await here.db.updateTable("events").set({ workflow: "draft" }).where("id", "=", going.id).execute()
  expect(await titles("answers")).toEqual(["Sans moi", "Série"])
  expect((await read(rhizome, `${whole}&layers=managed`)).map((one) => one.event.title.fr)).toContain("J’y serai")
})

test("a date is on each day it lasts, in the account's time zone; its times are in the event's zone", async () => {
  const { nour, seuils } = here
  const { publishes } = seuils
  const quiet = { place_id: null }
  await publishes({ title: "Longue", starts: "2032-01-10T10:00", minutes: 90 * 24 * 60, ...quiet })
  await publishes({ title: "Nuit", starts: "2032-03-27T23:30", minutes: 240, ...quiet })
  await publishes({ title: "Heure perdue", starts: "2032-03-28T03:30", ...quiet })
  await publishes({ title: "Loin", starts: "2032-03-28T21:00", timezone: "America/Toronto", ...quiet })
  const titles = async (from: string, to = from) =>
    (await read(nour, `from=${from}&to=${to}&layers=followed`)).map((one) => one.event.title.fr)
  expect(await titles("2032-03-26")).toEqual(["Longue"])
  expect(await titles("2032-03-27")).toEqual(["Longue", "Nuit"])
  // The day on which clocks go forward has 23 hours.
  expect(await titles("2032-03-28")).toEqual(["Longue", "Nuit", "Heure perdue"])
  expect(await titles("2032-03-29")).toEqual(["Longue", "Loin"])
  const far = (await read(nour, "from=2032-03-29&to=2032-03-29&layers=followed")).find(
    (one) => one.event.title.fr === "Loin",
  )
  expect(far).toMatchObject({ event: { timezone: "America/Toronto" }, date: { start: "2032-03-28T21:00:00-04:00" } })
  const night = (await read(nour, "from=2032-03-27&to=2032-03-27&layers=followed")).at(-1)
  expect(night?.until).toBe("2032-03-28T04:30:00+02:00")
})

test("overlapping dates name each other as conflicts, except long, cancelled, declined or only starred dates", async () => {
  const { nour, rhizome } = here
  const publishes = (title: string, starts: string, more = {}) =>
    rhizome.publishes({ title, starts, place_id: null, ...more })
  const evening = await publishes("Soir", "2033-02-04T20:00")
  const late = await publishes("Tard", "2033-02-04T21:30")
  const after = await publishes("Après", "2033-02-04T22:00")
  const days = await publishes("Festival", "2033-02-03T10:00", { minutes: 3 * 24 * 60 })
  const off = await publishes("Annulé", "2033-02-04T20:00")
  const not = await publishes("Décliné", "2033-02-04T20:00")
  const maybe = await publishes("Peut-être", "2033-02-04T20:00")
  const unknown = await publishes("Sans fin", "2033-02-04T19:00", { minutes: null })
  for (const { id } of [evening, late, after, days, off, unknown]) await answers(nour, id, "confirmed")
  await answers(nour, not.id, "declined")
  await answers(nour, maybe.id, "interested")
  await here.db.updateTable("events").set({ status: "cancelled" }).where("id", "=", off.id).execute()
  await nour.publishes({ title: "Le mien", starts: "2033-02-04T23:00", place_id: null })

  const entries = await read(nour, "from=2033-02-04&to=2033-02-04&layers=answers,starred,managed")
  const titleOf = new Map(entries.map(({ date, event }) => [date.id, event.title.fr]))
  const conflicts = entries.map(({ event, conflicts: ids }) => [
    event.title.fr,
    ids.map((id) => titleOf.get(id)).sort(),
  ])
  expect(Object.fromEntries(conflicts)).toEqual({
    Festival: [],
    "Sans fin": ["Soir"],
    Soir: ["Sans fin", "Tard"],
    Annulé: [],
    Décliné: [],
    "Peut-être": [],
    Tard: ["Après", "Le mien", "Soir"],
    Après: ["Le mien", "Tard"],
    "Le mien": ["Après", "Tard"],
  })
})

test("a calendar request names every wrong parameter at once and is refused to visitors", async () => {
  const { nour } = here
  const wrong = await ask(nour, "from=2031-02-30&to=soon&layers=answers,all&limit=0")
  expect(wrong.status).toBe(400)
  expect(Object.keys(wrong.body).toSorted()).toEqual(["from", "layers", "limit", "to"])
  expect((await ask(nour, "from=2031-02-02&to=2031-02-01&layers=x")).body).toMatchObject({
    to: ["La fin précède le début."],
    layers: [expect.stringContaining("answers, starred, followed, managed")],
  })
  expect((await ask(nour, "from=2031-01-01&to=2031-04-10")).status).toBe(200)
  expect((await ask(nour, "from=2031-01-01&to=2031-04-11")).body).toEqual({ to: ["Au plus 100 jours à la fois."] })
  expect((await ask(nour, "")).status).toBe(200)
  expect((await here.ask(null, "GET", path)).status).toBe(403)
})

test("beyond the limit the earliest followed dates are listed and all are counted; answered dates always stay", async () => {
  const { nour, seuils, rhizome } = here
  const dates = Array.from(
    { length: 60 },
    (_, at) => `2034-06-01T${String(at % 20).padStart(2, "0")}:${at < 20 ? "00" : at < 40 ? "20" : "40"}`,
  )
  await seuils.publishes({ title: "Marathon", starts: dates, minutes: 10, place_id: null })
  const own = await rhizome.publishes({ title: "À la fin", starts: "2034-06-02T20:00", place_id: null })
  await answers(nour, own.id, "confirmed")
  const answer = await ask(nour, "from=2034-06-01&to=2034-06-02&limit=10")
  expect(answer.headers.get("x-total-count")).toBe("61")
  const entries = answer.body as CalendarEntry[]
  expect(entries).toHaveLength(10)
  expect(entries.at(-1)?.event.title.fr).toBe("À la fin")
  expect(entries.slice(0, 9).map(({ date }) => date.start.slice(11, 16))).toEqual(
    dates
      .map((date) => date.slice(11))
      .toSorted()
      .slice(0, 9),
  )
})
