import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { inLanguage } from "#i18n/languages.ts"
import type { RunningServer } from "../../instances/server.ts"
import { password } from "../../worlds/signed-up.ts"
import { prefixOf } from "../people/accounts-people.ts"
import { arrive, settled, sharedBrowser, visit } from "../browser/browser.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { givePage, somebody } from "../people/page-people.ts"
import { isCalm, type Listed, listedEvents } from "../screens/screens.ts"
import { notice, soon } from "../browser/waiting.ts"

let server: RunningServer
let site: string
const browser = await sharedBrowser()
/** An event with several dates, none of them cancelled; and a cancelled event. */
let repeated: Listed
let cancelled: Listed
beforeAll(async () => {
  server = await dedicatedServer()
  site = server.url
  const events = await listedEvents(site)
  const found = (wanted: (event: Listed) => boolean) => events.find(wanted) as Listed
  repeated = found(
    (event) =>
      event.occurrences.length > 3 &&
      isCalm(event) &&
      [event, ...event.occurrences].every(({ status }) => status === "scheduled"),
  )
  cancelled = found(({ status }) => status === "cancelled")
})
afterAll(async () => {
  await server.stop()
})

/** Creates an account with a published page to answer as. */
async function hasIdentity() {
  const person = await somebody(server)
  await givePage(person, { type: "person", fid: person.name, name: "Mirelle Aubanne" })
  return person
}

const control = (page: Page, value: string) => page.locator(`#answer input[name=value][value=${value}]`)
const choose = (page: Page, value: string) => page.locator(`#answer label[data-v=${value}]`).click()

test.each(["fr", "nl"] as const)("a visitor answers, follows and keeps lists (%s)", async (language) => {
  const t = messagesIn(language)
  const prefix = prefixOf(language)
  const visitor = await hasIdentity()
  const { name } = visitor
  const { page, troubles, close } = await visit(browser, {
    viewport: { width: 1280, height: 900 },
    storageState: visitor.state,
  })
  const event = `${site}${prefix}/events/${repeated.id}`

  // Answers, changes the answer and its visibility, answers for one date; then takes everything back.
  await arrive(page, event)
  await choose(page, "interested")
  await notice(page, t("answers.attendance_updated"))
  await choose(page, "confirmed")
  await soon(() => control(page, "confirmed").isChecked()).toBe(true)
  await page.getByText(t("answers.options"), { exact: true }).click()
  await page.getByLabel(t("answers.answer_shown")).selectOption("public")
  await page.getByText(t("answers.seen_by_all")).waitFor()
  const date = page.locator(".credits select[name=value]").nth(1)
  await date.selectOption("declined")
  await soon(() => visitor.ask("GET", `/api/contents/events/${repeated.id}/attendance/`)).toMatchObject([
    { value: "declined", actor: { fid: name }, occurrence: { id: expect.any(Number) } },
    { value: "confirmed", actor: { fid: name }, occurrence: null, visibility: "public" },
  ])
  await page.reload()
  await settled(page)
  await soon(async () => [await control(page, "confirmed").isChecked(), await date.inputValue()]).toEqual([
    true,
    "declined",
  ])
  // The other dates show the answer given for the whole event.
  const others = page.locator(".credits select[name=value]").first()
  expect(await others.locator("option:checked").textContent()).toBe(t("answers.as_for_all"))
  await page.getByRole("button", { name: t("answers.clear_answer") }).click()
  await notice(page, t("answers.attendance_cancelled"))
  await soon(() => page.locator("#answer input:checked").count()).toBe(0)
  expect(await page.locator("#answer input:focus").count(), "keys go on where the answers are").toBe(1)
  await settled(page) // the page has read the new answer too

  // An answer that cannot be saved is shown for a moment, reported as failed, and taken back.
  await page.route("**/attendance/", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "{}" }) : route.fallback(),
  )
  await choose(page, "confirmed")
  await notice(page, t("answers.attendance_failed"))
  await soon(() => page.locator("#answer input:checked").count()).toBe(0)
  await page.unroute("**/attendance/")
  troubles.splice(0)

  // A list, created from the event; and a star, which means “interested”.
  await page.getByRole("link", { name: t("ui.add_to_list") }).click()
  const sheet = page.getByRole("dialog")
  await sheet.getByLabel(t("lists.new")).fill(`Nuits ${name}`)
  await sheet.getByRole("button", { name: t("lists.make_and_add") }).click()
  await soon(() => sheet.getByLabel(`Nuits ${name}`, { exact: true }).isChecked()).toBe(true)
  // The box is ticked before the server has saved it.
  await soon(() => visitor.ask("GET", `/api/me/lists/?event=${repeated.id}`)).toMatchObject([{ has: true }])
  await page.keyboard.press("Escape")
  await arrive(page, `${site}${prefix}/events`)
  const star = page.locator(".row .star").nth(1)
  await star.click()
  await notice(page, t("answers.attendance_updated"))
  await soon(() => star.getAttribute("aria-pressed")).toBe("true")
  await soon(() => visitor.ask("GET", "/api/me/outings/")).toMatchObject([{ my_attendance: "interested" }])
  await star.click()
  await notice(page, t("answers.attendance_cancelled"))
  await soon(() => visitor.ask("GET", "/api/me/outings/")).toEqual([])

  // A followed venue: its button here, and its entry in the list of follows.
  await arrive(page, `${site}${prefix}/actors/hangar`)
  await page.getByRole("button", { name: t("follow.follow_name", { name: "Le Hangar des Vents" }) }).click()
  await notice(page, t("visitor.followed", { name: "Le Hangar des Vents" }))
  await arrive(page, `${site}${prefix}/actors?rel=followed`)
  expect(await page.locator(".acard h3").allTextContents()).toEqual(["Le Hangar des Vents"])
  await arrive(page, `${site}${prefix}/events?rel=followed`)
  expect(await page.locator(".row").count()).toBeGreaterThan(0)
  await arrive(page, `${site}${prefix}/events?rel=managed`)
  await page.locator(".empty").waitFor()

  // The agenda filters by the list; once published, the list has a public page and calendar.
  await arrive(page, `${site}${prefix}/me/lists`)
  expect(await page.locator(".own h2").allTextContents()).toEqual([`Nuits ${name}`])
  await page.getByRole("link", { name: `Nuits ${name}` }).click()
  await page.getByRole("link", { name: t("lists.see_events") }).click()
  await page.locator(".chip", { hasText: `Nuits ${name}` }).waitFor()
  const titles = await page.locator(".row h3").allTextContents()
  // In the reader’s language, or else in the event’s own: which event it is depends on the hour.
  expect(new Set(titles)).toEqual(new Set([inLanguage(repeated.title, language, repeated.language).text]))
  await page.goBack()
  await page.getByRole("button", { name: t("lists.publish"), exact: true }).click()
  await notice(page, t("lists.publish_done"))
  const stranger = await visit(browser)
  await arrive(stranger.page, `${site}${prefix}/agendas/nuits-${name}`)
  await soon(() => stranger.page.locator("h1").innerText()).toBe(`Nuits ${name}`)
  expect(new Set(await stranger.page.locator(".row h3").allTextContents())).toEqual(new Set(titles))
  const calendar = await fetch(`${site}${prefix}/agendas/nuits-${name}.ics`)
  expect([calendar.status, await calendar.text()]).toEqual([200, expect.stringContaining("BEGIN:VEVENT")])

  // Removed and put back; private again, its page is gone; deleted with two presses.
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
  await soon(() => page.locator(".own h2").allTextContents()).toEqual([])
  expect([...troubles, ...stranger.troubles]).toEqual([])
  await stranger.close()
  await close()
})

