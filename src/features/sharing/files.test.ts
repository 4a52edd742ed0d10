import { create } from "qrcode"
import { afterAll, beforeAll, expect, test } from "vitest"
import { actorCards } from "#features/actors/card.server.ts"
import { saveActors } from "#features/actors/store.server.ts"
import { eventCards } from "#features/events/card.server.ts"
import { mergeEvents } from "#features/events/duplicates/commands.server.ts"
import { calendarFiles } from "#features/events/icalendar/calendar-files.server.ts"
import { feedFiles } from "#features/events/feeds/feed-files.server.ts"
import { eventFeeds } from "#features/events/icalendar/feeds.server.ts"
import { heavyWork } from "#http/limits/heavy-work.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { world as someWorld } from "#test/worlds/world.ts"
import { qrCodes } from "./codes.server.ts"
import { embeds } from "./embeds.server.tsx"

let there: Awaited<ReturnType<typeof someWorld>>
let get: (path: string, headers?: Record<string, string>) => Promise<Response>
const evil = `"'><script>alert(1)</script><img src=x onerror=alert(1)>\r\nATTENDEE:mailto:a@b.example`
const secret = "Ne le dites à personne"
let site: ReturnType<typeof testSite>["config"]
let plain = 0
let bad = 0
let draft = 0

beforeAll(async () => {
  there = await someWorld()
  const { world, config } = testSite(there.db)
  site = config
  const work = heavyWork(false)
  const doors = [
    eventFeeds(world, calendarFiles(world, work), feedFiles(world, work)),
    embeds(world),
    qrCodes(world, work),
    actorCards(world),
    eventCards(world),
  ]
  get = async (path, headers = {}) => {
    for (const door of doors) {
      const answer = await door.request(path, { headers })
      if (answer.status !== 404 || answer.headers.has("cache-control") || answer.headers.has("content-security-policy"))
        return answer
    }
    throw new Error(`nobody answers ${path}`)
  }
  plain = (await there.hangar.publishes({ title: "Radio Minuit" })).id
  bad = (
    await there.rhizome.publishes({
      title: { fr: evil, en: evil, nl: evil },
      summary: { fr: evil },
      description: { fr: evil },
      tags: [evil.slice(0, 50)],
      lineup: [{ name: evil, role: evil.slice(0, 100) }],
      location: { name: evil, street: evil, locality: evil.slice(0, 100), country: "BE" },
      place_id: null,
      status: "postponed",
      status_reason: evil,
      prices: [{ label: evil.slice(0, 100), amount: 3 }],
    })
  ).id
  draft = (await there.hangar.drafts({ title: secret, summary: { fr: secret } })).id
  await saveActors(there.db, [
    { fid: "bad", type: "place", name: evil, language: "fr", status: "published" as const, summary: { fr: evil } },
  ])
  await saveActors(there.db, [{ fid: "hidden", type: "place", name: secret, language: "fr", status: "draft" as const }])
})
afterAll(() => there.end())

const ofEvent = (id: number) => [
  `/events/${id}/calendar.ics`,
  `/nl/events/${id}/calendar.ics`,
  `/events/${id}/qr.svg`,
  `/events/${id}/qr.png`,
  `/embed/events/${id}`,
  `/en/embed/events/${id}?look=poster&theme=dark`,
]
const ofActor = (fid: string) => [
  `/actors/${fid}/calendar.ics`,
  `/actors/${fid}/qr.svg`,
  `/actors/${fid}/qr.png`,
  `/embed/actors/${fid}`,
  `/nl/embed/actors/${fid}?theme=light`,
]

test("published events and pages have a calendar, QR codes and embed cards", async () => {
  for (const path of [
    ...ofEvent(plain),
    ...ofEvent(bad),
    ...ofActor("hangar"),
    ...ofActor("bad"),
    "/events/calendar.ics",
  ])
    expect(`${path} ${(await get(path)).status}`).toBe(`${path} 200`)
})

test("the files of a draft answer 404 exactly as those of a missing event or page, and no list contains it", async () => {
  const pairs = [
    ...ofEvent(draft).map((path) => [path, path.replace(String(draft), "987654321")]),
    ...ofActor("hidden").map((path) => [path, path.replace("hidden", "nobody")]),
  ] as [string, string][]
  for (const [path, missing] of pairs) {
    const [one, other] = await Promise.all([get(path), get(missing)])
    expect(`${path} ${one.status}`).toBe(`${path} 404`)
    expect(other.status).toBe(404)
    expect(await one.text()).toBe(await other.text())
    expect([...one.headers]).toEqual([...other.headers])
  }
  for (const path of [...ofActor("hangar"), "/events/calendar.ics"]) {
    expect(await (await get(path)).text()).not.toContain(secret)
  }
})

