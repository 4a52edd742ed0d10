import { afterAll, beforeAll, expect, test } from "vitest"
import { addEntry, changeAgenda, makeAgenda } from "#features/agendas/commands.server.ts"
import { heavyWork } from "#http/limits/heavy-work.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { world as someWorld } from "#test/worlds/world.ts"
import { qrCodes } from "./codes.server.ts"
import { embeds } from "./embeds.server.tsx"

// Published lists are shared like events and pages: a card, a QR code, oEmbed.

const evil = `"'><script>alert(1)</script>`
let there: Awaited<ReturnType<typeof someWorld>>
let list: number
const get = async (path: string) => {
  const { world } = testSite(there.db)
  const card = await embeds(world).request(path)
  return card.status === 404 && !card.headers.has("content-security-policy")
    ? qrCodes(world, heavyWork(false)).request(path)
    : card
}
const change = (said: object) => changeAgenda(there.db, there.nour.viewer, String(list), said)

beforeAll(async () => {
  there = await someWorld()
  const { id } = await there.hangar.publishes({ title: "Radio Minuit" })
  list = await makeAgenda(there.db, there.nour.viewer, { name: `Nuits ${evil}`, language: "fr" })
  const otherwise = { name: "Nuits", language: "fr" as const }
  await addEntry(there.db, there.nour.viewer, String(list), { kind: "event", ref: String(id) }, otherwise)
})
afterAll(() => there.end())

test("a published list has a card with its next events, QR codes and oEmbed; a private one has none", async () => {
  const files = ["/embed/agendas/nuits", "/nl/embed/agendas/nuits?theme=dark", "/agendas/nuits/qr.svg"]
  const { api } = testSite(there.db)
  const oembed = () => api.request(`/api/oembed/?url=${encodeURIComponent("http://foyer.test/en/agendas/nuits")}`)
  const statuses = () => Promise.all([...files.map(get), oembed()].map(async (answer) => (await answer).status))
  expect(await statuses()).toEqual([404, 404, 404, 404])
  await change({ published: true, slug: "nuits" })
  expect(await statuses()).toEqual([200, 200, 200, 200])

  const card = await (await get("/nl/embed/agendas/nuits")).text()
  expect(card).toContain("Radio Minuit")
  expect(card).toContain('href="http://foyer.test/nl/agendas/nuits"')
  expect(card).toContain("&lt;script&gt;")
  expect(card).not.toContain("<script")
  expect(await (await oembed()).json()).toMatchObject({
    title: `Nuits ${evil}`,
    html: expect.stringContaining('src="http://foyer.test/en/embed/agendas/nuits"'),
  })

  // A former address leads to the present one.
  await change({ slug: "belles-nuits" })
  const moved = await get("/en/embed/agendas/nuits?theme=light")
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/en/embed/agendas/belles-nuits?theme=light"])
  const codes = await Promise.all(
    ["nuits", "belles-nuits"].map(async (slug) => (await get(`/agendas/${slug}/qr.svg`)).text()),
  )
  expect(codes[0]).toBe(codes[1])
  for (const path of ["/embed/agendas/a%00b", "/agendas/12/qr.svg", `/embed/agendas/${"a".repeat(500)}`])
    expect(`${path} ${(await get(path)).status}`).toBe(`${path} 404`)
})
