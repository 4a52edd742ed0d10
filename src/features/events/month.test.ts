import { expect, test } from "vitest"
import { plainQuery } from "./agenda-query.ts"
import type { Event, Occurrence } from "./event.ts"
import { chosenDay, monthRows } from "./month.ts"
import { readMonth } from "./pages/month-data.ts"

const today = "2026-11-21"
let ids = 0
const date = (start: string, end: string | null = null): Occurrence => ({
  id: ++ids,
  start: `${start}:00+01:00`,
  end: end && `${end}:00+01:00`,
  status: "scheduled",
  original_start: null,
})

const whole = (id: number, occurrences: Occurrence[]) =>
  ({
    id,
    uid: String(id),
    title: { fr: `Nuit ${id}` },
    language: "fr",
    next: occurrences[0],
    occurrences,
    place: null,
    location: { name: "Ici", locality: "Gent" },
    organizers: [{ fid: "hangar", type: "place", name: "Le Hangar", url: "" }],
    lineup: [],
    images: [{ document: 1 }],
    my_attendance: null,
  }) as unknown as Event
/** What is read of an agenda that has these. */
async function monthOf(items: Event[], asked: object[] = []) {
  const api = {
    list: async (path: string, parameters: object) => {
      asked.push({ path, ...parameters })
      return { items, total: items.length }
    },
  }
  return readMonth(api as never, "/api/contents/events/", { ...plainQuery, list: "a" }, today)
}
const byStart = (one: Occurrence, other: Occurrence) => (one.start < other.start ? -1 : 1)

test("the list under a month is that of the day one chose, of today, or of its first day", () => {
  expect(chosenDay({}, today)).toBe(today)
  expect(chosenDay({ month: "2026-12" }, today)).toBe("2026-12-01")
  expect(chosenDay({ month: "2026-12", day: "2026-12-24" }, today)).toBe("2026-12-24")
  expect(chosenDay({ month: "2026-12", day: "2026-11-24" }, today)).toBe("2026-12-01")
})

test("what began before the sheet stands on today while it is on, else on the first day", () => {
  const running = date("2026-10-01T10:00", "2026-11-30T18:00")
  const over = date("2026-10-01T10:00", "2026-11-05T18:00")
  const events = [running, over].map((one, id) => ({ id, next: one, occurrences: [one] }))
  const rows = monthRows({ query: {}, today, events, hasMore: false })
  const on = (day: string) => rows.get(day)?.map(({ event }) => event.id)
  expect([rows.size, on(today), on("2026-10-26")]).toEqual([2, [0], [1]])
})

test("a month brings of each day as many as its cell has room for, in their order, and says how many there are", async () => {
  const at = (hour: number, day: string) => date(`${day}T${String(hour).padStart(2, "0")}:00`)
  const evenings = Array.from({ length: 12 }, (_, n) =>
    whole(n + 1, [at(23 - n, "2026-11-25"), ...(n < 2 ? [at(12, today), at(20, "2026-11-26")] : [])].sort(byStart)),
  )
  const { events, counts, total } = await monthOf(evenings)
  expect([counts, total]).toEqual([{ [today]: 2, "2026-11-25": 12, "2026-11-26": 2 }, 12])
  // The first eight by the clock, and those of today: of these the 25th is left out, where it is too late to be shown.
  expect(events.map(({ id }) => id)).toEqual([1, 2, 5, 6, 7, 8, 9, 10, 11, 12])
  const rows = monthRows({ query: {}, today, events, hasMore: false })
  expect([...rows].map(([day, those]) => [day, those.map(({ event }) => event.id)])).toEqual([
    [today, [1, 2]],
    ["2026-11-25", [12, 11, 10, 9, 8, 7, 6, 5]],
    ["2026-11-26", [1, 2]],
  ])
})

test("a month brings of each event what its sheet shows, and all of it on the day that is open", async () => {
  const weekly = Array.from({ length: 12 }, (_, week) =>
    date(new Date(Date.UTC(2026, 10, 20 + 7 * week, 20)).toISOString().slice(0, 16)),
  )
  const asked: object[] = []
  const month = await monthOf(
    [whole(1, weekly), whole(2, [date(`${today}T20:30`)]), whole(3, [date("2026-12-03T20:30")])],
    asked,
  )
  expect(asked).toMatchObject([{ list: "a", filter: "all", from: "2026-10-26", to: "2026-12-06" }])
  // The one of December is on the sheet, but not in the month.
  expect([month.total, month.hasMore]).toEqual([2, false])
  expect(month.events.map(({ occurrences }) => occurrences.length)).toEqual([3, 1, 1])
  expect(month.events.map(({ organizers, images }) => [organizers.length, images.length])).toEqual([
    [0, 0],
    [1, 1],
    [0, 0],
  ])
  expect(month.events[0]?.title).toEqual({ fr: "Nuit 1" })
})
