import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { password } from "../../worlds/signed-up.ts"
import { emptyPdf } from "../../files.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { holds, opensEditor, save } from "./editors.ts"
import { makesVenue, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { notice, soon } from "../browser/waiting.ts"

// Double presses, and requests on a line that is slow or fails, in any order of arrival.

const t = messagesIn("fr")
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
let owner: Person
let event: { id: number }
let house: { fid: string }
beforeAll(async () => {
  owner = await somebody(server)
  await makesVenue(owner, "rien-de-perdu")
  const first = async (path: string) => (await (await fetch(site + path)).json())[0]
  event = await first("/api/contents/events/?limit=1")
  house = await first("/api/actors/?type=place&limit=1")
})

/** Delays the first matching request: those sent after it arrive earlier. */
async function isSlowOnce(page: Page, address: string, method: string) {
  let isFirst = true
  await page.route(address, async (route) => {
    if (route.request().method() === method && isFirst) {
      isFirst = false
      await new Promise((resolve) => setTimeout(resolve, 1500))
    }
    await route.continue().catch(() => {}) // the page that sent it is gone
  })
}

test("two quick presses on the button create one list", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner.state, ...phone })
  await arrive(page, `${site}/me/lists`)
  const lists = await holds(page, "POST", "**/api/me/lists/")
  const form = page.locator("form", { has: page.locator('input[name="form"][value="make"]') })
  await form.locator("input[name=name]").fill("Une seule")
  // As on a slow phone: the second press comes before the first is drawn.
  await form.evaluate((made) => {
    const button = made.querySelector<HTMLElement>("[type=submit]")
    button?.click()
    button?.click()
  })
  await soon(lists.sent).toBe(1)
  lists.goOn()
  await page.getByRole("heading", { level: 1, name: "Une seule" }).waitFor()
  const all = await owner.ask("GET", "/api/me/lists/")
  expect(all.filter(({ name }: { name: string }) => name === "Une seule")).toHaveLength(1)
  // The button can be pressed again.
  await arrive(page, `${site}/me/lists`)
  await form.locator("input[name=name]").fill("")
  await form.locator("[type=submit]").click()
  await form.locator("[aria-invalid=true]").waitFor()
  await form.locator("[type=submit]").click()
  await soon(lists.sent).toBe(3)
  await close()
  expect(troubles).toEqual([])
})

test("an event that is added to a list and removed at once is not on it, however slow the first request is", async () => {
  const { id } = await owner.ask("POST", "/api/me/lists/", { name: "Aller et retour" })
  const { page, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/events/${event.id}`)
  await isSlowOnce(page, `**/api/me/lists/${id}/entries/**`, "PUT")
  let count = 0
  page.on("response", (answer) => answer.url().includes("/entries/") && count++)
  await page.getByText(t("ui.add_to_list"), { exact: true }).first().click()
  const tick = page.getByRole("checkbox", { name: "Aller et retour" })
  await tick.click()
  expect(await tick.isChecked()).toBe(true)
  await tick.click()
  expect(await tick.isChecked()).toBe(false)
  await soon(() => count).toBe(2)
  const lists = await owner.ask("GET", `/api/me/lists/?event=${event.id}`)
  expect(lists.find((one: { id: number }) => one.id === id)).toMatchObject({ has: false })
  expect(await tick.isChecked()).toBe(false)
  await close()
})

test("the last choice of a follow's notices is stored, however slow the request of an earlier choice is", async () => {
  await owner.ask("PUT", `/api/actors/${house.fid}/follow/`)
  const { page, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/actors/${house.fid}`)
  await isSlowOnce(page, "**/follow/", "PATCH")
  let count = 0
  page.on("response", (answer) => answer.request().method() === "PATCH" && count++)
  await page.locator(".follow-tells button").click()
  const chosen = page.locator(".follow-tells__sheet input:checked")
  await chosen.focus()
  await page.keyboard.press("ArrowDown")
  await soon(() => chosen.getAttribute("value")).toBe("now")
  await page.keyboard.press("ArrowUp")
  await soon(() => chosen.getAttribute("value")).toBe("newsletter")
  await soon(() => count).toBe(2)
  expect((await owner.ask("GET", `/api/actors/${house.fid}/`)).notify).toBe("newsletter")
  expect(await chosen.getAttribute("value")).toBe("newsletter")
  await close()
})

test("a row whose removal was done although its answer was lost leaves the page, and what is typed stays", async () => {
  const person = await somebody(server)
  const other = `autre-${person.email}`
  await person.ask("POST", "/api/me/emails/", { email: other, password })
  const { page, close } = await visit(browser, { storageState: person.state })
  await arrive(page, `${site}/me/emails`)
  const field = page.getByLabel(t("account.another_email"))
  await field.fill("encore@exemple.be")
  // The answer to the removal is lost, and then the server is restarted.
  let reads = 0
  await page.route("**/api/me/**", async (route) => {
    if (route.request().method() === "DELETE") {
      await route.fetch()
      return route.abort("connectionreset")
    }
    return ++reads > 3
      ? route.continue()
      : route.fulfill({ status: 503, contentType: "text/html", body: "<html></html>" })
  })
  const remove = page.getByRole("button", { name: t("account.remove_what", { what: other }) })
  await remove.click()
  await notice(page, t("errors.no_connection"))
  await remove.waitFor({ state: "detached" })
  expect(reads).toBeGreaterThan(3)
  expect(await field.inputValue()).toBe("encore@exemple.be")
  await close()
})

test("uploads finish and are shown although the page's data could not be reloaded in between", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, ...phone })
  await arrive(page, `${site}/actors/documents/rien-de-perdu`)
  let count = 0
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route("**/api/documents/", async (route) => {
    if (count++ > 0) await held
    await route.continue().catch(() => {})
  })
  // The first upload has arrived when all reading requests begin to fail.
  let failed = 0
  const isRead = /\/api\/|\/builds\/latest/
  await page.route(isRead, async (route) => {
    if (route.request().method() !== "GET") return route.fallback()
    failed++
    await route.abort("internetdisconnected")
  })
  const file = (name: string) => ({ name: `${name}.pdf`, mimeType: "application/pdf", buffer: emptyPdf() })
  await page.getByLabel(t("documents.add_files")).setInputFiles([file("Première"), file("Seconde")])
  await soon(() => failed).toBeGreaterThan(0)
  await page.waitForTimeout(500)
  expect(await page.getByText(t("ui.screen_lost")).count()).toBe(0)
  letGo()
  await soon(async () => (await owner.ask("GET", "/api/documents/?actor=rien-de-perdu")).length).toBe(2)
  await page.unroute(isRead)
  await page.evaluate(() => dispatchEvent(new Event("online")))
  await page.getByRole("heading", { name: "Première" }).waitFor()
  await page.getByRole("heading", { name: "Seconde" }).waitFor()
  await close()
})

