import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { languages } from "#i18n/languages.ts"
import { inLanguagePath } from "#web/paths.ts"
import { fediversePeer } from "../../elsewhere/fediverse-peer.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { reachableServer } from "../servers/dedicated-server.ts"
import { soon } from "../browser/waiting.ts"

const { server, owner, fid } = await reachableServer("fedi")
const browser = await sharedBrowser()
const t = messagesIn("fr")
const phone = { viewport: { width: 390, height: 844 } }
afterAll(() => server.stop())

const host = () => new URL(server.url).host
const handles = (page: Page) => page.locator(".fedi__list .acard h3").allTextContents()

test.each(languages)(
  "in %s the known Fediverse accounts are sorted by handle and can be searched",
  async (language) => {
    const words = messagesIn(language)
    const { page, troubles, close } = await visit(browser, phone)
    await arrive(page, server.url + inLanguagePath("/fediverse", language))
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(words("layout.fediverse"))
    const all = await handles(page)
    expect(all).toHaveLength(50)
    const names = all.map((handle) => handle.split("@")[1] as string)
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    await page.getByRole("searchbox", { name: words("fediverse.search") }).fill("petite forge")
    await soon(() => handles(page)).toEqual([`@${fid}@${host()}`])
    await page.getByRole("link", { name: `@${fid}@${host()}` }).click()
    await page.waitForURL((url) => url.pathname === inLanguagePath(`/actors/${fid}`, language))
    expect(troubles).toEqual([])
    await close()
  },
)

test("by keyboard the list loads more accounts; after a failed request it stays and can be retried", async () => {
  const { page, close } = await visit(browser, { viewport: { width: 1280, height: 900 } })
  await arrive(page, `${server.url}/fediverse`)
  await page.route("**/api/fediverse/accounts/?*start=50*", (route) =>
    route.fulfill({ status: 500, json: { detail: "Non." } }),
  )
  const more = page.locator(".more a")
  await more.focus()
  await page.keyboard.press("Enter")
  await page.getByRole("alert").getByText(t("ui.load_failed")).waitFor()
  expect(await handles(page)).toHaveLength(50)
  await page.unroute("**/api/fediverse/accounts/?*start=50*")
  await page.getByRole("link", { name: t("ui.retry") }).click()
  await soon(async () => (await handles(page)).length).toBeGreaterThan(50)
  await soon(() => page.evaluate(() => document.activeElement?.closest(".acard") !== null)).toBe(true)
  expect(await axeFinds(page, "/fediverse")).toEqual([])
  await close()
})

