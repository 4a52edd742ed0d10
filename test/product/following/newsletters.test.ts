import { readdirSync, readFileSync } from "node:fs"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openDb, openPool } from "#db/connection.ts"
import { makeDueIssues } from "#features/newsletters/issues/commands.server.ts"
import { linkSecret, signToken } from "#features/newsletters/links/queries.server.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { subscribers } from "../../worlds/newsletter-world.ts"
import type { RunningServer } from "../../instances/server.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { type Person, somebody } from "../people/page-people.ts"
import { notice, soon } from "../browser/waiting.ts"
import { databaseUrlOf } from "../servers/database-of.ts"

let server: RunningServer
const browser = await sharedBrowser()
/** The token of an issue in Dutch about the whole agenda. */
let token: string
beforeAll(async () => {
  server = await dedicatedServer()
  const db = openDb(openPool(databaseUrlOf(server.dataDir), 2, () => {}))
  const [id] = await subscribers(db, [{ language: "nl" }])
  await makeDueIssues(db)
  await sql`update subscriptions set next_due_at = now() - interval '1 minute' where id = ${id}`.execute(db)
  await makeDueIssues(db)
  const { rows } = await sql<{ id: number; key: string }>`
    select i.id, s.key from newsletter_issues i join subscriptions s on s.id = i.subscription_id`.execute(db)
  const [issue] = rows
  token = signToken(await linkSecret(db), "issue", issue?.id ?? 0, issue?.key ?? "")
  await db.destroy()
})
afterAll(() => server.stop())

test("a newsletter issue is shown in its own language to holders of its link, and is not indexed", async () => {
  const { page, troubles } = await visit(browser, { viewport: { width: 1280, height: 900 } })
  const answer = await arrive(page, `${server.url}/newsletters/${token}`)
  expect([answer?.status(), new URL(page.url()).pathname]).toEqual([200, `/nl/newsletters/${token}`])
  for (const prefix of ["/en", "/fr"]) {
    await arrive(page, `${server.url}${prefix}/newsletters/${token}`)
    expect(new URL(page.url()).pathname).toBe(`/nl/newsletters/${token}`)
  }
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toContain("noindex")
  expect(await page.locator(".rows .row").count()).toBeGreaterThan(3)
  expect(await axeFinds(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const forged = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A")
  expect((await arrive(page, `${server.url}/newsletters/${forged}`))?.status()).toBe(404)
  expect(troubles).toEqual([])
})

/** Follows enough places for an issue of ten days on any day; the last days of a month may have no events. */
async function followsPlaces(reader: Person) {
  const places = await reader.ask("GET", "/api/actors/?type=place&limit=20")
  for (const { fid } of places) await reader.ask("PUT", `/api/actors/${fid}/follow/`)
}

test("a follower sees the newsletter as it would be sent now, and sends it to themselves", async () => {
  const t = messagesIn("fr")
  const reader = await somebody(server, "previewing")
  await followsPlaces(reader)
  await reader.ask("PATCH", "/api/me/", { newsletter: { frequency: "weekly" } })
  const { page, troubles, close } = await visit(browser, { storageState: reader.state })
  await arrive(page, `${server.url}/me/emails`)
  await page.getByRole("button", { name: t("subscribe.preview") }).click()
  const preview = page.getByRole("region", { name: t("subscribe.preview_title") })
  await preview.locator(".row").nth(3).waitFor()
  expect(await axeFinds(page, "the preview", { part: ".newsletter-preview" })).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  const first = await preview.locator('.row a[href*="/events/"]').first().getAttribute("href")
  expect(first).toMatch(/\/events\/\d+/)
  const mails = () =>
    readdirSync(`${server.dataDir}/mail`)
      .filter((file) => file.includes(`_${reader.email}_`))
      .map((file) => readFileSync(`${server.dataDir}/mail/${file}`, "utf8").replaceAll(/=\r?\n/g, ""))
  const before = mails().length
  await page.getByRole("button", { name: t("subscribe.test") }).click()
  await notice(page, t("subscribe.test_sent"))
  await soon(async () => mails().length).toBe(before + 1)
  // The mail is a file, which is there before all of it is written. It holds what the preview showed.
  await soon(async () => mails().filter((mail) => mail.includes(first ?? "")).length).toBe(1)
  expect(troubles).toEqual([])
  await close()
})

test("a newsletter mail fits 320 px in the dark and 640 px in the light, and loads nothing", async () => {
  const odile = await somebody(server)
  await followsPlaces(odile)
  const { html, issue } = await odile.ask("POST", "/api/me/newsletter/preview/", { frequency: "weekly" })
  expect(issue.days.length).toBeGreaterThan(0)
  for (const [width, colorScheme] of [
    [320, "dark"],
    [640, "light"],
  ] as const) {
    const { page, troubles } = await visit(browser, { viewport: { width, height: 800 }, colorScheme })
    await page.goto("about:blank") // a blank page: any site’s policy would apply to the mail too
    const asked: string[] = []
    page.on("request", (request) => void (request.url().startsWith("data:") || asked.push(request.url())))
    await page.setContent(html)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const pictures = await page
      .locator("img")
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
    expect(pictures.length).toBeGreaterThan(1)
    expect(pictures.every((wide) => wide > 0)).toBe(true)
    const ground = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)
    expect(ground).toBe(colorScheme === "dark" ? "rgb(18, 15, 12)" : "rgb(245, 242, 234)")
    expect(await axeFinds(page, `the mail at ${width}`, { modes: [colorScheme] })).toEqual([])
    expect(asked).toEqual([])
    expect(troubles).toEqual([])
  }
})
