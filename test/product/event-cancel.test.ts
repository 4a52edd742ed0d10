import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { RunningServer } from "../server.ts"
import { axeFinds } from "./axe.ts"
import { givesBief, makesEvent, told } from "./bief.ts"
import { openBrowser, visit } from "./browser.ts"
import { opensEditor } from "./editors.ts"
import { ownServer } from "./own-server.ts"
import { givePage, type Person, somebody } from "./page-people.ts"
import { notice, soon } from "./waiting.ts"

// An event is called off from its editor: who hears of it, which dates, why; and taken back before anybody heard.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
let server: RunningServer
let site: string
let browser: Browser
let owner: Person
let spectator: Person
beforeAll(async () => {
  server = await ownServer()
  site = server.url
  browser = await openBrowser("shell")
  owner = await somebody(server)
  await givesBief(owner)
  spectator = await somebody(server, "tarek")
  await givePage(spectator, { type: "person", fid: spectator.name, name: "Tarek" })
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

test("the dialog says how many are told, takes a reason, says that it is done, and is undone before anybody hears of it", async () => {
  const { id } = await makesEvent(owner, "Nuit blanche", `${year}-05-01T20:00`, { workflow: "published" })
  await spectator.ask("PUT", `/api/contents/events/${id}/attendance/`, { value: "confirmed" })
  const { page, troubles, close } = await visit(browser, {
    storageState: owner.state,
    viewport: { width: 1280, height: 900 },
  })
  await opensEditor(page, `${site}/events/edit/${id}`)
  await page.getByRole("link", { name: t("event-editor.cancel_event") }).click()
  const dialog = page.getByRole("alertdialog")
  await dialog.getByText(t("cancel.people", { count: 1 })).waitFor()
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe(t("cancel.leave"))
  expect(await axeFinds(page, "calling an event off")).toEqual([])
  await dialog.getByLabel(t("event-editor.reason")).fill("Le chauffage est en panne.")
  await dialog.getByRole("button", { name: t("cancel.do") }).click()
  await notice(page, t("cancel.done"))
  await page.waitForURL(`${site}/events/${id}`)
  expect(await told(owner, id)).toMatchObject({ status: "cancelled", status_reason: "Le chauffage est en panne." })

  await page.getByRole("button", { name: t("cancel.undo") }).click()
  await notice(page, t("cancel.undone"))
  expect(await told(owner, id)).toMatchObject({ status: "scheduled", status_reason: null })
  await soon(() => owner.ask("GET", `/api/contents/events/${id}/notices/`)).toEqual([])
  expect(troubles).toEqual([])
  await close()
})

test("of several dates those are called off that are chosen", async () => {
  const dates = [1, 2, 3].map((day) => ({ start: `${year}-06-0${day}T20:00` }))
  const { id } = await makesEvent(owner, "Trois soirs", `${year}-06-01T20:00`, {
    workflow: "published",
    start: undefined,
    occurrences: dates,
  })
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  await opensEditor(page, `${site}/events/edit/${id}`)
  await page.getByRole("link", { name: t("event-editor.cancel_event") }).click()
  const dialog = page.getByRole("alertdialog")
  for (const at of [0, 2]) await dialog.getByRole("checkbox").nth(at).uncheck()
  await dialog.getByRole("button", { name: t("cancel.do_dates", { count: 1 }) }).click()
  await notice(page, t("cancel.dates_done", { count: 1 }))
  const event = await told(owner, id)
  expect(event.status).toBe("scheduled")
  expect(event.occurrences.map(({ status }) => status)).toEqual(["scheduled", "cancelled", "scheduled"])
  await close()
})
