import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { languages } from "#i18n/languages.ts"
import type { RunningServer } from "../../instances/server.ts"
import { password } from "../../worlds/signed-up.ts"
import { linkMailedTo, newName, prefixOf } from "../people/accounts-people.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { givePage, somebody } from "../people/page-people.ts"
import { isCalm, type Listed, listedEvents } from "../screens/screens.ts"
import { notice, soon } from "../browser/waiting.ts"

let server: RunningServer
let site: string
const browser = await sharedBrowser()
let event: Listed
beforeAll(async () => {
  server = await dedicatedServer()
  site = server.url
  event = (await listedEvents(site)).find((one) => isCalm(one) && one.occurrences.length === 1) as Listed
})
afterAll(() => server.stop())

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const chosen = (page: Page, value: string) => page.locator(`#answer input[name=value][value=${value}]`).isChecked()

/** Counts the effort of a person: how often they press, and how many fields they fill in. */
function counting(page: Page) {
  const effort = { presses: 0, fields: 0 }
  return {
    effort,
    press: async (selector: string) => {
      effort.presses++
      await page.locator(selector).tap()
    },
    fill: async (name: string, value: string) => {
      effort.fields++
      await page.locator(`.dialog input[name=${name}]`).fill(value)
    },
  }
}

test.each(languages)(
  "on a phone a visitor answers an event with two presses and three fields (%s)",
  async (language) => {
    const t = messagesIn(language)
    const email = `${newName("odile")}@exemple.be`
    const { page, troubles, close } = await visit(browser, phone)
    await arrive(page, `${site}${prefixOf(language)}/events/${event.id}`)
    const { press, fill, effort } = counting(page)

    await press(".attend button[value=confirmed]")
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("heading", { name: t("answers.ask_title") }).waitFor()
    await dialog.locator('.answer[data-v="confirmed"]').waitFor()
    // The dialog says beforehand what follows: signing in is needed, the page is public, and there are seven days.
    for (const said of ["events.attendance_needs_login", "answers.ask_name_public", "answers.ask_later"] as const)
      await dialog.getByText(t(said)).waitFor()
    await fill("name", "Odile Ferrant")
    await fill("email", email)
    await fill("password", password)
    await press(".dialog button[type=submit]")

    await notice(page, t("account.registered"))
    await dialog.waitFor({ state: "detached" })
    await soon(() => chosen(page, "confirmed")).toBe(true)
    expect(effort).toEqual({ presses: 2, fields: 3 })
    expect(page.url()).toBe(`${site}${prefixOf(language)}/events/${event.id}`)
    await page.getByText(t("answers.to_confirm_mail", { email })).waitFor()

    // The email address can be confirmed later; until then the page is visible to nobody else.
    const fid = await page.evaluate(async () => (await (await fetch("/api/me/")).json()).identity.fid)
    const seen = async () => (await fetch(`${site}/api/actors/${fid}/`)).status
    expect(await seen()).toBe(404)
    await arrive(page, await linkMailedTo(server.dataDir, email, "/verify"))
    await page.getByRole("button", { name: t("account.verify_do") }).tap()
    await page.locator(".note--success", { hasText: t("account.email_verified") }).waitFor()
    expect(await seen()).toBe(200)
    await arrive(page, `${site}${prefixOf(language)}/events/${event.id}`)
    await soon(() => chosen(page, "confirmed")).toBe(true)
    expect(await page.getByText(t("answers.to_confirm_mail", { email })).count()).toBe(0)
    expect(troubles).toEqual([])
    await close()
  },
)

