import type { Route } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { parse } from "#mail/dev-mail.ts"
import { axeFinds } from "../browser/axe.ts"
import { biefOf, givesBief, makesEvent, readEvent } from "../people/bief.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { opensEditor, opensPart } from "../editing/editors.ts"
import { mailsTo, waitForNotices } from "../people/notices.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { notice, soon } from "../browser/waiting.ts"

// Cancelling an event from its editor: the people notified, the dates, the reason; and the undo before anybody is notified. Also
// taking it off the agenda, of which those hear who answered.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
let owner: Person
let spectator: Person
beforeAll(async () => {
  owner = await somebody(server)
  await givesBief(owner)
  spectator = await somebody(server, "tarek")
  await givePage(spectator, { type: "person", fid: spectator.name, name: "Tarek" })
})

test("cancelling an event shows how many people are notified and takes a reason; an undo leaves no notice", async () => {
  const { id } = await makesEvent(owner, "Nuit blanche", `${year}-05-01T20:00`, { workflow: "published" })
  await spectator.ask("PUT", `/api/contents/events/${id}/attendance/`, { value: "confirmed" })
  const { page, troubles, close } = await visit(browser, {
    storageState: owner.state,
    viewport: { width: 1280, height: 900 },
  })
  await opensEditor(page, `${site}/events/edit/${id}`)
  await page.getByRole("link", { name: t("cancel.cancel_event") }).click()
  const dialog = page.getByRole("alertdialog")
  await dialog.getByText(t("cancel.people", { count: 1 })).waitFor()
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe(t("cancel.leave"))
  expect(await axeFinds(page, "calling an event off")).toEqual([])
  await dialog.getByLabel(t("cancel.reason")).fill("Le chauffage est en panne.")
  // A failure is announced each time.
  const address = `**/api/contents/events/${id}/`
  const gone = (route: Route) =>
    route.request().method() === "PATCH" ? route.fulfill({ status: 503, json: {} }) : route.fallback()
  await page.route(address, gone)
  const alert = dialog.getByRole("alert")
  await dialog.getByRole("button", { name: t("cancel.do") }).click()
  const first = await alert.elementHandle()
  await dialog.getByRole("button", { name: t("cancel.do") }).click()
  await soon(() => first?.evaluate((note) => note.isConnected)).toBe(false)
  await alert.waitFor()
  await page.unroute(address, gone)
  await dialog.getByRole("button", { name: t("cancel.do") }).click()
  await notice(page, t("cancel.done"))
  await page.waitForURL(`${site}/events/${id}`)
  expect(await readEvent(owner, id)).toMatchObject({ status: "cancelled", status_reason: "Le chauffage est en panne." })

  await page.getByRole("button", { name: t("cancel.undo") }).click()
  await notice(page, t("cancel.undone"))
  expect(await readEvent(owner, id)).toMatchObject({ status: "scheduled", status_reason: null })
  await soon(() => owner.ask("GET", `/api/contents/events/${id}/notices/`)).toEqual([])
  expect(troubles.filter((one) => !one.includes("503"))).toEqual([])
  await close()
})

