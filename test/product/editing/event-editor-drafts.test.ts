import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { axeFinds } from "../browser/axe.ts"
import { biefOf, ownerOfBief, makesEvent, readEvent } from "../people/bief.ts"
import { sharedBrowser, visit } from "../browser/browser.ts"
import {
  choosesCategory,
  holds,
  draftStored,
  opensEditor,
  opensPart,
  publish,
  publishedId,
  save,
  typesDate,
} from "./editors.ts"
import { somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

// Unsaved typing in the event editor, edits by two people, and events that exist already.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
const owner = await ownerOfBief(server)

test("each date added in the event editor is counted at once", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  const { id } = await makesEvent(owner, "Quatre soirs", `${year}-05-03T20:00`)
  await opensEditor(page, `${site}/events/edit/${id}`)
  for (let added = 1; added <= 3; added++) {
    await page.getByRole("button", { name: t("event-editor.add_date") }).click()
    const words = t("event-editor.holds_dates", { count: added + 1 })
    await soon(() => page.locator("#times > summary").innerText()).toContain(words)
  }
  expect(await page.locator('[name^="dates."][name$=".date"]').count()).toBe(4)
  await close()
})

test("unsaved typing comes back in another browser, is not in the public event, and can be discarded", async () => {
  const first = await visit(browser, { storageState: owner.state })
  const { id } = await makesEvent(owner, "Titre public", `${year}-05-01T20:00`, { workflow: "published" })
  await opensEditor(first.page, `${site}/events/edit/${id}`)
  await first.page.locator('input[name="title.fr"]').fill("Titre en chantier")
  await first.page.getByRole("button", { name: t("event-editor.add_date") }).click()
  await first.page.keyboard.type(`0205${year}`)
  await draftStored(first.page).waitFor()
  await first.close()

  const second = await visit(browser, { storageState: owner.state })
  await opensEditor(second.page, `${site}/events/edit/${id}`)
  await soon(() => second.page.locator('input[name="title.fr"]').inputValue()).toBe("Titre en chantier")
  await soon(() => second.page.locator('input[name="dates.1.date"]').inputValue()).toBe(`${year}-05-02`)
  expect((await readEvent(owner, id)).title.fr).toBe("Titre public")
  await second.page.getByRole("button", { name: t("editor.start_from_saved") }).click()
  await soon(() => second.page.locator('input[name="title.fr"]').inputValue()).toBe("Titre public")
  await soon(() => second.page.locator('input[name="dates.1.date"]').count()).toBe(0)
  await second.close()
})

test("the editor says while a draft cannot be stored, warns before leaving, and does not read the form at every key", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state })
  const { id } = await makesEvent(owner, "Le titre", `${year}-05-04T20:00`)
  await opensEditor(page, `${site}/events/edit/${id}`)
  const state = () => page.locator(".savebar__state").innerText()
  const title = page.locator('input[name="title.fr"]')
  const types = (texts: string[]) =>
    title.evaluate((field: HTMLInputElement, values) => {
      const Own = window.FormData
      let readings = 0
      window.FormData = class extends Own {
        constructor(form?: HTMLFormElement) {
          super(form)
          readings++
        }
      }
      for (const value of values) {
        field.value = value
        field.dispatchEvent(new Event("input", { bubbles: true }))
      }
      window.FormData = Own
      return readings
    }, texts)
  expect(await types(["Un titre"])).toBe(1)
  await draftStored(page).waitFor()
  expect(await types(["Un titre, ", "Un titre"])).toBe(1)
  await page.waitForTimeout(1500)
  await soon(() => draftStored(page).count()).toBe(1)

  await page.route(`${site}/api/me/drafts/**`, (route) => route.abort())
  expect(await types([..."Un autre titre"].map((_, at, all) => all.slice(0, at + 1).join("")))).toBe(1)
  await soon(state).toBe(t("editor.not_kept"))
  expect(await types(["Encore un autre titre"])).toBe(0)
  await page.waitForTimeout(500)
  expect(await state()).toBe(t("editor.not_kept"))
  const questions: string[] = []
  page.once("dialog", (question) => {
    questions.push(question.message())
    return question.dismiss()
  })
  await page.locator(".savebar, header").getByRole("link").first().click()
  expect([questions, await title.inputValue()]).toEqual([[t("editor.leave_unkept")], "Encore un autre titre"])
  await page.unrouteAll()
  await draftStored(page).waitFor()
  expect((await readEvent(owner, id)).title.fr).toBe("Le titre")
  await close()
})