test("by keyboard alone the answer dialog registers a visitor, with errors beside the fields and typing kept", async () => {
  const t = messagesIn("fr")
  const { page, troubles, close } = await visit(browser)
  await arrive(page, `${site}/events/${event.id}`)
  const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? "")
  await page.locator(".attend button[value=interested]").focus()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("heading", { name: t("answers.ask_title") }).waitFor()
  await soon(focused).toBe("name")
  await page.keyboard.type("Basile Orme")
  await page.keyboard.press("Tab")
  await page.keyboard.type("pas une adresse")
  await page.keyboard.press("Enter")
  await dialog.locator(".field .error", { hasText: t("accounts.email_invalid") }).waitFor()
  await soon(() => dialog.locator(".field .error").count()).toBe(2)
  await soon(focused).toBe("email")
  // The summary names the fields, and no notice repeats it over them.
  await dialog.getByRole("link", { name: `${t("account.password")}\u00A0: ${t("errors.required")}` }).waitFor()
  expect(await page.getByText(t("errors.validation")).count()).toBe(0)
  expect(await dialog.locator("input[name=name]").inputValue()).toBe("Basile Orme")

  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.type(`${newName("basile")}@exemple.be`)
  await page.keyboard.press("Tab")
  await page.keyboard.type(password)
  await page.keyboard.press("Enter")
  await notice(page, t("account.registered"))
  await dialog.waitFor({ state: "detached" })
  await soon(() => chosen(page, "interested")).toBe(true)
  // After signing in, the reader is back at the answer.
  await soon(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)).toBe("interested")
  expect(troubles).toEqual([])
  await close()
})

test("the answer dialog passes axe", async () => {
  const { page, close } = await visit(browser, phone)
  await arrive(page, `${site}/events/${event.id}`)
  await page.locator(".attend button[value=confirmed]").tap()
  await page.locator(".dialog input[name=email]").waitFor()
  expect(await axeFinds(page, "the dialog", { part: ".dialog" })).toEqual([])
  await close()
})

test("Escape closes the answer dialog and returns the focus to the pressed button", async () => {
  const { page, troubles, close } = await visit(browser)
  await arrive(page, `${site}/events/${event.id}`)
  await page.locator(".attend button[value=declined]").focus()
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await soon(() => page.evaluate(() => (document.activeElement as HTMLButtonElement | null)?.value)).toBe("declined")
  expect(troubles).toEqual([])
  await close()
})

test("a person with an account logs in inside the answer dialog, which then asks for a name alone", async () => {
  const t = messagesIn("fr")
  const { name } = await somebody(server)
  const { page, troubles, close } = await visit(browser, phone)
  await arrive(page, `${site}/events/${event.id}`)
  const { press, fill, effort } = counting(page)
  await press(".attend button[value=interested]")
  await press(`.dialog a.link[href*="/login"]`)
  await fill("username", name)
  await fill("password", password)
  await press(".dialog button[type=submit]")
  await notice(page, t("account.logged_in"))
  const dialog = page.getByRole("dialog")
  await dialog.getByText(t("answers.needs_identity")).waitFor()
  expect(await dialog.locator("input:not([type=hidden], [type=checkbox])").count()).toBe(1)
  await fill("name", "Solène Vaillant")
  await page.locator(".dialog input[name=hidden]").check()
  await press(".dialog button[type=submit]")
  await notice(page, t("answers.attendance_updated"))
  await soon(() => chosen(page, "interested")).toBe(true)
  expect(effort).toEqual({ presses: 4, fields: 3 })
  expect(troubles).toEqual([])
  await close()
})

test("a wrong password is an error in the answer dialog, not a toast", async () => {
  const { name } = await somebody(server)
  const { page, close } = await visit(browser, phone)
  await arrive(page, `${site}/events/${event.id}`)
  const { press, fill } = counting(page)
  await press(".attend button[value=interested]")
  await press(`.dialog a.link[href*="/login"]`)
  await fill("username", name)
  await fill("password", "pas la bonne phrase")
  await press(".dialog button[type=submit]")
  await page.getByRole("dialog").getByRole("alert").waitFor()
  expect(await page.locator(".toast").count()).toBe(0)
  await close()
})

