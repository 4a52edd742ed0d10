import ICAL from "ical.js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { heavyWork } from "#http/limits/heavy-work.ts"
import { loggedPath } from "#http/logged-path.ts"
import { newSecret } from "#lib/secret.ts"
import { addDays, dateAt } from "#lib/time.ts"
import { testSite } from "#test/worlds/visitor.ts"
import type { Someone } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { personalCalendarFeeds } from "./feeds.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let site: ReturnType<typeof testSite>
beforeAll(async () => {
  here = await writingWorld()
  site = testSite(here.db)
})
afterAll(() => here.end())

const path = "/api/me/calendar/"
const makes = (who: Someone, body?: object) => here.ask(who.viewer, "POST", path, body)
const pathOf = (answer: { body: { url: string } }) => new URL(answer.body.url).pathname
const get = (address: string, headers: Record<string, string> = {}) =>
  personalCalendarFeeds(site.world, heavyWork(false)).request(address, { headers })
const day = (later: number) => addDays(dateAt(new Date(), "Europe/Brussels"), later)
const answers = (who: Someone, id: number, value: string, occurrence?: number) =>
  here.ask(who.viewer, "PUT", `/api/contents/events/${id}/attendance/`, { value, occurrence })

/** Reads each event of the file as calendar programs do: title, state, whether it takes time, and its dates. */
function readBy(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  return calendar.getAllSubcomponents("vevent").map((one) => ({
    uid: one.getFirstPropertyValue("uid") as string,
    title: one.getFirstPropertyValue("summary") as string,
    status: one.getFirstPropertyValue("status") as string,
    time: one.getFirstPropertyValue("transp") as string,
    start: String(one.getFirstPropertyValue("dtstart")),
    of: one.hasProperty("recurrence-id") ? String(one.getFirstPropertyValue("recurrence-id")) : undefined,
    more: one.getAllProperties("rdate").flatMap((dates) => dates.getValues().map(String)),
  }))
}

test("a calendar's address serves the owner's events, with a status that follows their answers", async () => {
  const { nour, hangar, seuils, rhizome } = here
  const on = (later: number, hour = "20:00") => `${day(later)}T${hour}`
  const quiet = { place_id: null }
  const going = await rhizome.publishes({ title: "J’y serai", starts: on(3), ...quiet })
  const maybe = await rhizome.publishes({ title: "Ça m’intéresse", starts: on(4), ...quiet })
  const without = await rhizome.publishes({ title: "Sans moi", starts: on(5), ...quiet })
  const called = await rhizome.publishes({ title: "Annulé", starts: on(6), ...quiet })
  const run = await rhizome.publishes({ title: "Série", starts: [on(7), on(8), on(9), on(10)], ...quiet })
  await seuils.publishes({ title: "Suivi", starts: on(11), ...quiet })
  await nour.publishes({ title: "À moi", starts: on(12), ...quiet })
  await nour.drafts({ title: "CANARI mien", starts: on(12), ...quiet })
  await rhizome.drafts({ title: "CANARI", starts: on(13), place_id: hangar.id })
  await rhizome.publishes({ title: "Ailleurs", starts: on(3), ...quiet })
  const dates = await here.db
    .selectFrom("occurrences")
    .select("id")
    .where("event_id", "=", run.id)
    .orderBy("starts_at")
    .execute()
  await answers(nour, going.id, "confirmed")
  await answers(nour, maybe.id, "interested")
  await answers(nour, without.id, "declined")
  await answers(nour, called.id, "confirmed")
  await answers(nour, run.id, "interested")
  await answers(nour, run.id, "confirmed", dates[1]?.id)
  await answers(nour, run.id, "declined", dates[3]?.id)
  await here.db.updateTable("events").set({ status: "cancelled" }).where("id", "=", called.id).execute()
  await here.ask(nour.viewer, "PUT", "/api/actors/seuils/follow/")
  await here.ask(nour.viewer, "PUT", "/api/actors/hangar/follow/")

  expect((await here.ask(nour.viewer, "GET", `${path}address/`)).body).toEqual({ exists: false })
  const made = await makes(nour)
  expect(made.status).toBe(201)
  expect(made.body.url).toMatch(/^https:\/\/foyer\.example\/calendars\/[\w-]{43}\.ics$/)
  expect(made.body.webcal).toBe(made.body.url.replace("https:", "webcal:"))
  expect((await here.ask(nour.viewer, "GET", `${path}address/`)).body).toEqual({
    exists: true,
    layers: ["answers", "starred", "followed", "managed"],
    created: made.body.created,
  })

  const answer = await get(pathOf(made))
  expect(answer.status).toBe(200)
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8")
  expect(answer.headers.get("cache-control")).toBe("private, no-cache")
  expect(answer.headers.get("x-robots-tag")).toContain("noindex")
  expect(answer.headers.has("set-cookie")).toBe(false)
  expect(answer.headers.has("access-control-allow-origin")).toBe(false)
  const file = await answer.text()
  expect(file).toContain("X-WR-CALNAME:Mon calendrier — Foyer\r\n")
  expect(file).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n")
  expect(file).toContain("BEGIN:VTIMEZONE\r\nTZID:Europe/Brussels\r\n")
  expect(file).not.toContain("CANARI")
  // Files are passed on: the file contains neither its own address nor its owner.
  expect(file).not.toContain(made.body.url.slice(-47, -4))
  expect(file).not.toMatch(/ATTENDEE|nour@/)

  const events = readBy(file)
  expect(
    events.filter(({ title }) => title !== "Série").map(({ title, status, time }) => [title, status, time]),
  ).toEqual([
    ["J’y serai", "CONFIRMED", "OPAQUE"],
    ["Ça m’intéresse", "TENTATIVE", "TRANSPARENT"],
    ["Annulé", "CANCELLED", "TRANSPARENT"],
    ["Suivi", "TENTATIVE", "TRANSPARENT"],
    ["À moi", "CONFIRMED", "OPAQUE"],
  ])
  // Each date has the state of its answer; the declined date is left out.
  const wall = (later: number) => `${day(later)}T20:00:00`
  expect(events.filter(({ title }) => title === "Série")).toMatchObject([
    { uid: run.uid, status: "TENTATIVE", start: wall(7), more: [wall(7), wall(8), wall(9)], of: undefined },
    { uid: run.uid, status: "CONFIRMED", time: "OPAQUE", start: wall(8), of: wall(8) },
  ])

  // The file follows the current state, and is the same byte for byte as long as nothing changes.
  const tag = answer.headers.get("etag") ?? ""
  expect((await get(pathOf(made), { "if-none-match": tag })).status).toBe(304)
  await here.db.updateTable("events").set({ workflow: "draft" }).where("id", "=", going.id).execute()
  const later = await (await get(pathOf(made), { "if-none-match": tag })).text()
  expect(readBy(later).map(({ title }) => title)).not.toContain("J’y serai")
})

