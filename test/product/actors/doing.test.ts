import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { signsUp } from "../../worlds/signed-up.ts"
import { newName } from "../people/accounts-people.ts"
import { axeFinds } from "../browser/axe.ts"
import { biefOf, ownerOfBief, makesEvent } from "../people/bief.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { givePage, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"

// What people do with their own pages and events, and what is said to readers who still lack something.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
const owner = await ownerOfBief(server)

test("a venue's page offers its owner to publish and others to follow; the home page offers the owner to publish", async () => {
  const mine = await visit(browser, { storageState: owner.state })
  await arrive(mine.page, `${site}/actors/${biefOf(owner)}`)
  const publishes = mine.page.getByRole("link", { name: t("actors.publish_event") })
  expect(await publishes.getAttribute("href")).toBe(`/events/new?host=${biefOf(owner)}`)
  expect(await mine.page.locator(".ahead .btn--follow").count()).toBe(0)
  await arrive(mine.page, site)
  await mine.page.getByRole("link", { name: t("agenda.publish_event") }).click()
  await mine.page.waitForURL(`${site}/events/new`)
  await mine.close()

  const other = await visit(browser, { storageState: (await somebody(server)).state })
  await arrive(other.page, `${site}/actors/${biefOf(owner)}`)
  await other.page.locator(".ahead .btn--follow").waitFor()
  expect(await other.page.getByRole("link", { name: t("actors.publish_event") }).count()).toBe(0)
  await other.close()
  expect([...mine.troubles, ...other.troubles]).toEqual([])
})

test("a venue's page is public after two fields and two presses on a phone", async () => {
  const person = await somebody(server, "nadia")
  const { page, troubles, close } = await visit(browser, { ...phone, storageState: person.state })
  await arrive(page, `${site}/actors/new`)
  const done = { presses: 0, fields: 0 }
  const press = (what: ReturnType<typeof page.locator>) => (done.presses++, what.tap())
  const fill = (field: ReturnType<typeof page.locator>, words: string) => (done.fields++, field.fill(words))
  await press(page.locator(".opt", { hasText: t("ui.type_place") }))
  await fill(page.getByLabel(t("actor-editor.name"), { exact: true }), "Le Grenier à sel")
  await fill(page.getByLabel(t("places.town")), "Namur")
  expect(await axeFinds(page, "making a page")).toEqual([])
  await press(page.getByRole("button", { name: t("actor-editor.publish"), exact: true }))
  await page.waitForURL(`${site}/actors/le-grenier-a-sel`)
  expect(done).toEqual({ presses: 2, fields: 2 })
  expect((await fetch(`${site}/api/actors/le-grenier-a-sel/`)).status).toBe(200)

  // Suggests what would improve the page, without warnings; the link of each suggestion opens its section of the editor.
  await arrive(page, `${site}/actors/publish/le-grenier-a-sel`)
  await page.getByRole("heading", { name: t("actor-editor.still_needed") }).waitFor()
  expect(await page.locator(".checks .i").count()).toBe(0)
  expect(await axeFinds(page, "what a page would be better with")).toEqual([])
  await page.getByRole("link", { name: t("actor-editor.check_access") }).click()
  const asked = page.getByRole("radiogroup", { name: t("editor.ask_step_free") })
  await asked.waitFor()
  expect(await page.locator("#access").getByRole("radiogroup").count()).toBe(3)
  await asked.getByRole("radio", { name: t("editor.access_yes") }).check({ force: true })
  await page.locator("#access > summary", { hasText: t("ui.access_step_free") }).waitFor()
  await page.locator("#point > summary", { hasText: t("places.holds_town", { town: "Namur" }) }).waitFor()
  expect(await axeFinds(page, "the editor of a page")).toEqual([])
  await page.getByRole("button", { name: t("editor.save"), exact: true }).click()
  await page.waitForURL(/\/actors\/publish\//)
  // Questions that nobody answered stay unknown.
  expect((await person.ask("GET", "/api/actors/le-grenier-a-sel/")).access).toEqual({ step_free: "yes" })
  expect(troubles).toEqual([])
  await close()
})

test("the forms for a new event and a new page say that an unverified address must be verified first", async () => {
  const { jar } = await signsUp(site, newName("zoe"))
  const cookies = [...jar].map(([name, value]) => ({ name, value, url: site }))
  const { page, troubles, close } = await visit(browser)
  await page.context().addCookies(cookies)
  await arrive(page, `${site}/events/new`)
  await page.getByText(t("event-editor.unverified")).waitFor()
  await arrive(page, `${site}/actors/new`)
  await page.getByText(t("actor-editor.email_needed")).waitFor()
  expect(await page.getByRole("button", { name: t("actor-editor.publish"), exact: true }).count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})

test("without script a refused answer to a cancelled event shows the failure and the reason", async () => {
  const { id } = await makesEvent(owner, "Presque annulé", `${year}-07-01T20:00`, { workflow: "published" })
  const guest = await somebody(server, "tarek")
  await givePage(guest, { type: "person", fid: guest.name, name: "Tarek" })
  const { page, close } = await visit(browser, { storageState: guest.state, javaScriptEnabled: false })
  await page.goto(`${site}/events/${id}`)
  await owner.ask("PATCH", `/api/contents/events/${id}/`, { status: "cancelled" })
  await page.locator("#answer label", { hasText: t("ui.confirmed") }).click()
  await page
    .locator("#answer")
    .getByRole("button", { name: t("answers.save_answer") })
    .first()
    .click()
  await page.getByText(t("answers.attendance_failed")).waitFor()
  await page.getByText(t("errors.event_cancelled")).first().waitFor()
  await page.locator("main").getByRole("link", { name: "Presque annulé", exact: true }).first().click()
  await page.waitForURL(`${site}/events/${id}`)
  // Opened directly, the address of the answer leads to the event.
  await page.goto(`${site}/events/${id}/answer`)
  expect(page.url()).toBe(`${site}/events/${id}`)
  await close()
})