test("only the chosen dates of an event are cancelled, in one request, and an undo restores them", async () => {
  const dates = [1, 2, 3].map((day) => ({ start: `${year}-06-0${day}T20:00` }))
  const { id } = await makesEvent(owner, "Trois soirs", `${year}-06-01T20:00`, {
    workflow: "published",
    start: undefined,
    occurrences: dates,
  })
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  await opensEditor(page, `${site}/events/edit/${id}`)
  await page.getByRole("link", { name: t("cancel.cancel_event") }).click()
  const dialog = page.getByRole("alertdialog")
  for (const at of [1, 3]) await dialog.getByRole("checkbox").nth(at).uncheck()
  await dialog
    .getByText(t("cancel.answers", { count: 0 }))
    .nth(2)
    .waitFor()
  // One press selects all dates, another none.
  await dialog.getByRole("checkbox", { name: t("cancel.all_dates") }).check()
  await dialog.getByRole("button", { name: t("cancel.do"), exact: true }).waitFor()
  await dialog.getByRole("checkbox", { name: t("cancel.all_dates") }).uncheck()
  await dialog.getByRole("button", { name: t("cancel.do_dates", { count: 0 }) }).click()
  await dialog.getByText(t("cancel.choose_date")).waitFor()
  for (const at of [2, 3]) await dialog.getByRole("checkbox").nth(at).check()
  await dialog.getByLabel(t("cancel.reason")).fill("Une interprète s’est blessée.")
  expect(await axeFinds(page, "calling dates off")).toEqual([])
  const writes: string[] = []
  page.on("request", (one) => one.method() === "PATCH" && writes.push(new URL(one.url()).pathname))
  await dialog.getByRole("button", { name: t("cancel.do_dates", { count: 2 }) }).click()
  await notice(page, t("cancel.dates_done", { count: 2 }))
  const statuses = async () => (await readEvent(owner, id)).occurrences.map(({ status }) => status)
  expect((await readEvent(owner, id)).status).toBe("scheduled")
  expect(await statuses()).toEqual(["scheduled", "cancelled", "cancelled"])
  await page.waitForURL(`${site}/events/${id}`)
  await page.getByText("Une interprète s’est blessée.").first().waitFor()
  await page.getByRole("button", { name: t("cancel.undo") }).click()
  await notice(page, t("cancel.dates_undone", { count: 2 }))
  expect(await statuses()).toEqual(["scheduled", "scheduled", "scheduled"])
  expect(await owner.ask("GET", `/api/contents/events/${id}/notices/`)).toEqual([])
  expect(writes).toEqual(Array(2).fill(`/api/contents/events/${id}/occurrences/`))
  await close()
})

test("withdrawing an event asks first; people who answered get the reason by mail and inbox, without a dead link", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  const { id } = await makesEvent(owner, "Sourdine", `${year}-04-02T20:30`, { workflow: "published" })
  const theirs = await visit(browser, { storageState: spectator.state })
  await spectator.ask("PATCH", "/api/me/", { notify: ["change"], notify_app: ["change"] })
  await arrive(page, `${site}/events/manage/${id}?tab=messages`)
  await page.getByText(t("manage.write_nobody")).waitFor()
  await spectator.ask("PUT", `/api/contents/events/${id}/attendance/`, { value: "interested" })

  await arrive(page, `${site}/events/edit/${id}`)
  await opensPart(page, "publication")
  await page.getByRole("button", { name: t("event-editor.withdraw_public") }).click()
  await page.waitForURL(/\/events\/manage\/\d+\?tab=dates#withdraw$/)
  await page.getByLabel(t("manage.why_withdraw")).fill("La salle ferme pour travaux.")
  await page
    .locator("#withdraw")
    .getByRole("button", { name: t("manage.withdraw_do") })
    .click()
  await page.getByText(t("manage.withdraw_sure")).waitFor()
  await soon(() => page.locator("#withdraw").innerText()).toContain(t("manage.people_told_answered", { count: 1 }))
  expect(await axeFinds(page, "withdraw")).toEqual([])
  await page
    .locator("#withdraw")
    .getByRole("button", { name: t("manage.withdraw_do") })
    .click()
  await page.locator(".badge", { hasText: t("manage.workflow_draft") }).waitFor()
  // An event that only the team sees offers no link to share it.
  await page.getByRole("link", { name: t("manage.share") }).waitFor({ state: "detached" })
  await waitForNotices(server.dataDir)

  const mail = mailsTo(server.dataDir, spectator.email)
    .map(parse)
    .find(({ subject }) => subject === "Retiré de l’agenda\u00a0: Sourdine")
  expect(mail?.text).toContain("La salle ferme pour travaux.")
  expect(mail?.text).toContain(`2 avril ${year}, 20:30`)
  expect(mail?.text).toContain(`${site}/actors/${biefOf(owner)}`)
  expect(mail?.text).not.toContain(`/events/${id}`)
  await arrive(theirs.page, `${site}/me/inbox`)
  const row = theirs.page.locator(".inbox__row", { hasText: "Retiré de l’agenda : Sourdine" })
  await soon(() => row.innerText()).toContain("La salle ferme pour travaux.")
  await row.getByRole("link", { name: `${t("manage.see_page")} Théâtre du Bief` }).click()
  await theirs.page.getByRole("heading", { level: 1, name: "Théâtre du Bief" }).waitFor()
  await theirs.close()
  await close()
  expect([...troubles, ...theirs.troubles]).toEqual([])
})