test("a calendar file holds only the chosen layers; unknown or empty layers and anonymous requests are refused", async () => {
  const { seuils, rhizome } = here
  const shown = await rhizome.publishes({ title: "Choisi", starts: `${day(5)}T20:00`, place_id: null })
  await answers(seuils, shown.id, "interested")
  await seuils.publishes({ title: "Le nôtre", starts: `${day(5)}T20:00`, place_id: null })
  const titles = async (layers: string[]) => {
    const made = await makes(seuils, { layers })
    return readBy(await (await get(pathOf(made))).text()).map(({ title }) => title)
  }
  expect(await titles(["starred"])).toEqual(["Choisi"])
  expect(await titles(["answers"])).toEqual([])
  expect((await titles(["managed"])).at(-1)).toBe("Le nôtre")
  expect((await makes(seuils, { layers: ["all"] })).status).toBe(400)
  expect((await makes(seuils, { layers: [] })).status).toBe(400)
  expect((await here.ask(null, "POST", path)).status).toBe(403)
  expect((await here.ask(null, "DELETE", path)).status).toBe(403)
})

test("a renewed, revoked or forged calendar address is answered exactly as an unknown one", async () => {
  const { nour } = here
  const old = pathOf(await makes(nour))
  const renewed = pathOf(await makes(nour))
  expect(renewed).not.toBe(old)
  const told = async (address: string) => {
    const answer = await get(address)
    return [answer.status, [...answer.headers].toSorted(), await answer.text()]
  }
  const unknown = await told(`/calendars/${newSecret()}.ics`)
  expect(unknown[0]).toBe(404)
  expect(await told(old)).toEqual(unknown)
  for (const forged of [
    `${renewed.slice(0, -5)}_.ics`,
    "/calendars/nour.ics",
    "/calendars/%00.ics",
    `/calendars/${"a".repeat(3000)}.ics`,
  ])
    expect(await told(forged), forged).toEqual(unknown)
  expect((await get(renewed)).status).toBe(200)
  expect((await here.ask(nour.viewer, "DELETE", path)).status).toBe(204)
  expect((await here.ask(nour.viewer, "DELETE", path)).status).toBe(204)
  expect(await told(renewed)).toEqual(unknown)
  // Nothing in the database opens the calendar.
  const stored = JSON.stringify(await here.db.selectFrom("personal_calendars").selectAll().execute())
  expect(stored).not.toContain(renewed.slice(11, -4))
})

test("six simultaneous requests for a calendar address leave exactly one address that works", async () => {
  const { rhizome } = here
  const made = await Promise.all(Array.from({ length: 6 }, () => makes(rhizome)))
  const statuses = await Promise.all(made.map(async (one) => (await get(pathOf(one))).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(made.every(({ status }) => status === 201)).toBe(true)
})

test("after 120 requests for calendar files a network is refused with 429", async () => {
  const limited = testSite(here.db, { LIMITS: "1" })
  const feeds = personalCalendarFeeds(limited.world, heavyWork(true))
  const statuses: number[] = []
  for (let at = 0; at < 121; at++)
    statuses.push((await feeds.request(`/calendars/${newSecret()}.ics`, {}, { network: "203.0.113.0/24" })).status)
  expect(statuses.slice(0, 120).every((status) => status === 404)).toBe(true)
  expect(statuses[120]).toBe(429)
})

test("logged paths hide the secrets of calendars and newsletters", () => {
  const secret = newSecret()
  for (const path of [`/calendars/${secret}.ics`, `/nl/calendars/${secret}.ics`, `/calendars/${secret}`])
    expect(loggedPath(path)).toMatch(/^(\/nl)?\/calendars\/…$/)
  expect(loggedPath("/agendas/42.ics")).toBe("/agendas/42.ics")
  expect(loggedPath("/en/newsletters/7k-4nXo")).toBe("/en/newsletters/…")
  expect(loggedPath("/api/newsletters/7k-4nXo/")).toBe("/api/newsletters/…/")
})
