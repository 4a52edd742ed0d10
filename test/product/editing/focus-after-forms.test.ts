import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { password } from "../../worlds/signed-up.ts"
import { makesVenue, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

// The focus of readers who use the keyboard or a screen reader, when the control they pressed disappears.

const t = messagesIn("fr")
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
let owner: Person
beforeAll(async () => {
  owner = await somebody(server)
  await makesVenue(owner, "la-suite")
})

const form = (page: Page, name: string) =>
  page.locator("form", { has: page.locator(`input[name="form"][value="${name}"]`) }).first()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

test("the focus moves from a saved form to the one that replaces it, and from a removed row to the heading above it", async () => {
  const { id } = await owner.ask("POST", "/api/me/lists/", { name: "Avant" })
  await owner.ask("POST", "/api/me/places/", { name: "Chez moi", lat: 50.64, lon: 5.57, radius: 25 })
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/me/lists/${id}`)
  const name = form(page, "settings").locator("input[name=name]")
  await name.fill("Après")
  const save = form(page, "settings").locator("[type=submit]")
  await save.press("Enter")
  await page.getByRole("heading", { level: 1, name: "Après" }).waitFor()
  await soon(() => save.evaluate((button) => button === document.activeElement)).toBe(true)

  await arrive(page, `${site}/me/places`)
  const remove = form(page, "remove").locator("[type=submit]")
  await remove.press("Enter")
  await remove.waitFor({ state: "detached" })
  await soon(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^H[12]$/)
  expect(troubles).toEqual([])
  await close()
})

test("text typed while a form is being sent is not emptied when the form is reset", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/me/emails`)
  await page.route("**/api/me/emails/", async (route) => {
    await mayArrive
    await route.continue()
  })
  let arrives = () => {}
  const mayArrive = new Promise<void>((done) => (arrives = done))
  const email = form(page, "add").locator("input[name=email]")
  await form(page, "add").locator("input[name=password]").fill(password)
  await email.fill(`${owner.name}-un@exemple.be`)
  await email.press("Enter")
  await form(page, "add").locator("[aria-busy=true]").waitFor()
  await email.fill(`${owner.name}-deux@exemple.be`)
  arrives()
  await page.getByText(`${owner.name}-un@exemple.be`).first().waitFor()
  await form(page, "add").locator("[aria-busy=true]").waitFor({ state: "detached" })
  expect(await email.inputValue()).toBe(`${owner.name}-deux@exemple.be`)
  await close()
})

test("an upload that another server answers with HTML fails, and its button keeps the focus when stopped or retried", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/actors/documents/la-suite`)
  let arrives = () => {}
  let held = Promise.resolve()
  let answer: object = { status: 403, contentType: "text/html", body: "<p>Refused by a firewall</p>" }
  await page.route("**/api/documents/", async (route) => {
    if (route.request().method() !== "POST") return route.continue()
    await held
    await route.fulfill(answer).catch(() => {}) // it was stopped meanwhile
  })
  const file = { name: "Plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") }
  await page.getByLabel(t("documents.add_files")).setInputFiles([file])
  const row = page.getByRole("list", { name: t("uploads.on_the_way") }).getByRole("listitem")
  await row.locator(".error").waitFor()

  answer = { status: 200, contentType: "text/html", body: "<p>Sign in to the hotel</p>" }
  held = new Promise((done) => (arrives = done))
  await row.getByRole("button", { name: t("uploads.again_which", { name: "Plan.pdf" }) }).press("Enter")
  const stop = row.getByRole("button", { name: t("uploads.stop_which", { name: "Plan.pdf" }) })
  await stop.waitFor()
  expect(await focused(page)).toBe(t("uploads.stop"))
  arrives()
  await row.locator(".error").waitFor()
  expect(await focused(page)).toBe(t("uploads.again"))

  await row.getByRole("button", { name: t("uploads.discard_which", { name: "Plan.pdf" }) }).press("Enter")
  await row.waitFor({ state: "detached" })
  await soon(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^H[12]$/)
  await close()
})
