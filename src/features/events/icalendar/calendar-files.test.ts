import { setTimeout } from "node:timers/promises"
import ICAL from "ical.js"
import type { KyselyPlugin } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { answerCache } from "#http/caching/answer-cache.ts"
import { contentVersion } from "#http/caching/content-version.ts"
import { fileRefused } from "#http/files/file-answers.ts"
import { heavyWork } from "#http/limits/heavy-work.ts"
import { testDatabase, type TestDatabase } from "#test/database.ts"
import { fillAgenda } from "#test/load/fill.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { feedFiles } from "../feeds/feed-files.server.ts"
import { calendarFiles } from "./calendar-files.server.ts"
import { eventFeeds } from "./feeds.server.ts"

let own: TestDatabase
let world: ReturnType<typeof testSite>["world"]
const doors = (isLimited = false, over = world) => {
  const work = heavyWork(isLimited)
  const feeds = eventFeeds(over, calendarFiles(over, work), feedFiles(over, work))
  feeds.onError(fileRefused)
  return feeds
}
beforeAll(async () => {
  own = await testDatabase()
  await fillAgenda(own.db, 300)
  world = testSite(own.db).world
})
afterAll(() => own.drop())

const all = "/events/calendar.ics?from=1990-01-01"

test("a long calendar is streamed in pieces and holds every event once and one time zone", async () => {
  const answer = await doors().request(all)
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8")
  const pieces: string[] = []
  const text = new TextDecoder()
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>)
    pieces.push(text.decode(piece, { stream: true }))
  expect(pieces.length).toBeGreaterThan(5)
  // The first piece is the head, sent before any date is read.
  expect(pieces[0]).toContain("BEGIN:VCALENDAR")
  expect(pieces[0]).not.toMatch(/BEGIN:V(?!CALENDAR)/)
  const file = pieces.join("")
  expect(file.indexOf("BEGIN:VTIMEZONE")).toBeLessThan(file.indexOf("BEGIN:VEVENT"))

  const calendar = new ICAL.Component(ICAL.parse(file))
  const masters = calendar.getAllSubcomponents("vevent").filter((one) => !one.hasProperty("recurrence-id"))
  const inOrder = await own.db.selectFrom("events").select("uid").orderBy("id").execute()
  expect(masters.map((one) => one.getFirstPropertyValue("uid"))).toEqual(inOrder.map(({ uid }) => uid))
  expect(calendar.getAllSubcomponents("vtimezone")).toHaveLength(1)
})

test("while a calendar is streamed, a withdrawn event is left out and a new time zone precedes its first use", async () => {
  const answer = await doors().request(all)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  const text = new TextDecoder()
  let file = text.decode((await reader.read()).value, { stream: true })
  await own.db.updateTable("events").set({ workflow: "draft" }).where("id", "=", 299).execute()
  await own.db.updateTable("events").set({ timezone: "America/Toronto" }).where("id", "in", [298, 300]).execute()
  for (let next = await reader.read(); !next.done; next = await reader.read())
    file += text.decode(next.value, { stream: true })
  await own.db.updateTable("events").set({ workflow: "published", timezone: "Europe/Brussels" }).execute()

  const calendar = new ICAL.Component(ICAL.parse(file))
  const uids = calendar.getAllSubcomponents("vevent").map((one) => one.getFirstPropertyValue("uid"))
  expect(new Set(uids).size).toBe(299)
  const zones = calendar.getAllSubcomponents("vtimezone").map((one) => one.getFirstPropertyValue("tzid"))
  expect(zones).toEqual(["Europe/Brussels", "America/Toronto"])
  expect(file.indexOf("TZID:America/Toronto")).toBeLessThan(file.indexOf("TZID=America/Toronto"))
})

test("the ETag changes for a transaction that began before another and committed after it", async () => {
  const tag = async () => {
    const answer = await doors().request(all)
    await answer.body?.cancel()
    return answer.headers.get("etag")
  }
  const early = await own.db.startTransaction().execute()
  await early.updateTable("locations").set({ street: "rue Lente" }).where("name", "=", "House 2").execute()
  await own.db.updateTable("locations").set({ street: "rue Vive" }).where("name", "=", "House 3").execute()
  const between = await tag()
  await early.commit().execute()
  expect(await tag()).not.toBe(between)
})

test("other work runs between a calendar's pieces, and nothing more is read once its reader cancels", async () => {
  let turns = 0
  const turning = setInterval(() => turns++, 1)
  const answer = await doors().request(all)
  await answer.text()
  clearInterval(turning)
  expect(turns).toBeGreaterThan(3)

  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted = { ...world, db: own.db.withPlugin(counting) }
  await (await doors(false, counted).request(all)).text()
  const whole = queries
  queries = 0
  const other = await doors(false, counted).request(all)
  const reader = (other.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  await reader.cancel()
  await setTimeout(100)
  expect(queries).toBeLessThan(whole / 2)
})

test("an unchanged calendar is answered with 304; changes of events, places or organizers change its ETag", async () => {
  const tag = async () => {
    const answer = await doors().request(all)
    await answer.body?.cancel()
    return answer.headers.get("etag") ?? ""
  }
  const first = await tag()
  expect(first).toMatch(/^W\/"[0-9a-f]{32}"$/)
  expect(await tag()).toBe(first)
  const again = await doors().request(all, { headers: { "If-None-Match": first } })
  expect([again.status, await again.text()]).toEqual([304, ""])

  const seen = [first]
  const changes = [
    () => own.db.updateTable("events").set({ status_reason: "Grève" }).where("id", "=", 1).execute(),
    () => own.db.updateTable("actors").set({ name: "Renommée" }).where("fid", "=", "house_1").execute(),
    () => own.db.deleteFrom("event_organizers").where("event_id", "=", 1).execute(),
    () => own.db.updateTable("events").set({ workflow: "draft" }).where("id", "=", 2).execute(),
  ]
  for (const change of changes) {
    await change()
    const now = await tag()
    expect(seen).not.toContain(now)
    seen.push(now)
  }
})

test("a short calendar is cached for later requests, a long one is made for each request", async () => {
  const cache = answerCache(contentVersion())
  let made = 0
  const ask = (path: string, ifNoneMatch?: string) =>
    cache.answer(path, { acceptEncoding: undefined, ifNoneMatch }, async () => {
      made++
      return doors().request(path, {}, { ifNoneMatch })
    })
  const short = "/events/calendar.ics?q=rare17x&from=1990-01-01"
  for (let n = 0; n < 3; n++) expect((await (await ask(short)).text()).split("BEGIN:VEVENT").length).toBe(2)
  expect(made).toBe(1)

  made = 0
  const [one, two] = await Promise.all([ask(all), ask(all)])
  const [first, second] = await Promise.all([one.text(), two.text()])
  expect(made).toBe(2)
  expect(first).toBe(second)
  expect(first.endsWith("END:VCALENDAR\r\n")).toBe(true)
  expect((await ask(all, one.headers.get("etag") ?? "")).status).toBe(304)
})

test("after 120 requests for calendars a network is refused with 429, another network is not", async () => {
  const feeds = doors(true)
  const ask = (network: string) => feeds.request("/events/calendar.ics?q=rare17x", {}, { network })
  const statuses: number[] = []
  for (let n = 0; n < 121; n++) statuses.push((await ask("203.0.113.9")).status)
  expect(new Set(statuses.slice(0, 120))).toEqual(new Set([200]))
  const refused = await ask("203.0.113.9")
  expect([statuses.at(-1), refused.status]).toEqual([429, 429])
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await ask("2001:db8:1:2::/64")).status).toBe(200)
})
