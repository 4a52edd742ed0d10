import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type RunningServer, startServer } from "../server.ts"
import { linkMailedTo, registers } from "./accounts-people.ts"
import { axeFinds } from "./axe.ts"
import { arrive, openBrowser, visit } from "./browser.ts"
import { type Made, personalScreens } from "./screens.ts"

// The screens of whoever is signed in, walked as walk.test.ts and accessibility.test.ts walk those for everybody.

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
  return { ...made, event: published.id, draft: draft.id }
}

test.each(["", "/fr", "/en", "/nl"])(
  "every personal screen answers under “%s/” and nothing goes wrong",
  async (prefix) => {
    const language = prefix.slice(1) || "fr"
    for (const javaScriptEnabled of [true, false]) {
      const { page, troubles, close } = await visit(browser, { javaScriptEnabled, storageState: signedIn })
      for (const screen of screens) {
        const path = prefix + screen
        const answer = await arrive(page, server.url + path, { hasScript: javaScriptEnabled })
        expect(answer?.status(), path).toBe(200)
        expect(answer?.headers()["cache-control"], path).toBe("private, no-store")
        expect(await page.locator("html").getAttribute("lang"), path).toBe(language)
        expect(await page.locator("h1").count(), `${path} has one h1`).toBe(1)
        expect((await page.title()).length, `${path} has a title`).toBeGreaterThan(3)
        const ids = await page
          .locator("main")
          .evaluate((main) => /\b[a-z]+(-[a-z]+)?\.[a-z]+_[a-z_]+\b/.exec(main.innerText))
        expect(ids, `${path} says words, not their ids`).toBeNull()
      }
      await close()
      expect(troubles).toEqual([])
    }
  },
)

test("no personal screen scrolls sideways, from 320 to 1920 px", async () => {
  const { page, close } = await visit(browser, { storageState: signedIn })
  const wide: string[] = []
  for (const screen of screens) {
    await arrive(page, server.url + screen)
    for (const width of [320, 390, 600, 768, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const [scrollWidth, clientWidth] = await page.evaluate(() => {
        const { scrollWidth: inside, clientWidth: shown } = document.documentElement
        return [inside, shown] as const
      })
      if (scrollWidth > clientWidth) wide.push(`${screen} at ${width}: ${scrollWidth - clientWidth} px`)
    }
  }
  await close()
  expect(wide).toEqual([])
})

test.each([1440, 390])("axe finds nothing on any personal screen at %i px", { timeout: 400_000 }, async (width) => {
  const { page, close } = await visit(browser, {
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
    storageState: signedIn,
  })
  const found: string[] = []
  for (const screen of screens) {
    await arrive(page, server.url + screen)
    found.push(...(await axeFinds(page, screen)))
  }
  await close()
  expect(found).toEqual([])
})