test("typing that continues while the draft of a hidden page is being sent is stored by a second request", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state })
  const { id } = await makesEvent(owner, "Le titre", `${year}-05-05T20:00`)
  await opensEditor(page, `${site}/events/edit/${id}`)
  const { goOn, sent } = await holds(page, "PUT", `${site}/api/me/drafts/**`)
  const title = page.locator('input[name="title.fr"]')
  await title.fill("Un titre")
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true })
    document.dispatchEvent(new Event("visibilitychange"))
    Reflect.deleteProperty(document, "visibilityState")
  })
  await soon(sent).toBe(1)
  await title.fill("Un titre et sa fin")
  await page.waitForTimeout(1500) // longer than a pause between two keys
  goOn()
  const kept = () => owner.ask("GET", `/api/me/drafts/event-${id}/`)
  await soon(kept).toMatchObject({ fields: { "title.fr": "Un titre et sa fin" } })
  expect(sent()).toBe(2)
  await close()
})

test("typing just before a reload or a change of language is in the new form, unless a newer draft exists", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  const { id } = await makesEvent(owner, "Le titre", `${year}-05-07T20:00`)
  const subject = `/api/me/drafts/event-${id}/`
  const field = page.locator('input[name="title.fr"]')
  // Simulates a slow line: the draft that the leaving page sends arrives after the next page has been made.
  await page.route(`${site}${subject}`, async (route) => {
    if (route.request().method() === "PUT") await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue().catch(() => {})
  })
  await opensEditor(page, `${site}/events/edit/${id}`)
  await field.fill("Tapé")
  await page.reload()
  await soon(() => field.inputValue()).toBe("Tapé")
  await field.fill("Tapé, puis lu en anglais")
  await page.goto(`${site}/en/events/edit/${id}`)
  await soon(() => field.inputValue()).toBe("Tapé, puis lu en anglais")
  await soon(() => page.evaluate(() => sessionStorage.getItem("foyer:parted"))).toBe(null)

  // A draft stored elsewhere since is newer than this window’s copy. (A request held back until its page is gone may be lost.)
  await page.unrouteAll({ behavior: "wait" })
  await field.fill("Ici")
  await page.goto(`${site}/events/${id}`)
  await soon(async () => (await owner.ask("GET", subject)).fields["title.fr"]).toBe("Ici")
  const { fields } = await owner.ask("GET", subject)
  await owner.ask("PUT", subject, { fields: { ...fields, "title.fr": "Ailleurs" } })
  await page.goto(`${site}/events/edit/${id}`)
  await soon(() => field.inputValue()).toBe("Ailleurs")
  await page.waitForTimeout(500)
  expect(await field.inputValue()).toBe("Ailleurs")
  await close()
})

test("typing left without a connection is in the form on return, and is then stored as a draft", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  const { id } = await makesEvent(owner, "Le titre", `${year}-05-08T20:00`)
  await opensEditor(page, `${site}/events/edit/${id}`)
  await page.route(`${site}/api/me/drafts/**`, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  )
  await page.locator('input[name="title.fr"]').fill("Sans réseau")
  await page
    .locator("header")
    .getByRole("link", { name: t("layout.agenda") })
    .first()
    .click()
  await page.waitForURL(`${site}/`)
  await page.unrouteAll()
  await page.goBack()
  await soon(() => page.locator('input[name="title.fr"]').inputValue()).toBe("Sans réseau")
  const kept = async () => (await owner.ask("GET", `/api/me/drafts/event-${id}/`))?.fields["title.fr"]
  await soon(kept).toBe("Sans réseau")
  expect(await page.evaluate(() => sessionStorage.getItem("foyer:parted"))).toBe(null)
  await close()
})