test("without script an answer leads to a page with the same form, and is stored after registering", async () => {
  const t = messagesIn("nl")
  const email = `${newName("zonder")}@exemple.be`
  const { page, close } = await visit(browser, { javaScriptEnabled: false })
  await arrive(page, `${site}/nl/events/${event.id}`, { hasScript: false })
  await page.locator(".attend button[value=confirmed]").click()
  await page.getByRole("heading", { name: t("answers.ask_title") }).waitFor()
  await page.locator("input[name=name]").fill("Zonder Script")
  await page.locator("input[name=email]").fill(email)
  await page.locator("main form button[type=submit]").last().click()
  await page.locator(".field .error").first().waitFor()
  expect(await page.locator("input[name=name]").inputValue()).toBe("Zonder Script")
  await page.locator("input[name=password]").fill(password)
  await page.locator("main form button[type=submit]").last().click()
  await page.waitForURL(`${site}/nl/events/${event.id}#answer`)
  expect(await chosen(page, "confirmed")).toBe(true)
  await close()
})

test("the organizer sees the answer of an unverified account as unconfirmed, without a link to its page", async () => {
  const t = messagesIn("fr")
  const house = await somebody(server)
  await givePage(house, { fid: house.name, name: "Salle des Attentes" })
  const { id } = await house.ask("POST", "/api/contents/events/", {
    title: { fr: "Soir d’attente" },
    language: "fr",
    category: "music",
    organizers: [house.name],
    place: house.name,
    timezone: "Europe/Brussels",
    start: "2031-05-02T20:00",
    workflow: "published",
  })
  const csrf = "c".repeat(32)
  const answered = await fetch(`${site}/api/contents/events/${id}/attendance/`, {
    method: "POST",
    headers: { cookie: `csrftoken=${csrf}`, "x-csrftoken": csrf, origin: site, "content-type": "application/json" },
    body: JSON.stringify({ value: "confirmed", name: "Ysé Tardive", email: `${newName("yse")}@exemple.be`, password }),
  })
  expect(answered.status).toBe(201)
  const { page, troubles, close } = await visit(browser, { storageState: house.state })
  await arrive(page, `${site}/events/manage/${id}`)
  const row = page.locator("tr", { hasText: "Ysé Tardive" })
  await row.getByText(t("manage.answer_unconfirmed")).waitFor()
  expect(await row.locator("a").count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})

test("an invalid answer in the address redirects to the event", async () => {
  const { page, close } = await visit(browser)
  await arrive(page, `${site}/events/${event.id}/answer?value=perhaps`)
  expect(page.url()).toBe(`${site}/events/${event.id}`)
  await close()
})

test("after the answer of somebody who had no page the focus is on the title of the event", async () => {
  const t = messagesIn("fr")
  const { state } = await somebody(server)
  const { page, troubles, close } = await visit(browser, { storageState: state })
  await arrive(page, `${site}/events/${event.id}/answer?value=interested`)
  await page.locator("main input[name=name]").fill("Odile Ferrant")
  await page.getByRole("button", { name: t("answers.ask_do") }).click()
  await soon(() => page.url()).toBe(`${site}/events/${event.id}#answer`)
  await soon(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1")
  expect(troubles).toEqual([])
  await close()
})

test.each([true, false])(
  "who stars an event in a list without having a page comes back to the list, at the same height, with the star set (from the list: %s)",
  async (isBack) => {
    const t = messagesIn("en")
    const { state } = await somebody(server)
    const { page, troubles, close } = await visit(browser, { ...phone, storageState: state })
    const list = `${site}/en/events`
    const star = page.locator(`.star[href*="/events/${event.id}#"]`).first()
    if (isBack) {
      await arrive(page, list)
      await star.scrollIntoViewIfNeeded()
      const height = await page.evaluate(() => scrollY)
      await star.tap()
      await page.locator("main input[name=name]").fill("Odile Ferrant")
      await page.getByRole("button", { name: t("answers.ask_do") }).tap()
      await soon(() => page.url()).toBe(list)
      await soon(() => page.evaluate(() => scrollY)).toBe(height)
    } else {
      // Opened by its address, the page leads on to the list.
      await arrive(page, `${site}/en/events/${event.id}/answer?value=interested&next=${encodeURIComponent(list)}`)
      await page.locator("main input[name=name]").fill("Odile Ferrant")
      await page.getByRole("button", { name: t("answers.ask_do") }).tap()
      await soon(() => page.url()).toBe(list)
    }
    await soon(() => star.getAttribute("aria-pressed")).toBe("true")
    expect(troubles).toEqual([])
    await close()
  },
)
