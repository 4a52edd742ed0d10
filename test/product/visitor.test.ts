import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { type RunningServer, startServer } from "../server.ts"
import { linkMailedTo, newName, password, prefixOf, registers } from "./accounts-people.ts"
import { openBrowser, visit } from "./browser.ts"

type Listed = { id: number; status: string; title: Record<string, string>; occurrences: { status: string }[] }

let server: RunningServer
let site: string
let browser: Browser
/** An event with several dates, none of them off; and one that is cancelled. */
let repeated: Listed
let cancelled: Listed
beforeAll(async () => {
  server = await startServer({ LIMITS: "0" })
  site = server.url
  browser = await openBrowser()
  const events = (await (await fetch(`${site}/api/contents/events/?limit=200`)).json()) as Listed[]
  const found = (wanted: (event: Listed) => boolean) => events.find(wanted) as Listed
  repeated = found(
    ({ status, occurrences }) =>
      status === "scheduled" && occurrences.length > 3 && occurrences.every((date) => date.status === "scheduled"),
  )
  cancelled = found(({ status }) => status === "cancelled")
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const notice = (page: Page, text: string) => page.locator(".toast", { hasText: text }).last().waitFor()

/** Waits until script has taken over an element: before that, forms are sent as they are without it. */
const awake = (page: Page, selector: string) =>
  page.waitForFunction((css) => {
    const element = document.querySelector(css)
    return element !== null && Object.keys(element).some((key) => key.startsWith("__reactProps"))
  }, selector)

/** Machines differ. */
const patient = { timeout: 20_000 }

/** What our pages would send, sent by hand: for what other screens do. */
const asks = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([how, where, what]) => {
      await fetch("/api/auth/csrf/")
      const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ""
      const headers = { "X-CSRFToken": token, "Content-Type": "application/json" }
      const answer = await fetch(where as string, {
        method: how as string,
        headers,
        ...(what === "" ? {} : { body: what as string }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text ? JSON.parse(text) : undefined }
    },
    [method, path, body ? JSON.stringify(body) : ""] as const,
  )

/** Makes an account, proves its address, and has a published page to answer as. */
async function hasIdentity(page: Page, language: Language = "fr") {
  const t = messagesIn(language)
  const name = await registers(page, site, language)
  await page.goto(await linkMailedTo(server.dataDir, `${name}@exemple.be`, "/verify"), { waitUntil: "load" })
  await page
    .getByRole("button", { name: messagesIn("fr")("account.verify_do") })
    .or(page.getByRole("button", { name: t("account.verify_do") }))
    .click()
  await page.locator(".note--success").waitFor()
  const made = await asks(page, "POST", "/api/actors/", {
    type: "person",
    fid: name,
    name: "Mirelle Aubanne",
    status: "published",
  })
  expect(made.status).toBe(201)
  return name
}

const control = (page: Page, value: string) => page.locator(`#answer input[name=value][value=${value}]`)
const choose = (page: Page, value: string) => page.locator(`#answer label[data-v=${value}]`).click()

test.each(["fr", "nl"] as const)("a visitor answers, follows and keeps agendas (%s)", async (language) => {
  const t = messagesIn(language)
  const prefix = prefixOf(language)
  const { page, troubles, close } = await visit(browser, { viewport: { width: 1280, height: 900 } })
  const name = await hasIdentity(page, language)
  const event = `${site}${prefix}/events/${repeated.id}`

  // Answers, changes the answer, in another visibility; one date on its own; then takes all back.
  await page.goto(event, { waitUntil: "networkidle" })
  await awake(page, "#answer form")
  await choose(page, "interested")
  await notice(page, t("answers.attendance_updated"))
  await choose(page, "confirmed")
  await expect.poll(() => control(page, "confirmed").isChecked(), patient).toBe(true)
  await page.getByText(t("answers.options"), { exact: true }).click()
  await page.getByLabel(t("answers.answer_shown")).selectOption("public")
  await page.getByText(t("answers.seen_by_all")).waitFor()
  const date = page.locator(".credits select[name=value]").nth(1)
  await date.selectOption("declined")
  await expect
    .poll(async () => (await asks(page, "GET", `/api/contents/events/${repeated.id}/attendance/`)).body, patient)
    .toMatchObject([
      { value: "declined", actor: { fid: name }, occurrence: { id: expect.any(Number) } },
      { value: "confirmed", actor: { fid: name }, occurrence: null, visibility: "public" },
    ])
  await page.reload({ waitUntil: "networkidle" })
  await awake(page, "#answer form")
  expect([await control(page, "confirmed").isChecked(), await date.inputValue()]).toEqual([true, "declined"])
  await page.getByRole("button", { name: t("ui.clear_answer") }).click()
  await notice(page, t("answers.attendance_cancelled"))
  await expect.poll(() => page.locator("#answer input:checked").count(), patient).toBe(0)

  // What cannot be saved is shown for a moment, told, and taken back.
  await page.route("**/attendance/", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "{}" }) : route.fallback(),
  )
  await choose(page, "confirmed")
  await notice(page, t("answers.attendance_failed"))
  await expect.poll(() => page.locator("#answer input:checked").count(), patient).toBe(0)
  await page.unroute("**/attendance/")
  troubles.splice(0)

  // Two agendas: one made over the event, one by a star.
  await page.getByRole("link", { name: t("visitor.add_to_agenda") }).click()
  const sheet = page.getByRole("dialog")
  await sheet.getByLabel(t("lists.new")).fill(`Nuits ${name}`)
  await sheet.getByRole("button", { name: t("lists.make_and_add") }).click()
  await expect.poll(() => sheet.getByLabel(`Nuits ${name}`, { exact: true }).isChecked(), patient).toBe(true)
  await page.keyboard.press("Escape")
  await page.goto(`${site}${prefix}/events`, { waitUntil: "networkidle" })
  const star = page.locator(".row .star").nth(1)
  await awake(page, ".row .star")
  await star.click()
  await notice(page, t("answers.kept"))
  expect(await star.getAttribute("aria-pressed")).toBe("true")

  // A followed house: its button here and its place among the followed.
  await page.goto(`${site}${prefix}/actors/hangar`, { waitUntil: "networkidle" })
  await awake(page, ".btn--follow")
  await page.getByRole("button", { name: t("ui.follow_name", { name: "Le Hangar des Vents" }) }).click()
  await notice(page, t("visitor.followed", { name: "Le Hangar des Vents" }))
  await page.goto(`${site}${prefix}/actors?rel=followed`, { waitUntil: "networkidle" })
  expect(await page.locator(".acard h3").allTextContents()).toEqual(["Le Hangar des Vents"])
  await page.goto(`${site}${prefix}/events?rel=followed`, { waitUntil: "networkidle" })
  expect(await page.locator(".row").count()).toBeGreaterThan(0)
  await page.goto(`${site}${prefix}/events?rel=managed`, { waitUntil: "networkidle" })
  await page.locator(".empty").waitFor()

  // The agenda filters the list; published it has a page and a calendar that everyone reads.
  await page.goto(`${site}${prefix}/me/lists`, { waitUntil: "networkidle" })
  expect(await page.locator(".own h2").allTextContents()).toEqual([t("lists.default_name"), `Nuits ${name}`])
  await page.getByRole("link", { name: `Nuits ${name}` }).click()
  await page.getByRole("link", { name: t("lists.see_events") }).click()
  await page.locator(".chip", { hasText: `Nuits ${name}` }).waitFor()
  const titles = await page.locator(".row h3").allTextContents()
  expect(new Set(titles)).toEqual(new Set([repeated.title[language] ?? repeated.title.fr]))
  await page.goBack()
  await page.getByRole("button", { name: t("lists.publish"), exact: true }).click()
  await notice(page, t("lists.publish_done"))
  const stranger = await visit(browser)
  await stranger.page.goto(`${site}${prefix}/agendas/nuits-${name}`, { waitUntil: "networkidle" })
  expect(await stranger.page.locator("h1").innerText()).toBe(`Nuits ${name}`)
  expect(new Set(await stranger.page.locator(".row h3").allTextContents())).toEqual(new Set(titles))
  const calendar = await fetch(`${site}${prefix}/agendas/nuits-${name}.ics`)
  expect([calendar.status, await calendar.text()]).toEqual([200, expect.stringContaining("BEGIN:VEVENT")])

  // Taken out, put back; private again, it is nowhere; deleted with two presses.
  const what = ((await page.locator(".own b").first().textContent()) ?? "").trim()
  await page.getByRole("button", { name: t("lists.remove_what", { what }) }).click()
  await page.getByRole("button", { name: t("lists.put_back") }).click()
  await page.getByRole("button", { name: t("lists.remove_what", { what }) }).waitFor()
  await page.getByRole("button", { name: t("lists.unpublish") }).click()
  await notice(page, t("lists.unpublish_done"))
  expect((await stranger.page.goto(`${site}${prefix}/agendas/nuits-${name}`))?.status()).toBe(404)
  expect((await fetch(`${site}/agendas/nuits-${name}.ics`)).status).toBe(404)
  await page.locator("summary", { hasText: t("lists.delete") }).click()
  await page.getByRole("button", { name: t("lists.delete_confirm", { agenda: `Nuits ${name}` }) }).click()
  await page.waitForURL(`${site}${prefix}/me/lists`)
  await expect.poll(() => page.locator(".own h2").allTextContents(), patient).toEqual([t("lists.default_name")])
  expect([...troubles, ...stranger.troubles]).toEqual([])
  await stranger.close()
  await close()
})

test("the same works without script", async () => {
  const t = messagesIn("fr")
  const first = await visit(browser)
  const name = await hasIdentity(first.page)
  const { page, troubles, close } = await visit(browser, {
    javaScriptEnabled: false,
    storageState: await first.page.context().storageState(),
  })
  await first.close()
  const event = `${site}/events/${repeated.id}`
  await page.goto(event)
  await choose(page, "confirmed")
  await page
    .getByRole("button", { name: t("answers.save_answer") })
    .first()
    .click()
  expect(page.url()).toBe(`${event}#answer`)
  expect(await control(page, "confirmed").isChecked()).toBe(true)
  const date = page.locator(".credits form").first()
  await date.locator("select").selectOption("interested")
  await date.getByRole("button").click()
  expect(await page.locator(".credits select").first().inputValue()).toBe("interested")
  await page.getByRole("button", { name: t("ui.clear_answer") }).click()
  expect(await page.locator("#answer input:checked").count()).toBe(0)

  await page.goto(`${site}/actors?q=hangar`)
  await page.getByRole("button", { name: t("ui.follow_name", { name: "Le Hangar des Vents" }) }).click()
  expect(page.url()).toBe(`${site}/actors?q=hangar`)
  await page.getByRole("button", { name: t("ui.followed_name", { name: "Le Hangar des Vents" }) }).waitFor()

  await page.goto(`${site}/events`)
  await page.locator(".row .star").first().click()
  await page.getByLabel(t("lists.name"), { exact: true }).fill("Sans script")
  await page.getByRole("button", { name: t("lists.make_and_add") }).click()
  await page.locator(".note--success", { hasText: t("lists.made_and_added") }).waitFor()
  await page.getByRole("button", { name: t("lists.remove_what", { what: "Sans script" }) }).click()
  await page.getByRole("button", { name: t("lists.add_in", { agenda: "Sans script" }) }).click()
  await page.getByRole("link", { name: "Sans script" }).click()
  await page.getByLabel(t("lists.address")).fill("a")
  await page.getByRole("button", { name: t("lists.publish"), exact: true }).click()
  await page.locator(".error", { hasText: t("lists.slug_pattern") }).waitFor()
  expect(await page.getByLabel(t("lists.address")).inputValue()).toBe("a")
  await page.getByLabel(t("lists.address")).fill(`sans script ${name}`)
  await page.getByRole("button", { name: t("lists.publish"), exact: true }).click()
  await page.getByRole("link", { name: t("lists.see_public") }).click()
  expect(page.url()).toBe(`${site}/agendas/sans-script-${name}`)
  expect(troubles).toEqual([])
  await close()
})

test("who is not signed in is shown the way, and is then where they wanted to be", async () => {
  const t = messagesIn("fr")
  const { page, troubles, close } = await visit(browser, { viewport: { width: 390, height: 844 } })
  const name = await registers(page, site)
  await page.context().clearCookies()

  const event = `${site}/events/${repeated.id}`
  await page.goto(event, { waitUntil: "networkidle" })
  await page.getByText(t("events.attendance_needs_login")).waitFor()
  expect(await page.locator(".attend input[aria-disabled=true]").count()).toBe(3)
  for (const rel of ["followed", "managed"] as const) {
    await page.goto(`${site}/events?rel=${rel}`, { waitUntil: "networkidle" })
    await page.getByText(t(`events.${rel}_needs_login`)).waitFor()
  }
  await page.goto(`${site}/events?list=nuits`, { waitUntil: "networkidle" })
  await page.getByText(t("visitor.list_needs_login")).waitFor()

  // A star asks to sign in, and is there once that is done.
  await page.goto(`${site}/events`, { waitUntil: "networkidle" })
  await awake(page, ".row .star")
  await page.locator(".row .star").first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(t("account.username_or_email")).fill(name)
  await dialog.getByLabel(t("account.password"), { exact: true }).fill(password)
  await dialog.locator("button[type=submit]").click()
  await notice(page, t("answers.kept"))
  expect(page.url()).toBe(`${site}/events`)
  expect(await page.locator(".row .star").first().getAttribute("aria-pressed")).toBe("true")

  // Without a page of one's own, the note leads to making one.
  await page.goto(event, { waitUntil: "networkidle" })
  await page.getByText(t("answers.needs_identity")).waitFor()
  const href = await page.getByRole("link", { name: t("answers.make_identity") }).getAttribute("href")
  expect(href).toBe(`/actors/new?type=person&next=%2Fevents%2F${repeated.id}`)
  expect(troubles).toEqual([])
  await close()
})

test("a cancelled event takes no answer, and what one answers changes nobody else’s page", async () => {
  const t = messagesIn("fr")
  const anonymous = async (path: string) => (await fetch(`${site}${path}`)).text()
  const before = await anonymous(`/events/${repeated.id}`)
  const { page, close } = await visit(browser)
  await hasIdentity(page)
  await page.goto(`${site}/events/${cancelled.id}`, { waitUntil: "networkidle" })
  expect(await page.locator(".attend").count()).toBe(0)
  const refused = await asks(page, "PUT", `/api/contents/events/${cancelled.id}/attendance/`, {
    value: "confirmed",
    actor: "nobody",
  })
  expect(refused.status).toBeGreaterThanOrEqual(400)

  await page.goto(`${site}/events/${repeated.id}`, { waitUntil: "networkidle" })
  await awake(page, "#answer form")
  await choose(page, "confirmed")
  await notice(page, t("answers.attendance_updated"))
  const strip = (html: string) => html.replaceAll(/"at":\d+/g, "")
  expect(strip(await anonymous(`/events/${repeated.id}`))).toBe(strip(before))
  await close()
})

test("one's own is a press away from every page", async () => {
  const t = messagesIn("fr")
  const { page, troubles, close } = await visit(browser, { viewport: { width: 1280, height: 900 } })
  const name = newName()
  await registers(page, site, "fr", name)
  await page.goto(`${site}/about`, { waitUntil: "networkidle" })
  await awake(page, "header.top .me")
  await page.locator("header.top .me").click()
  const menu = page.getByRole("dialog")
  await menu.getByRole("link", { name: t("lists.title") }).click()
  await page.waitForURL(`${site}/me/lists`)
  await menu.waitFor({ state: "detached" })
  await page.getByText(t("lists.none")).waitFor()
  expect(troubles).toEqual([])
  await close()
})