test("user text in embed cards is escaped", async () => {
  const cards = [...ofEvent(bad), ...ofActor("bad"), ...ofActor("rhizome")].filter((path) => path.includes("/embed/"))
  expect(cards.length).toBeGreaterThan(4)
  for (const path of cards) {
    const html = await (await get(path)).text()
    // Without our own parts: the style, and the drawing of the poster.
    const body = html.replace(/<style>.*<\/style>/s, "")
    expect(body).toContain("&lt;script&gt;")
    // Inside quotes an attribute may contain anything.
    expect(body.replaceAll(/="[^"]*"/g, '=""')).not.toMatch(/<script|<img src=x|<[^>]*\sonerror/i)
    expect(body).not.toContain("<script")
    expect(html.match(/<html|<body|<title/g)).toHaveLength(3)
  }
})

test("user text adds no property to a calendar", async () => {
  for (const path of [`/events/${bad}/calendar.ics`, "/actors/bad/calendar.ics", "/events/calendar.ics"]) {
    const text = (await (await get(path)).text()).replaceAll("\r\n ", "")
    expect(text).not.toMatch(/^ATTENDEE/m)
  }
})

test("an embed card has no script, allows framing everywhere, and opens its links in a new tab", async () => {
  const answer = await get(`/embed/events/${plain}`)
  const policy = answer.headers.get("content-security-policy") ?? ""
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/)
  expect(policy).toContain("frame-ancestors *")
  expect(policy).not.toContain("script-src")
  const html = await answer.text()
  expect(html).not.toMatch(/<script|<link rel="stylesheet|@import/)
  for (const [link] of html.matchAll(/<a [^>]*>/g)) {
    expect(link).toContain('target="_blank"')
    expect(link).toContain('rel="noopener"')
  }
})

test("an embed card is in the language of its address and links to the page in that language", async () => {
  const html = await (await get(`/nl/embed/events/${plain}`)).text()
  expect(html).toContain('<html lang="nl"')
  expect(html).toContain(`href="http://foyer.test/nl/events/${plain}"`)
})

test("an unchanged calendar, card or QR code is answered with 304", async () => {
  for (const path of [
    `/events/${plain}/calendar.ics`,
    "/actors/hangar/calendar.ics",
    `/embed/events/${plain}`,
    `/events/${plain}/qr.png`,
  ]) {
    const first = await get(path)
    const again = await get(path, { "if-none-match": first.headers.get("etag") ?? "" })
    expect(`${path} ${again.status}`).toBe(`${path} 304`)
    expect(await again.text()).toBe("")
  }
})

test("every module of a QR code matches the encoded address of the event", async () => {
  const svg = await (await get(`/events/${plain}/qr.svg?quiet=0`)).text()
  const { modules } = create(`http://foyer.test/events/${plain}`, { errorCorrectionLevel: "M" })
  const dark = new Set<string>()
  for (const [, x, y, run] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let at = 0; at < Number(run); at++) dark.add(`${Number(x) + at - 4},${Number(y) - 4}`)
  }
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) expect(dark.has(`${x},${y}`)).toBe(Boolean(modules.get(y, x)))
  }
  expect((await (await get(`/events/${plain}/qr.svg`)).text()).includes('fill="#fff"')).toBe(true)
})

test("malformed addresses and parameters of calendars, cards and QR codes are never answered with a server error", async () => {
  for (const query of [
    "category=bogus",
    "near=north",
    "from=2026-13-45",
    "radius=-1",
    "bbox=1,2",
    "tag=%00",
    "q=%00",
    "free=perhaps",
  ])
    expect(`${query} ${(await get(`/events/calendar.ics?${query}`)).status}`).toMatch(/ (400|200)$/)
  for (const path of [
    "/events/calendar.ics?category=&q=",
    "/events/calendar.ics?limit=99999&start=-1&list=x",
    `/embed/events/${plain}?look=%00&theme=%F0`,
    "/embed/events/abc",
    "/embed/events/9999999999999999",
    "/embed/actors/a%00b",
    "/actors/%00/calendar.ics",
    "/actors/%00/qr.svg",
    `/embed/actors/${"a".repeat(500)}`,
  ])
    expect(`${path} ${(await get(path)).status}`).toMatch(/ (200|400|404)$/)
})

