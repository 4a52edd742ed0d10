import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays, dateAt } from "#lib/time.ts"
import { fediversePeer } from "../../elsewhere/fediverse-peer.ts"
import type { RunningServer } from "../../instances/server.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { type Person, somebody } from "../people/page-people.ts"
import { soon } from "../browser/waiting.ts"

let server: RunningServer
let person: Person
const browser = await sharedBrowser()
beforeAll(async () => {
  server = await dedicatedServer({ LIMITS: "0", OUTBOUND_PRIVATE: "1" })
  person = await somebody(server)
})
afterAll(() => server.stop())

const day = addDays(dateAt(new Date(), "Europe/Brussels"), 40)
const everyone = "https://www.w3.org/ns/activitystreams#Public"
const title = "Concert sous les tilleuls"

test("a followed account's remote event is shown to its follower alone, also once cancelled, until it is deleted", async () => {
  const peer = await fediversePeer()
  let number = 0
  const does = async (activity: object) => {
    const whole = { id: `${peer.origin}/activities/${++number}`, actor: peer.id("salle"), to: [everyone], ...activity }
    const signed = await peer.signed("salle", `${server.url}/ap/inbox`, whole)
    expect((await fetch(signed)).status).toBe(202)
  }
  const event = {
    id: `${peer.origin}/events/1`,
    type: "Event",
    name: title,
    content: "<p>Apportez une couverture.</p>",
    startTime: `${day}T18:00:00Z`,
    endTime: `${day}T20:00:00Z`,
    timezone: "Europe/Brussels",
    category: "MUSIC",
    attributedTo: peer.id("salle"),
    to: [everyone],
    url: `${peer.origin}/agenda/1`,
    updated: "2026-11-01T10:00:00Z",
  }

  const followed = await person.ask("POST", "/api/fediverse/follows/", { handle: `@salle@${peer.host}` })
  expect(followed).toMatchObject({ handle: `salle@${peer.host}`, state: "asked" })
  await soon(() => peer.arrived.map(({ activity }) => activity.type)).toEqual(["Follow"])
  await does({ type: "Accept", object: peer.arrived[0]?.activity })
  expect(await person.ask("GET", "/api/fediverse/follows/")).toMatchObject([{ state: "accepted" }])
  await does({ type: "Create", object: event })

  const { page, troubles } = await visit(browser, { storageState: person.state })
  await arrive(page, `${server.url}/events?rel=followed`)
  const row = page.locator(".row, .pcard").filter({ hasText: title })
  await row.getByText(peer.host).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await row.getByRole("link", { name: title }).click()

  await page.getByRole("heading", { level: 1, name: title }).waitFor()
  await page.getByText("Apportez une couverture.").waitFor()
  await page.getByText(`@salle@${peer.host}`).waitFor()
  await page.getByText(`Sur ${peer.host}`).waitFor()
  const original = page.getByRole("link", { name: "Voir l’original" })
  expect(await original.getAttribute("href")).toBe(`${peer.origin}/agenda/1`)
  expect(await original.getAttribute("rel")).toBe("noopener noreferrer nofollow ugc")
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex")
  expect(await page.locator('script[type="application/ld+json"]').count()).toBe(0)
  expect(await page.getByRole("link", { name: "Partager" }).count()).toBe(0)
  expect(await axeFinds(page)).toEqual([])
  const address = page.url()
  // The document loaded on its own says the same as the page reached by a link.
  await arrive(page, address)
  await original.waitFor()
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex")

  const stranger = await fetch(address)
  expect(stranger.status).toBe(404)
  expect(await stranger.text()).not.toContain(title)
  for (const path of ["/", "/events", "/sitemap.xml", "/events/feed.atom", "/events/calendar.ics", "/activities"])
    expect(await (await fetch(server.url + path)).text(), path).not.toContain(title)
  for (const path of ["calendar.ics", "card.png"]) expect((await fetch(`${address}/${path}`)).status, path).toBe(404)

  await does({ type: "Update", object: { ...event, status: "CANCELLED", updated: "2026-11-02T10:00:00Z" } })
  await arrive(page, `${server.url}/me/cal?date=${day}`)
  const mine = page.locator(".row--mine").filter({ hasText: title })
  await mine.getByText(peer.host).waitFor()
  await mine.getByText("Annulé").first().waitFor()
  await arrive(page, address)
  await page.getByText("Annulé").first().waitFor()

  await does({ type: "Delete", object: event.id })
  await arrive(page, `${server.url}/events?rel=followed`)
  expect(await page.getByText(title).count()).toBe(0)
  await arrive(page, address)
  expect(await page.getByText(title).count()).toBe(0)
  expect(troubles).toEqual([])
})
