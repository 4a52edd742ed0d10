import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { InvalidFields } from "#lib/refusal.ts"
import { calendar, vevent } from "../fixtures/world.ts"
import { readAddress } from "./queries.server.ts"

let elsewhere: Server
let site: string
let asked = 0
const now = Date.UTC(2026, 10, 22)
const event = (name: string, startDate: string, more: object = {}) => ({
  "@context": "https://schema.org",
  "@type": "MusicEvent",
  name,
  startDate,
  location: { "@type": "Place", name: "Le Hangar", address: { addressLocality: "Liège", addressCountry: "BE" } },
  ...more,
})
const html = (...events: object[]) =>
  `<!doctype html><html><script type="application/ld+json">${JSON.stringify(events).replaceAll("</", "<\\/")}</script></html>`
const answers: Record<string, [type: string, body: string]> = {
  "/one": [
    "text/html",
    html(
      event("Trio Ventôse", "2027-03-12T20:30", {
        description: '<p onclick="x()">Un <b>soir</b></p><script>alert(1)</script>',
        performer: [{ "@type": "MusicGroup", name: "Trio Ventôse" }],
        offers: { price: "12", priceCurrency: "EUR" },
        url: "https://hangar.example/trio",
      }),
    ),
  ],
  "/several": [
    "text/html",
    html(
      event("Passé", "2025-03-12T20:30"),
      event("Ensuite", "2027-04-01T20:00"),
      event("Bientôt", "2026-12-01T20:00"),
    ),
  ],
  "/agenda.ics": ["text/calendar", calendar(vevent("DTSTART;TZID=Europe/Brussels:20261127T203000"))],
  "/words": ["text/html", "<!doctype html><html><p>Bonjour</p></html>"],
  "/image": ["image/png", "\u0089PNG\r\n\u001a\n\0\0\0"],
  "/large": ["text/html", `<!doctype html><html>${" ".repeat(5_100_000)}</html>`],
}
beforeAll(async () => {
  elsewhere = createServer((request, answer) => {
    asked++
    const [type, body] = answers[request.url ?? ""] ?? []
    answer.writeHead(body === undefined ? 404 : 200, { "content-type": type ?? "text/plain" }).end(body ?? "")
  })
  await new Promise<void>((ready) => elsewhere.listen(0, "127.0.0.1", ready))
  site = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
})
afterAll(() => void elsewhere.close())

const how = { timezone: "Europe/Brussels", publicUrl: "https://foyer.example", now, allowPrivate: true }

test("the event of a web page is read into the fields of an event, with its markup sanitised", async () => {
  const { db } = await writingWorld()
  const { total, events } = await readAddress(db, `${site}/one`, how)
  expect(total).toBe(1)
  expect(events[0]).toMatchObject({
    language: "fr",
    title: { fr: "Trio Ventôse" },
    category: "music",
    start: "2027-03-12T20:30:00+01:00",
    timezone: "Europe/Brussels",
    location: { name: "Le Hangar", locality: "Liège", country: "BE" },
    prices: [{ amount: 12, currency: "EUR" }],
    lineup: [{ name: "Trio Ventôse" }],
    url: "https://hangar.example/trio",
  })
  expect(events[0]?.description?.fr).toBe("<p>Un <b>soir</b></p>")
})

test("of several events the upcoming ones are read, the earliest first, and the past one is left out", async () => {
  const { db } = await writingWorld()
  const { total, events } = await readAddress(db, `${site}/several`, how)
  expect(total).toBe(3)
  expect(events.map(({ title }) => title.fr)).toEqual(["Bientôt", "Ensuite"])
  const calendar = await readAddress(db, `${site}/agenda.ics`, how)
  expect(calendar.events[0]).toMatchObject({ start: "2026-11-27T20:30:00+01:00", title: { fr: "Radio Minuit" } })
})

test.each([
  ["/nowhere", "imports.address_gone"],
  ["/words", "imports.address_no_event"],
  ["/image", "imports.address_no_event"],
  ["/large", "imports.too_large"],
])("the address %s is refused as %s", async (path, id) => {
  const { db } = await writingWorld()
  const refused = await readAddress(db, `${site}${path}`, how).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(InvalidFields)
  expect((refused as InvalidFields).fields).toMatchObject({ url: [{ id }] })
})

test("reading an address needs a login, is limited to 30 an hour, and never contacts a private address", async () => {
  const { ask, newcomer, errors } = await writingWorld()
  const path = "/api/imports/readings/"
  const person = await newcomer("ines")
  const before = asked
  expect(await ask(null, "POST", path, { url: `${site}/one` })).toMatchObject({
    status: 403,
    body: { code: "sign_in_needed" },
  })
  for (const [language, words] of [
    ["fr", "publique"],
    ["en", "public"],
    ["nl", "publiek"],
  ] as const) {
    const refused = await ask(person, "POST", path, { url: `${site}/one` }, { "accept-language": language })
    expect(refused.status).toBe(400)
    expect(refused.body.url[0]).toContain(words)
  }
  for (const url of [
    "http://[::1]/",
    "http://169.254.169.254/latest",
    "http://user:pw@example.org/",
    "http://2130706433/",
  ])
    expect((await ask(person, "POST", path, { url })).status).toBe(400)
  for (const url of ["file:///etc/passwd", "javascript:1", "", "gopher://x"])
    expect((await ask(person, "POST", path, { url })).status).toBe(400)
  let last = await ask(person, "POST", path, { url: "http://10.0.0.1/" })
  for (let tries = 0; tries < 30 && last.status === 400; tries++)
    last = await ask(person, "POST", path, { url: "http://10.0.0.1/" })
  expect([last.status, last.headers.get("ratelimit-policy")]).toEqual([429, '"read-address";q=30;w=3600'])
  expect(asked).toBe(before)
  expect(errors).toEqual([])
})