test("the agenda's calendar takes a filter of the API and names it in its title", async () => {
  await there.nour.publishes({ title: "Salon de papier", category: "exhibition" })
  const text = await (await get("/events/calendar.ics?category=exhibition")).text()
  expect(text).toContain("Salon de papier")
  expect(text).not.toContain("Radio Minuit")
  expect(text).toContain("NAME:Agenda — Exposition — Foyer")
})

test("the files of a merged event and the cards of a renamed page lead to the present ones", async () => {
  const [first, second] = [
    await there.hangar.publishes({ title: "Deux fois" }),
    await there.hangar.publishes({ title: "Deux fois" }),
  ]
  await mergeEvents(there.db, there.hangar.viewer, first.id, second.id, site)
  const { id } = await there.db.selectFrom("actors").select("id").where("fid", "=", "rhizome").executeTakeFirstOrThrow()
  await there.db.insertInto("former_fids").values({ fid: "oldrhizome", actor_id: id }).execute()

  for (const [former, present] of [
    [`/nl/events/${first.id}/calendar.ics`, `/nl/events/${second.id}/calendar.ics`],
    [`/events/${first.id}/card.png`, `/events/${second.id}/card.png`],
    [`/en/embed/events/${first.id}?look=poster`, `/en/embed/events/${second.id}?look=poster`],
    ["/actors/oldrhizome/card.png", "/actors/rhizome/card.png"],
    ["/embed/actors/oldrhizome?theme=dark", "/embed/actors/rhizome?theme=dark"],
  ] as const) {
    const answer = await get(former)
    expect([former, answer.status, answer.headers.get("location")]).toEqual([former, 301, present])
  }
  // Pictures on other sites: the code of the former address is that of the present one.
  for (const [former, present] of [
    [`/events/${first.id}/qr.svg`, `/events/${second.id}/qr.svg`],
    ["/actors/oldrhizome/qr.svg", "/actors/rhizome/qr.svg"],
  ] as const)
    expect(await (await get(former)).text()).toBe(await (await get(present)).text())
})

test("the calendar of a renamed page redirects to its new address", async () => {
  const { id } = await there.db.selectFrom("actors").select("id").where("fid", "=", "hangar").executeTakeFirstOrThrow()
  await there.db.insertInto("former_fids").values({ fid: "oldhangar", actor_id: id }).execute()
  const answer = await get("/en/actors/oldhangar/calendar.ics")
  expect([answer.status, answer.headers.get("location")]).toEqual([301, "/en/actors/hangar/calendar.ics"])
})

test("oEmbed describes the card of an event or page; drafts, other sites and unknown addresses answer 404", async () => {
  const { api } = testSite(there.db)
  const ask = (url: string, more = "") => api.request(`/api/oembed/?url=${encodeURIComponent(url)}${more}`)
  const answer = await (await ask(`http://foyer.test/nl/events/${plain}`, "&maxwidth=400&format=json")).json()
  expect(answer).toMatchObject({ version: "1.0", type: "rich", title: "Radio Minuit", width: 400, height: 132 })
  expect(answer.html).toContain(`src="http://foyer.test/nl/embed/events/${plain}"`)
  expect((await (await ask("http://foyer.test/actors/hangar")).json()).html).toContain("/embed/actors/hangar")
  expect((await (await ask(`http://foyer.test/events/${bad}`)).json()).html).not.toContain("<script")

  const statuses = await Promise.all(
    [
      `http://foyer.test/events/${draft}`,
      "http://foyer.test/actors/hidden",
      `https://evil.example/events/${plain}`,
      "http://foyer.test/about",
      "x",
    ].map(async (url) => (await ask(url)).status),
  )
  expect(statuses).toEqual([404, 404, 404, 404, 404])
  expect((await api.request("/api/oembed/")).status).toBe(400)
  const event = `http://foyer.test/events/${plain}`
  expect((await ask(event, "&maxwidth=-1")).status).toBe(400)
  const xml = await ask(event, "&format=xml")
  expect([xml.status, (await xml.json()).code]).toEqual([501, "format_unavailable"])
  // A picture larger than the available space is not offered.
  expect(await (await ask(event)).json()).toMatchObject({ thumbnail_width: 1200, thumbnail_height: 630 })
  expect(answer).not.toHaveProperty("thumbnail_url")
  expect(await (await ask(event, "&maxheight=600")).json()).not.toHaveProperty("thumbnail_url")
})