test("saving in one window keeps the newer draft of another window", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  const { id } = await makesEvent(owner, "Le titre", `${year}-05-09T20:00`, { workflow: "published" })
  const subject = `/api/me/drafts/event-${id}/`
  await opensEditor(page, `${site}/events/edit/${id}`)
  await page.locator('input[name="title.fr"]').fill("Cette fenêtre")
  await draftStored(page).waitFor()
  const { fields } = await owner.ask("GET", subject)
  const other = { ...fields, "title.fr": "L’autre fenêtre" }
  await owner.ask("PUT", subject, { fields: other })
  await save(page).click()
  await page.waitForURL(`${site}/events/${id}`)
  expect((await readEvent(owner, id)).title.fr).toBe("Cette fenêtre")
  expect((await owner.ask("GET", subject)).fields).toEqual(other)
  await opensEditor(page, `${site}/events/edit/${id}`)
  await soon(() => page.locator('input[name="title.fr"]').inputValue()).toBe("L’autre fenêtre")
  await page.locator('input[name="title.fr"]').fill("Les deux fenêtres")
  await draftStored(page).waitFor()
  await save(page).click()
  await page.waitForURL(`${site}/events/${id}`)
  expect(await owner.ask("GET", subject)).toBeNull()
  await close()
})

test("publishing a new event that another window has already published creates a second event", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  await opensEditor(page, `${site}/events/new?date=${year}-05-06`)
  const uid = await page.locator('input[name="uid"]').inputValue()
  const other = await owner.ask("POST", "/api/contents/events/", {
    uid,
    title: { fr: "L’autre fenêtre" },
    category: "talk",
    organizers: [biefOf(owner)],
    start: `${year}-05-06T20:00`,
    workflow: "published",
  })
  await page.locator('input[name="title.fr"]').fill("Cette fenêtre")
  await choosesCategory(page, "talk")
  await typesDate(page, 0, 1, "2030")
  await publish(page).click()
  const id = await publishedId(page)
  expect(id).not.toBe(other.id)
  expect((await readEvent(owner, id)).title.fr).toBe("Cette fenêtre")
  expect((await readEvent(owner, other.id)).title.fr).toBe("L’autre fenêtre")
  await close()
})

test("a conflict proposes the viewer's own edit and the other person's change to a field the viewer left alone", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  const { id } = await makesEvent(owner, "Le titre", `${year}-06-01T20:00`, { workflow: "published", tags: ["un"] })
  await opensEditor(page, `${site}/events/edit/${id}`)
  await owner.ask("PATCH", `/api/contents/events/${id}/`, { title: { fr: "Leur titre" }, tags: ["deux"] })
  await page.locator('input[name="title.fr"]').fill("Mon titre")
  await save(page).click()
  const conflict = page.locator(".conflict")
  await conflict.waitFor()
  const choice = (text: string) => conflict.locator(".opt", { hasText: text })
  await soon(() => choice("Mon titre").getByRole("radio").isChecked()).toBe(true)
  // Fields that only they changed are proposed with their values.
  await soon(() => choice("deux").getByRole("radio").isChecked()).toBe(true)
  await save(page).click()
  await page.waitForURL(`${site}/events/${id}`)
  expect(await readEvent(owner, id)).toMatchObject({ title: { fr: "Mon titre" }, tags: ["deux"] })
  await close()
})

test("without script a conflict is shown in one note, and saving again resolves it", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
  const { id } = await makesEvent(owner, "Le titre", `${year}-06-02T20:00`, { workflow: "published" })
  await page.goto(`${site}/events/edit/${id}`)
  await owner.ask("PATCH", `/api/contents/events/${id}/`, { title: { fr: "Leur titre" } })
  await page.fill('input[name="title.fr"]', "Mon titre")
  await save(page).click()
  await page.locator(".conflict").waitFor()
  expect(await page.locator("main .note").count()).toBe(1)
  await save(page).click()
  await page.waitForURL(`${site}/events/${id}`)
  expect(await readEvent(owner, id)).toMatchObject({ title: { fr: "Mon titre" } })
  await close()
})

