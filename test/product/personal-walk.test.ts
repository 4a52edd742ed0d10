import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type RunningServer, startServer } from "../server.ts"
import { linkMailedTo, registers } from "./accounts-people.ts"
import { openBrowser, visit } from "./browser.ts"
import { type Made, personalScreens } from "./screens.ts"
import { examines, prefixes, reads, walks } from "./walking.ts"

// The screens of whoever is signed in, walked as walk.test.ts walks those for everybody.

let server: RunningServer
let browser: Browser
let screens: string[]
let signedIn: NonNullable<Extract<BrowserContextOptions["storageState"], object>>

beforeAll(async () => {
  server = await startServer({ LIMITS: "0" })
  browser = await openBrowser()
  const { page, close } = await visit(browser)
  const name = await registers(page, server.url)
  await page.goto(await linkMailedTo(server.dataDir, `${name}@exemple.be`, "/verify"))
  await page.getByRole("button", { name: messagesIn("fr")("account.verify_do") }).click()
  await page.locator(".note--success, .toast--success").first().waitFor()
  screens = personalScreens(await makes(page, name))
  signedIn = await page.context().storageState()
  await close()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** Makes what a person of the network has: pages, an event, a draft, an answer, a follow. */
async function makes(page: Page, name: string): Promise<Made> {
  const send = (method: string, path: string, body?: object) =>
    page.evaluate(
      async ([verb, address, content]) => {
        const token = /csrftoken=(\w+)/.exec(document.cookie)?.[1] ?? ""
        const answer = await fetch(address, {
          method: verb,
          headers: { "content-type": "application/json", "x-csrftoken": token },
          ...(content ? { body: JSON.stringify(content) } : {}),
        })
        if (!answer.ok) throw new Error(`${verb} ${address} answered ${answer.status}: ${await answer.text()}`)
        return answer.status === 204 ? undefined : answer.json()
      },
      [method, path, body] as const,
    )
  const made = { person: `${name}_p`, place: `${name}_l` }
  await send("POST", "/api/actors/", { type: "person", fid: made.person, name: "Mirelle Ossau", status: "published" })
  await send("POST", "/api/actors/", { type: "place", fid: made.place, name: "Hangar des Vents", status: "published" })
  const event = {
    title: { fr: "Veilleuse", en: "Night light" },
    language: "fr",
    category: "music",
    organizers: [made.place],
    place: made.place,
    start: `${new Date().getFullYear() + 1}-03-14T20:30`,
    timezone: "Europe/Brussels",
  }
  const published = await send("POST", "/api/contents/events/", { ...event, workflow: "published" })
  const draft = await send("POST", "/api/contents/events/", { ...event, title: { fr: "Sous la verrière" } })
  await send("PUT", `/api/contents/events/${published.id}/attendance/`, { value: "confirmed", actor: made.person })
  const [followed] = await send("GET", "/api/actors/?type=place&limit=1")
  await send("PUT", `/api/actors/${followed.fid}/follow/`)
  const { id } = await send("POST", "/api/me/lists/", { name: `Agenda ${name}` })
  for (const [kind, ref] of [
    ["event", published.id],
    ["event", draft.id],
    ["actor", followed.fid],
  ])
    await send("PUT", `/api/me/lists/${id}/entries/${kind}/${ref}/`)
  const agenda = await send("PATCH", `/api/me/lists/${id}/`, { published: true, shows_owner: true })
  return { ...made, event: published.id, draft: draft.id, agenda }
}

const here = () => ({
  site: server.url,
  storageState: signedIn,
  screens: screens.map((path) => ({ path, status: 200 })),
})

test("every personal screen is right in Dutch, and nothing goes wrong", async () => {
  expect(await walks(browser, { ...here(), hasScript: true, prefix: "/nl", language: "nl" })).toEqual([])
})

test("every personal screen is there without script", async () =>
  expect(await walks(browser, { ...here(), hasScript: false, prefix: "", language: "fr" })).toEqual([]))

test.each(prefixes)("every personal screen under “$prefix/” is whole without a browser, in $language", async (where) =>
  expect(await reads({ ...here(), ...where })).toEqual([]),
)

test(
  "every personal screen is right in French, fits, and axe finds nothing: phones and wide, dark and light",
  { timeout: 900_000 },
  async () => {
    expect(await examines(browser, here())).toEqual([])
  },
)