test("a page that is restored from the browser's memory without a connection keeps the typed text", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/me`)
  const name = page.getByLabel(t("account.name"), { exact: false }).first()
  await name.fill("Tapé avant")
  await page.route(/\/api\/|\/builds\/latest/, (route) => route.abort("internetdisconnected"))
  const failed = page.waitForEvent("requestfailed")
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
  await failed
  await page.waitForTimeout(500)
  expect(await page.getByText(t("ui.screen_lost")).count()).toBe(0)
  expect(await name.inputValue()).toBe("Tapé avant")
  expect(await page.locator("header a[href*=login]").count()).toBe(0)
  await page.unrouteAll()
  const read = page.waitForResponse("**/api/me/")
  await page.evaluate(() => dispatchEvent(new Event("online")))
  await read
  await page.waitForTimeout(500)
  expect(await name.inputValue()).toBe("Tapé avant")
  await close()
})

test("edits left during a save that fails are in the form on return, and gone once saved", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state })
  await opensEditor(page, `${site}/actors/edit/rien-de-perdu`)
  const address = "**/api/actors/rien-de-perdu/"
  let letFail = () => {}
  const held = new Promise<void>((done) => (letFail = done))
  let sent = 0
  await page.route(address, async (route) => {
    if (route.request().method() !== "PATCH") return route.continue()
    sent++
    await held
    await route.abort("internetdisconnected")
  })
  const name = page.locator("input[name=name]")
  await name.fill("Le Hangar, en partant")
  await save(page).click()
  await soon(() => sent).toBe(1)
  await page.locator(".edit__up a").click()
  await page.waitForURL(`${site}/actors/rien-de-perdu`)
  letFail()
  await page.getByText(t("errors.no_connection")).first().waitFor()
  await page.unroute(address)
  await page.goBack()
  await soon(() => name.inputValue()).toBe("Le Hangar, en partant")
  // Saved after all, the typing does not come back.
  await save(page).click()
  await page.waitForURL(`${site}/actors/rien-de-perdu`)
  expect(await page.evaluate(() => sessionStorage.getItem("foyer:parted"))).toBe(null)
  expect(await owner.ask("GET", "/api/me/drafts/actor-rien-de-perdu/")).toBeNull()
  await close()
})

test("the editor takes no typing while it saves, and typing continues in the same field if saving fails", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state })
  await opensEditor(page, `${site}/actors/edit/rien-de-perdu`)
  const saving = await holds(page, "PATCH", "**/api/actors/rien-de-perdu/")
  const name = page.locator("input[name=name]")
  await name.fill("")
  await name.pressSequentially("Le Hangar du soir")
  await name.press("Enter")
  await soon(saving.sent).toBe(1)
  await soon(() => name.evaluate((field) => field.closest("[inert]") !== null)).toBe(true)
  await page.keyboard.type(" des Brumes")
  expect(await name.inputValue()).toBe("Le Hangar du soir")
  saving.goOn()
  await page.waitForURL(`${site}/actors/rien-de-perdu`)

  await opensEditor(page, `${site}/actors/edit/rien-de-perdu`)
  await page.unroute("**/api/actors/rien-de-perdu/")
  await page.route("**/api/actors/rien-de-perdu/", (route) =>
    route.request().method() === "PATCH" ? route.abort("internetdisconnected") : route.continue(),
  )
  await name.press("End")
  await page.keyboard.type(" rouge")
  await name.press("Enter")
  await page.getByText(t("errors.no_connection")).first().waitFor()
  await page.keyboard.type(" et bleu")
  expect(await name.inputValue()).toBe("Le Hangar du soir rouge et bleu")
  await close()
})

test("the last typing stays stored when its draft request overtakes an earlier one", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state })
  await makesVenue(owner, "depasse")
  await opensEditor(page, `${site}/actors/edit/depasse`)
  await isSlowOnce(page, "**/api/me/drafts/**", "PUT")
  let sent = 0
  page.on("request", (request) => request.method() === "PUT" && sent++)
  const name = page.locator("input[name=name]")
  await name.fill("Un début")
  await soon(() => sent).toBe(1)
  await name.fill("Un début et une fin")
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true })
    document.dispatchEvent(new Event("visibilitychange"))
    Reflect.deleteProperty(document, "visibilityState")
  })
  await soon(() => sent).toBe(2)
  const kept = async () => (await owner.ask("GET", "/api/me/drafts/actor-depasse/"))?.fields.name
  await page.waitForTimeout(3500) // by now the overtaken request has arrived
  await soon(kept).toBe("Un début et une fin")
  expect(sent).toBe(3)
  await close()
})