test("a session message from another window while an event is being published does not stop the published page", async () => {
  const { page, troubles, close } = await visit(browser, {
    storageState: owner.state,
    viewport: { width: 1280, height: 900 },
  })
  await opensEditor(page, `${site}/events/new?date=${year}-06-03`)
  await page.locator('input[name="title.fr"]').fill("Deux fenêtres")
  await choosesCategory(page, "talk")
  await typesDate(page, 0, 1, "2000")
  const { goOn, sent } = await holds(page, "POST", `${site}/api/contents/events/`)
  await publish(page).click()
  await soon(sent).toBe(1)
  const other = await page.context().newPage()
  await other.goto(`${site}/about`)
  await other.evaluate(() => {
    new BroadcastChannel("foyer:session").postMessage("changed") // oxlint-disable-line unicorn/require-post-message-target-origin -- a channel has none
  })
  await page.waitForTimeout(500)
  goOn()
  await publishedId(page)
  expect(troubles).toEqual([])
  await close()
})

test("a similar event is shown before publishing; the draft can be merged into it or published anyway", async () => {
  const { page, troubles, close } = await visit(browser, {
    storageState: owner.state,
    viewport: { width: 1280, height: 900 },
  })
  const known = await makesEvent(owner, "Bal des écluses", `${year}-07-03T20:00`, { workflow: "published" })
  const draft = await makesEvent(owner, "Le bal des écluses", `${year}-07-03T20:15`)
  await opensEditor(page, `${site}/events/edit/${draft.id}`)
  await publish(page).click()
  const panel = page.locator(".duplicates")
  await panel.waitFor()
  await soon(() => page.evaluate(() => document.activeElement?.id)).toBe("duplicates")
  expect(await panel.innerText()).toContain("Bal des écluses")
  expect((await readEvent(owner, draft.id)).workflow).toBe("draft")
  expect(await axeFinds(page, "the editor of an event")).toEqual([])
  await panel.getByRole("button", { name: t("event-editor.same_merge") }).click()
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("event-editor.merge_do") })
    .click()
  await page.waitForURL(`${site}/events/edit/${known.id}`)
  // The address of the removed draft leads to the other event, for everybody.
  const stranger = await visit(browser)
  await stranger.page.goto(`${site}/en/events/${draft.id}`)
  expect(stranger.page.url()).toBe(`${site}/en/events/${known.id}`)
  await stranger.close()

  const other = await makesEvent(owner, "Bal des écluses, la suite", `${year}-07-03T20:15`)
  await opensEditor(page, `${site}/events/edit/${other.id}`)
  await publish(page).click()
  await panel.waitFor()
  await panel.getByRole("button", { name: t("event-editor.publish_anyway") }).click()
  await page.waitForURL(`${site}/events/published/${other.id}`)
  expect((await readEvent(owner, other.id)).workflow).toBe("published")
  expect(troubles).toEqual([])
  await close()
})

test("without script an event is duplicated to another date as a separate draft", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
  const { id } = await makesEvent(owner, "Bal annuel", `${year}-08-15T20:00`, { workflow: "published" })
  await page.goto(`${site}/events/edit/${id}`)
  await opensPart(page, "copies")
  await page.getByRole("button", { name: t("event-editor.add_copy_date") }).click()
  await page.fill('input[name="copies.0.date"]', `${year + 1}-08-14`)
  await page.getByRole("button", { name: t("event-editor.copy_do") }).click()
  await page.waitForURL(/\/events\/edit\/\d+\?saved=/)
  const copy = Number(/edit\/(\d+)/.exec(page.url())?.[1])
  expect(copy).not.toBe(id)
  expect(await readEvent(owner, copy)).toMatchObject({
    title: { fr: "Bal annuel" },
    workflow: "draft",
    occurrences: [{ start: expect.stringContaining(`${year + 1}-08-14T20:00`) }],
  })
  await close()
})

test("the event editor answers a stranger with 403 for a published event and 404 for a draft", async () => {
  const { page, close } = await visit(browser, { storageState: (await somebody(server)).state })
  const { id } = await makesEvent(owner, "À nous", `${year}-11-01T20:00`, { workflow: "published" })
  const draft = await makesEvent(owner, "À nous seuls", `${year}-11-02T20:00`)
  expect((await page.goto(`${site}/events/edit/${id}`))?.status()).toBe(403)
  expect((await page.goto(`${site}/events/edit/${draft.id}`))?.status()).toBe(404)
  await close()
})