test("a list of accounts that cannot be loaded shows an error and can be retried", async () => {
  const { page, close } = await visit(browser)
  await arrive(page, `${server.url}/actors`)
  await page.route("**/api/fediverse/accounts/**", (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole("link", { name: t("layout.fediverse_accounts") }).click()
  await page.getByRole("alert").getByText(t("fediverse.failed")).waitFor()
  await page.getByRole("alert").getByText(t("errors.server")).waitFor()
  expect(await handles(page)).toEqual([])
  await page.unroute("**/api/fediverse/accounts/**")
  await page.route("**/api/fediverse/accounts/**", (route) => route.abort())
  await page.getByRole("link", { name: t("ui.retry") }).click()
  await page.getByRole("alert").getByText(t("errors.no_connection")).waitFor()
  await page.unroute("**/api/fediverse/accounts/**")
  await page.getByRole("link", { name: t("ui.retry") }).click()
  await soon(async () => (await handles(page)).length).toBe(50)
  await close()
})

test("searches offer to follow an unknown handle or to search the Fediverse; visitors are asked to log in", async () => {
  const { page, close } = await visit(browser, phone)
  await arrive(page, `${server.url}/actors?q=@anna@scene.example`)
  await page.getByRole("link", { name: t("directory.follow_elsewhere", { handle: "@anna@scene.example" }) }).click()
  await page.waitForURL((url) => url.searchParams.get("follow") === "@anna@scene.example")
  const way = page.getByText(t("fediverse.follow_needs_account")).getByRole("link")
  expect(decodeURIComponent((await way.getAttribute("href")) ?? "")).toContain("/fediverse?follow=")
  await arrive(page, `${server.url}/fediverse?q=@anna@scene.example`)
  await page.getByRole("heading", { name: t("fediverse.unknown") }).waitFor()
  await arrive(page, `${server.url}/actors?q=zqrien`)
  await page.getByRole("link", { name: t("directory.search_elsewhere") }).click()
  await page.waitForURL("**/fediverse?q=zqrien")
  expect(await page.getByRole("heading", { name: t("ui.nothing_for", { query: "zqrien" }) }).count()).toBe(1)
  await close()
})

test("a person follows a remote account with one field, sees errors beside it, and unfollows", async () => {
  const peer = await fediversePeer()
  const handle = `@anna@${peer.host}`
  const { page, troubles, close } = await visit(browser, { ...phone, storageState: owner.state })
  await arrive(page, `${server.url}/fediverse?follow=personne`)
  const field = page.getByRole("textbox", { name: t("fediverse.follow_field") })
  expect(await field.inputValue()).toBe("personne")
  await field.press("Enter")
  await page.locator(".field .error", { hasText: t("elsewhere.handle_unreadable") }).waitFor()
  expect(await field.getAttribute("aria-invalid")).toBe("true")
  await field.fill(handle)
  await field.press("Enter")
  const own = page.locator(".fedi__own")
  await own.getByText(t("fediverse.state_asked")).waitFor()
  expect(await own.getByRole("heading", { level: 3 }).allTextContents()).toEqual([handle])
  expect(await axeFinds(page, "one's own follows")).toEqual([])

  await arrive(page, `${server.url}/me/fediverse`)
  await page.getByText(t("fediverse.my_follows_count", { count: 1 })).waitFor()
  await page.route("**/api/fediverse/follows/**", (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole("link", { name: t("fediverse.my_follows_open") }).click()
  const failed = page.getByRole("alert").filter({ hasText: t("fediverse.own_failed") })
  await failed.waitFor()
  expect(await handles(page)).toHaveLength(50)
  expect(await axeFinds(page, "follows that cannot be read")).toEqual([])
  await page.unroute("**/api/fediverse/follows/**")
  await failed.getByRole("link", { name: t("ui.retry") }).click()
  await page.getByRole("button", { name: t("fediverse.stop_handle", { handle }) }).click()
  await soon(() => own.count()).toBe(0)
  await soon(async () => (await owner.ask("GET", "/api/fediverse/follows/")) as object[]).toEqual([])
  expect(troubles.filter((one) => !/\b(400|500)\b/.test(one))).toEqual([])
  await close()
})

/** A server elsewhere that says where one follows, and shows that page. */
async function ownServerOfSomebody(): Promise<string> {
  const there = createServer((request, response) => {
    const at = `http://${request.headers.host}`
    if (request.url?.startsWith("/.well-known/webfinger")) {
      const template = `${at}/authorize?uri={uri}`
      response.writeHead(200, { "content-type": "application/jrd+json" })
      return response.end(JSON.stringify({ links: [{ rel: "http://ostatus.org/schema/1.0/subscribe", template }] }))
    }
    response.writeHead(200, { "content-type": "text/html" })
    return response.end("<!DOCTYPE html><title>Confirm</title>")
  })
  await new Promise<void>((ready) => there.listen(0, "127.0.0.1", ready))
  onTestFinished(() => {
    there.closeAllConnections()
    there.close()
  })
  return `127.0.0.1:${(there.address() as AddressInfo).port}`
}

test("by keyboard alone a visitor follows a page from their own server, which is remembered", async () => {
  const own = await ownServerOfSomebody()
  const { page, close } = await visit(browser, phone)
  await arrive(page, `${server.url}/actors/${fid}`)
  await page.getByRole("link", { name: t("actors.from_own") }).focus()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: t("fediverse.from_own_title", { name: "La Petite Forge" }) })
  const field = dialog.getByRole("textbox", { name: t("fediverse.own_server") })
  await field.waitFor()
  expect(await axeFinds(page, "the dialog")).toEqual([])
  await field.fill("pas un serveur")
  await field.press("Enter")
  await dialog.getByRole("alert").getByText(t("fediverse.own_server_wrong")).waitFor()
  await field.fill(`anna@${own}`)
  await field.press("Enter")
  await page.waitForURL(`http://${own}/authorize?uri=${encodeURIComponent(`${server.url}/ap/actors/${fid}`)}`)

  await arrive(page, `${server.url}/actors/${fid}`)
  await page.getByRole("link", { name: t("actors.from_own") }).click()
  await soon(() => field.inputValue()).toBe(`anna@${own}`)
  await page.keyboard.press("Escape")
  await soon(() => dialog.count()).toBe(0)
  await close()
})

test("without script following from another server shows a link to it instead of redirecting", async () => {
  const own = await ownServerOfSomebody()
  const { page, close } = await visit(browser, { ...phone, javaScriptEnabled: false })
  await page.goto(`${server.url}/actors/${fid}`)
  await page.getByRole("link", { name: t("actors.from_own") }).click()
  await page.getByRole("textbox", { name: t("fediverse.own_server") }).fill(`anna@${own}`)
  await page.getByRole("button", { name: t("fediverse.own_server_go") }).click()
  await page.getByText(t("fediverse.own_server_found")).waitFor()
  expect(new URL(page.url()).host).toBe(host())
  await page.getByRole("link", { name: t("fediverse.own_server_open", { host: own }) }).click()
  await page.waitForURL(`http://${own}/authorize?uri=**`)

  await page.goto(`${server.url}/actors/${fid}/fediverse?server=scene.invalid`)
  await page.getByText(t("fediverse.own_server_unknown", { host: "scene.invalid" })).waitFor()
  const way = page.getByRole("link", { name: t("fediverse.own_server_open", { host: "scene.invalid" }) })
  expect(await way.getAttribute("href")).toMatch(/^https:\/\/scene\.invalid\/authorize_interaction\?uri=/)
  await page.goto(`${server.url}/actors/${fid}/fediverse?server=javascript:alert(1)`)
  await page.getByText(t("fediverse.own_server_wrong")).waitFor()
  await close()
})

test("without a Fediverse audience a page has no handle and no actor; choosing everyone restores both", async () => {
  const { page, troubles, close } = await visit(browser, { ...phone, storageState: owner.state })
  await arrive(page, `${server.url}/actors/manage/${fid}?tab=fediverse`)
  await page.getByText(`@${fid}@${host()}`).first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await axeFinds(page, "settings")).toEqual([])
  const group = page.getByRole("radiogroup", { name: t("fediverse.audience") })
  await group.getByText(t("fediverse.audience_nobody_hint")).click()
  await page.getByRole("button", { name: t("fediverse.settings_save") }).click()
  await page.getByText(t("fediverse.settings_no_handle")).waitFor()
  expect(await page.locator("#come, #leave").count()).toBe(0)
  await arrive(page, `${server.url}/actors/${fid}`)
  expect(await page.getByRole("link", { name: t("actors.from_own") }).count()).toBe(0)
  expect((await fetch(`${server.url}/ap/actors/${fid}`)).status).toBe(404)
  expect((await fetch(`${server.url}/actors/${fid}/fediverse`)).status).toBe(404)

  await arrive(page, `${server.url}/actors/manage/${fid}?tab=fediverse`)
  // Somebody else is first: their choice appears, and the next press saves.
  await owner.ask("PATCH", `/api/actors/${fid}/fediverse/`, { shows_counts: true })
  const counts = page.getByLabel(t("fediverse.shows_counts"))
  expect(await counts.isChecked()).toBe(false)
  await page.getByRole("button", { name: t("fediverse.settings_save") }).click()
  await page.getByText(t("errors.stale")).waitFor()
  await soon(() => counts.isChecked()).toBe(true)
  await group.getByText(t("fediverse.audience_everyone_hint")).click()
  await page.getByRole("button", { name: t("fediverse.settings_save") }).click()
  await page.getByText(`@${fid}@${host()}`).first().waitFor()
  expect((await fetch(`${server.url}/ap/actors/${fid}`)).status).toBe(200)
  expect(troubles.filter((one) => !one.includes("404"))).toEqual([])
  await close()
})

test("/me/fediverse shows the handles of the viewer's pages and links to the list of accounts", async () => {
  const { page, close } = await visit(browser, { ...phone, storageState: owner.state })
  await arrive(page, `${server.url}/me/fediverse`)
  await page.getByRole("heading", { name: t("fediverse.my_pages") }).waitFor()
  await page.getByRole("button", { name: t("ui.copy", { what: `@${fid}@${host()}` }) }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await axeFinds(page, "/me/fediverse")).toEqual([])
  await page.getByRole("link", { name: t("fediverse.my_follows_open") }).click()
  await page.waitForURL("**/fediverse")
  await close()
})