test("without script a visitor answers, follows, and makes and publishes a list", async () => {
  const t = messagesIn("fr")
  const { name, state } = await hasIdentity()
  const { page, troubles, close } = await visit(browser, { javaScriptEnabled: false, storageState: state })
  const event = `${site}/events/${repeated.id}`
  await page.goto(event)
  await choose(page, "confirmed")
  await page
    .getByRole("button", { name: t("answers.save_answer") })
    .first()
    .click()
  await soon(() => page.url()).toBe(`${event}#answer`)
  await soon(() => control(page, "confirmed").isChecked()).toBe(true)
  const date = page.locator(".credits form").first()
  await date.locator("select").selectOption("interested")
  await date.getByRole("button").click()
  await soon(() => page.locator(".credits select").first().inputValue()).toBe("interested")
  await page.getByRole("button", { name: t("answers.clear_answer") }).click()
  await soon(() => page.locator("#answer input:checked").count()).toBe(0)

  await page.goto(`${site}/actors?q=hangar`)
  await page.getByRole("button", { name: t("follow.follow_name", { name: "Le Hangar des Vents" }) }).click()
  await soon(() => page.url()).toBe(`${site}/actors?q=hangar`)
  await page.getByRole("button", { name: t("follow.followed_name", { name: "Le Hangar des Vents" }) }).waitFor()

  await page.goto(`${site}/events`)
  await page.locator(".row .star").first().click()
  await soon(() => page.url()).toMatch(/\/events\/\d+#answer$/)
  await page.getByRole("link", { name: t("ui.add_to_list") }).click()
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
  await soon(() => page.url()).toBe(`${site}/agendas/sans-script-${name}`)
  expect(troubles).toEqual([])
  await close()
})

test("a visitor is asked to log in for answers, stars and filters, and then for a name to answer with", async () => {
  const t = messagesIn("fr")
  const { name } = await somebody(server)
  const { page, troubles, close } = await visit(browser, { viewport: { width: 390, height: 844 } })
  const event = `${site}/events/${repeated.id}`
  await arrive(page, event)
  // The answer buttons are never disabled: a press explains what is missing and asks for it.
  await page.locator(".attend button[value=confirmed]").click()
  await page.getByRole("dialog").getByText(t("events.attendance_needs_login")).waitFor()
  for (const rel of ["followed", "managed"] as const) {
    await arrive(page, `${site}/events?rel=${rel}`)
    await page.getByText(t(`instead.${rel}_needs_login`)).waitFor()
  }
  await arrive(page, `${site}/events?list=nuits`)
  await page.getByText(t("instead.list_needs_login")).waitFor()

  // A star asks to sign in; then, without an identity to answer as, it leads to the form that creates one.
  await arrive(page, `${site}/events`)
  await page.locator(".row .star").first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(t("account.username_or_email")).fill(name)
  await dialog.getByLabel(t("account.password"), { exact: true }).fill(password)
  await dialog.locator("button[type=submit]").click()
  await soon(() => page.url()).toMatch(/\/events\/\d+\/answer\?value=interested&next=%2Fevents$/)
  await page.getByText(t("answers.needs_identity")).waitFor()

  // On the event’s own page a press asks for the name from which the identity is made.
  await arrive(page, event)
  await page.locator(".attend button[value=confirmed]").click()
  await dialog.getByText(t("answers.needs_identity")).waitFor()
  expect(await dialog.locator("input:not([type=hidden], [type=checkbox])").count()).toBe(1)
  expect(troubles).toEqual([])
  await close()
})

test.each([
  ["agenda", "/events", "instead.followed_needs_login"],
  ["directory", "/actors", "directory.needs_account"],
] as const)(
  "logging in from the followed filter of the %s leads back to it, without asking to log in",
  async (_, path, needed) => {
    const t = messagesIn("fr")
    const { name } = await somebody(server)
    const { page, troubles, close } = await visit(browser)
    await arrive(page, site + path)
    await page
      .locator("main")
      .getByRole("link", { name: t("ui.rel_followed") })
      .click()
    await page.getByText(t(needed)).waitFor()
    await page
      .locator("main")
      .getByRole("link", { name: t("layout.log_in") })
      .click()
    await page.getByLabel(t("account.username_or_email")).fill(name)
    await page.getByLabel(t("account.password"), { exact: true }).fill(password)
    await page.locator("form:has([name=password]) button[type=submit]").click()
    await page.locator("main .empty").waitFor()
    expect(new URL(page.url()).searchParams.get("rel")).toBe("followed")
    expect(await page.getByText(t(needed)).count()).toBe(0)
    expect(troubles).toEqual([])
    await close()
  },
)

test("a cancelled event takes no answer, and an answer does not change the page that visitors get", async () => {
  const t = messagesIn("fr")
  const anonymous = async (path: string) => (await fetch(`${site}${path}`)).text()
  const before = await anonymous(`/events/${repeated.id}`)
  const visitor = await hasIdentity()
  const { page, close } = await visit(browser, { storageState: visitor.state })
  await arrive(page, `${site}/events/${cancelled.id}`)
  expect(await page.locator(".attend").count()).toBe(0)
  await expect(
    visitor.ask("PUT", `/api/contents/events/${cancelled.id}/attendance/`, { value: "confirmed", actor: visitor.name }),
  ).rejects.toThrow(/answered 4/)

  await arrive(page, `${site}/events/${repeated.id}`)
  await choose(page, "confirmed")
  await notice(page, t("answers.attendance_updated"))
  const strip = (html: string) => html.replaceAll(/"at":\d+/g, "")
  expect(strip(await anonymous(`/events/${repeated.id}`))).toBe(strip(before))
  await close()
})

test("the account menu leads from another page to the viewer's lists", async () => {
  const t = messagesIn("fr")
  const { state } = await somebody(server)
  const { page, troubles, close } = await visit(browser, {
    viewport: { width: 1280, height: 900 },
    storageState: state,
  })
  await arrive(page, `${site}/about`)
  await page.locator("header.top .me").click()
  const menu = page.getByRole("dialog")
  await menu.getByRole("link", { name: t("lists.title") }).click()
  await page.waitForURL(`${site}/me/lists`)
  await menu.waitFor({ state: "detached" })
  await page.getByText(t("lists.none")).waitFor()
  expect(troubles).toEqual([])
  await close()
})
