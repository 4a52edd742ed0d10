import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { axeFinds } from "../browser/axe.ts"
import { ownerOfBief, makesEvent, readEvent } from "../people/bief.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { notice, soon } from "../browser/waiting.ts"

// Moving a date, and adding another date to an event, in the editor’s fields.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
const owner = await ownerOfBief(server)

const evening = { start: `${year}-05-06T20:30`, end: `${year}-05-06T22:00` }
const dated = (id: number) => `${site}/events/manage/${id}?tab=dates`
const move = (page: Page) => page.locator(".evm__move")
const field = (page: Page, key: string) => page.locator(`.evm__move input[name="dates.0.${key}"]`)
const saves = (page: Page) => page.getByRole("button", { name: t("manage.save_date") }).click()

/** Opens the fields of the first date. */
async function opensMove(page: Page) {
  await page
    .getByRole("link", { name: t("manage.move") })
    .first()
    .click()
  await move(page).waitFor()
}

test("a date is moved by keyboard; an end before its start is an error until it goes to the next day", async () => {
  const { id } = await makesEvent(owner, "Nuit des passeurs", evening.start, {
    ...evening,
    workflow: "published",
  })
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, dated(id))
  await opensMove(page)
  // The focus is in the fields, which have replaced the pressed link.
  expect(await move(page).evaluate((form) => form.contains(document.activeElement))).toBe(true)
  const segments = move(page).locator(".segments")
  await segments.nth(2).waitFor()
  const types = async (at: number, digits: string) => {
    await segments.nth(at).getByRole("spinbutton").first().focus()
    await page.keyboard.type(digits)
  }
  expect(await axeFinds(page, "a date to be moved")).toEqual([])
  await types(0, `0905${year}`)
  // The question would appear during a press that comes so soon after the last key, and move the button away from it.
  const button = page.getByRole("button", { name: t("manage.save_date") })
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error("the button is not there")
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await types(1, "2300")
  await page.mouse.down()
  await page.waitForTimeout(200)
  await page.mouse.up()
  // The error is shown beside its field, and the typing stays.
  const sentence = t("event-editor.end_next_day", { day: t.date(`${year}-05-10`, "long"), time: "22:00" })
  await move(page).locator(".field .error", { hasText: sentence }).waitFor()
  expect(await field(page, "start").inputValue()).toBe("23:00")
  await move(page)
    .getByRole("button", { name: t("event-editor.yes_next_day") })
    .click()
  await saves(page)
  await notice(page, t("manage.date_saved"))
  await move(page).waitFor({ state: "detached" })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(t("manage.move"))
  const [moved] = (await readEvent(owner, id)).occurrences
  expect(moved?.start).toContain(`${year}-05-09T23:00`)
  expect(moved?.end).toContain(`${year}-05-10T22:00`)
  expect(troubles.filter((one) => !/\b400\b/.test(one))).toEqual([])
  await close()
})

test("moving a date that ends the next day moves its end too", async () => {
  const night = { start: `${year}-07-06T22:00`, end: `${year}-07-07T03:00` }
  const { id } = await makesEvent(owner, "Jusqu’au matin", night.start, night)
  const { page, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, dated(id))
  await opensMove(page)
  const day = move(page).locator(".segments").first().getByRole("spinbutton").first()
  await day.focus()
  await page.keyboard.type(`0407${year}`)
  await soon(() => field(page, "end_date").inputValue()).toBe(`${year}-07-05`)
  await saves(page)
  await notice(page, t("manage.date_saved"))
  const [moved] = (await readEvent(owner, id)).occurrences
  expect(moved?.start).toContain(`${year}-07-04T22:00`)
  expect(moved?.end).toContain(`${year}-07-05T03:00`)
  await close()
})

test("without script a date's day and hours are changed; errors come in page order and typing stays", async () => {
  const { id } = await makesEvent(owner, "Sans lumière", evening.start, evening)
  const { page, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
  await page.goto(dated(id))
  await opensMove(page)
  expect(await field(page, "date").inputValue()).toBe(`${year}-05-06`)
  await field(page, "date").fill("")
  await field(page, "start").fill("")
  await field(page, "end").fill("23:45")
  await saves(page)
  const wrong = move(page).locator(".note--error").getByRole("link")
  expect(await wrong.evaluateAll((links) => links.map((link) => link.getAttribute("href")?.split("-").at(-1)))).toEqual(
    ["dates.0.date", "dates.0.start"],
  )
  expect(await move(page).locator(".field .error").count()).toBe(2)
  expect(await field(page, "end").inputValue()).toBe("23:45")
  await field(page, "date").fill(`${year}-05-08`)
  await field(page, "start").fill("21:15")
  await saves(page)
  await page.locator(".note--success", { hasText: t("manage.date_saved") }).waitFor()
  const [moved] = (await readEvent(owner, id)).occurrences
  expect(moved?.start).toContain(`${year}-05-08T21:15`)
  expect(moved?.end).toContain(`${year}-05-08T23:45`)
  await close()
})

test("an all-day date is moved without hours, and its last day must not come before its first", async () => {
  const { id } = await makesEvent(owner, "La corderie", `${year}-06-01`, { all_day: true, end: `${year}-06-03` })
  const { page, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
  await page.goto(dated(id))
  await opensMove(page)
  expect(await field(page, "start").count()).toBe(0)
  expect(await field(page, "end_date").inputValue()).toBe(`${year}-06-03`)
  await field(page, "date").fill(`${year}-06-05`)
  await saves(page)
  await move(page)
    .locator(".field .error", { hasText: t("event-editor.end_before_start") })
    .waitFor()
  await field(page, "end_date").fill(`${year}-06-08`)
  await saves(page)
  await page.locator(".note--success", { hasText: t("manage.date_saved") }).waitFor()
  const [moved] = (await readEvent(owner, id)).occurrences
  expect(moved?.start).toContain(`${year}-06-05`)
  expect(moved?.end).toContain(`${year}-06-09T00:00`)
  await close()
})

test("copying an event needs a day, and keeps the hours or takes another hour with the same length", async () => {
  const { id } = await makesEvent(owner, "Encore", evening.start, evening)
  const { page, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
  await page.goto(dated(id))
  await page.locator('input[name="copies.0.time"]').fill("19:00")
  await page.getByRole("button", { name: t("manage.copy") }).click()
  await page.locator(".field .error", { hasText: t("errors.required") }).waitFor()
  expect(await page.locator('input[name="copies.0.time"]').inputValue()).toBe("19:00")
  await page.locator('input[name="copies.0.date"]').fill(`${year}-09-02`)
  await page.locator('input[name="copies.0.time"]').fill("")
  await page.getByRole("button", { name: t("manage.copy") }).click()
  await page.waitForURL((url) => url.pathname !== `/events/manage/${id}`)
  const copied = async () => (await readEvent(owner, new URL(page.url()).pathname.split("/").at(-1) ?? "")).occurrences
  const [copy] = await copied()
  expect(copy?.start).toContain(`${year}-09-02T20:30`)
  expect(copy?.end).toContain(`${year}-09-02T22:00`)

  await page.goto(dated(id))
  await page.locator('input[name="copies.0.date"]').fill(`${year}-09-03`)
  await page.locator('input[name="copies.0.time"]').fill("19:00")
  await page.getByRole("button", { name: t("manage.copy") }).click()
  await page.waitForURL((url) => url.pathname !== `/events/manage/${id}`)
  const [earlier] = await copied()
  expect(earlier?.start).toContain(`${year}-09-03T19:00`)
  expect(earlier?.end).toContain(`${year}-09-03T20:30`)
  await close()
})
