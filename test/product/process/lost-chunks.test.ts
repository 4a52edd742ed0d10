import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { arrive, sharedBrowser, settled, visit } from "../browser/browser.ts"
import { formerInstallation } from "../servers/deploys.ts"
import { inspectorOf } from "../browser/inspector.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

const browser = await sharedBrowser()
/**
 * One installation for all tests, in this order: a file that one of them lacks has never been loaded by an earlier one. The tests
 * that lose a file come first, then the deploys, each of which leaves the build that the next one replaces.
 */
let site: Awaited<ReturnType<typeof formerInstallation>>
beforeAll(async () => {
  site = await formerInstallation()
})
afterAll(() => site.stop())

type Marked = { isSame?: boolean }
/** Marks the open document; a newly loaded document has no mark. */
const mark = (page: Page) => page.evaluate(() => void ((globalThis as Marked).isSame = true))
const isSame = (page: Page) => page.evaluate(() => (globalThis as Marked).isSame === true)
const heading = (page: Page) => page.locator("main h1").first()
/** Simulates a page that was reloaded for a lost script a moment ago. */
const justReloaded = (page: Page) => page.evaluate(() => sessionStorage.setItem("reloadedAt", String(Date.now())))
const footer = (page: Page) => page.getByRole("contentinfo")
/** Presses a link by script: no pointer comes near it, so that nothing is prefetched. */
const press = (page: Page, href: string) => page.locator(`a[href="${href}"]`).first().dispatchEvent("click")

test("when the script of a sheet is lost, an error says so in each language, and page and typing stay", async () => {
  expect(site.lose("popover-overlay")).toBe(true)
  for (const [prefix, sentence] of [
    ["", "Cette partie de la page n’a pas pu être chargée."],
    ["/en", "This part of the page could not be loaded."],
    ["/nl", "Dit deel van de pagina kon niet worden geladen."],
  ] as const) {
    const { page, close } = await visit(browser)
    await arrive(page, `${site.url}${prefix}/events`)
    await mark(page)
    const search = page.getByRole("searchbox").first()
    await search.fill("hangar")
    await search.blur()
    await page.waitForURL(/hangar/)
    await page.locator(".filters .pick").first().click()
    await page.getByRole("alert").waitFor()
    expect(await page.getByRole("alert").textContent()).toContain(sentence)
    expect(await isSame(page)).toBe(true)
    expect(await search.inputValue()).toBe("hangar")
    expect(await footer(page).isVisible()).toBe(true)
    await close()
  }
})

test("a page whose script is lost just after a reload shows an error and a button to retry, in each language", async () => {
  expect(site.lose("about")).toBe(true)
  for (const [prefix, sentence, again] of [
    ["", "Cette page n’a pas pu être chargée.", "Réessayer"],
    ["/en", "This page could not be loaded.", "Try again"],
    ["/nl", "Deze pagina kon niet worden geladen.", "Opnieuw proberen"],
  ] as const) {
    const { page, close } = await visit(browser)
    await arrive(page, `${site.url}${prefix}/`)
    await mark(page)
    await justReloaded(page)
    await press(page, `${prefix}/about`)
    await page.waitForURL(`**${prefix}/about`)
    await page.getByRole("alert").waitFor()
    expect(await heading(page).textContent()).toBe(sentence)
    expect(await isSame(page)).toBe(true)
    expect(await page.getByRole("banner").isVisible()).toBe(true)
    expect(await footer(page).isVisible()).toBe(true)

    await page.getByRole("button", { name: again }).click()
    await soon(() => isSame(page).catch(() => true)).toBe(false)
    await page.waitForLoadState("load")
    await soon(() => heading(page).textContent()).not.toBe(sentence)
    await close()
  }
})

test("a page left before it started is loaded again when it comes back from the browser's cache; a running page is not", async () => {
  // A profile of its own: what an earlier page has loaded comes from memory, and cannot be lost.
  const { page, close } = await visit(browser, { viewport: { width: 1000, height: 700 } })
  const comesBack = () =>
    page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
  let isLost = true
  await page.route("**/assets/entry.client-*", (route) => (isLost ? route.abort() : route.continue()))
  await page.goto(`${site.url}/fediverse`, { waitUntil: "commit" })
  await heading(page).waitFor()
  await mark(page)
  await comesBack()
  await soon(() => isSame(page).catch(() => true)).toBe(false)

  isLost = false
  await arrive(page, `${site.url}/fediverse`)
  await mark(page)
  await comesBack()
  await settled(page)
  expect(await isSame(page)).toBe(true)
  await close()
})

test("after a deploy that keeps former files, an open page navigates without a reload", async () => {
  const { page } = await visit(browser)
  await arrive(page, `${site.url}/`)
  await mark(page)
  await site.deploy({ keeps: true })
  await press(page, "/about")
  await page.waitForURL("**/about")
  await soon(() => heading(page).count()).toBe(1)
  expect(await isSame(page)).toBe(true)
})

test("after a deploy that removes former files, a navigation reloads the document", async () => {
  const { page } = await visit(browser)
  await arrive(page, `${site.url}/`)
  await mark(page)
  await site.deploy({ keeps: false })
  await press(page, "/about")
  await page.waitForURL("**/about")
  await soon(() => isSame(page).catch(() => true)).toBe(false)
  await page.waitForLoadState("load")
  expect(await heading(page).isVisible()).toBe(true)
})

test("when the script of a sheet is lost, a page without typed text reloads, and the sheet then opens", async () => {
  const { page } = await visit(browser)
  await arrive(page, `${site.url}/events`)
  await mark(page)
  await site.deploy({ keeps: false })
  await page.locator(".filters .pick").first().click()
  await soon(() => isSame(page).catch(() => true)).toBe(false)
  await page.waitForLoadState("load")
  await settled(page)
  await page.locator(".filters .pick").first().click()
  await page.getByRole("dialog").waitFor()
  expect(await page.getByRole("dialog").count()).toBe(1)
})

test("without a connection a navigation shows an error, and the page appears once the connection is back", async () => {
  const { url } = await sharedServer()
  const { page } = await visit(browser)
  await arrive(page, `${url}/nl/`)
  // An earlier visit may have left the files of the next page in this profile.
  await (await inspectorOf(page)).send("Network.clearBrowserCache")
  await page.context().setOffline(true)
  await press(page, "/nl/actors")
  await soon(() => heading(page).textContent()).toBe("Deze pagina kon niet worden geladen.")
  expect(await page.getByRole("button", { name: "Opnieuw proberen" }).isVisible()).toBe(true)
  await page.context().setOffline(false)
  await soon(() => heading(page).textContent()).toBe("Gids")
})
