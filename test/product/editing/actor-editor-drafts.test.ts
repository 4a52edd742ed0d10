import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { sharedBrowser, visit } from "../browser/browser.ts"
import { holds, draftStored, opensEditor, opensPart, richText, save } from "./editors.ts"
import { makesVenue, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

// Unsaved typing in the page editor, and conflicting edits by two people.

const t = messagesIn("fr")
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
let owner: Person
beforeAll(async () => {
  owner = await somebody(server)
})

const read = (fid: string) => owner.ask("GET", `/api/actors/${fid}/`)
const makes = (fid: string, more?: object) => makesVenue(owner, fid, more)

test("unsaved typing in the page editor comes back in a new window, and can be discarded", async () => {
  const first = await visit(browser, { storageState: owner.state })
  await makes("brouillons")
  await opensEditor(first.page, `${site}/actors/edit/brouillons`)
  await first.page.locator('textarea[name="summary.fr"]').fill("Écrit à moitié")
  await richText(first.page).click()
  await first.page.keyboard.insertText("Et ceci aussi")
  await draftStored(first.page).waitFor()
  await first.close()

  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  expect((await read("brouillons")).summary).toEqual({ fr: "Une salle" })
  await opensEditor(page, `${site}/actors/edit/brouillons`)
  await soon(() => page.locator('textarea[name="summary.fr"]').inputValue()).toBe("Écrit à moitié")
  await soon(() => richText(page).innerText()).toBe("Et ceci aussi")
  await page.getByRole("button", { name: t("editor.start_from_saved") }).click()
  await soon(() => page.locator('textarea[name="summary.fr"]').inputValue()).toBe("Une salle")
  await page.getByText(t("actor-editor.discarded")).first().waitFor()

  // Looking is not typing: a visit alone stores no draft.
  await opensEditor(page, `${site}/actors/edit/brouillons`)
  expect(await page.getByRole("button", { name: t("editor.start_from_saved") }).count()).toBe(0)
  await close()
  expect(troubles).toEqual([])
})

test("typing is stored as a draft even if the viewer leaves the page editor within a second", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await makes("partie")
  await opensEditor(page, `${site}/actors/edit/partie`)
  await page.locator("input[name=name]").fill("Le Hangar, vite")
  await page.locator(".edit__up a").click()
  await page.waitForURL(`${site}/actors/partie`)
  await soon(() => owner.ask("GET", "/api/me/drafts/actor-partie/")).not.toBeNull()
  await opensEditor(page, `${site}/actors/edit/partie`)
  expect(await page.locator("input[name=name]").inputValue()).toBe("Le Hangar, vite")
  await close()
  expect(troubles).toEqual([])
})

test("a draft that is still being sent when the page is saved does not remain", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await makes("en-chemin")
  await opensEditor(page, `${site}/actors/edit/en-chemin`)
  const draft = await holds(page, "PUT", "**/api/me/drafts/**")
  await page.locator("input[name=name]").fill("Le Hangar d’en face")
  await soon(draft.sent).toBe(1)
  await save(page).click()
  await soon(async () => (await read("en-chemin")).name).toBe("Le Hangar d’en face")
  draft.goOn()
  await page.waitForURL(`${site}/actors/en-chemin`)
  expect(await owner.ask("GET", "/api/me/drafts/actor-en-chemin/")).toBeNull()
  await close()
  expect(troubles).toEqual([])
})

test("pressing Enter again while the page is being saved sends no second request", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await makes("une-fois")
  await opensEditor(page, `${site}/actors/edit/une-fois`)
  const change = await holds(page, "PATCH", "**/api/actors/une-fois/")
  const name = page.locator("input[name=name]")
  await name.fill("Le Hangar, une fois")
  await name.press("Enter")
  await soon(change.sent).toBe(1)
  await name.press("Enter")
  await name.press("Enter")
  change.goOn()
  await page.waitForURL(`${site}/actors/une-fois`)
  expect(change.sent()).toBe(1)
  expect(await read("une-fois")).toMatchObject({ name: "Le Hangar, une fois", version: 2 })
  await close()
  expect(troubles).toEqual([])
})

test("a conflict shows both texts, either can be chosen, and fields changed by one person keep that change", async () => {
  const [mine, theirs] = [
    await visit(browser, { storageState: owner.state }),
    await visit(browser, { storageState: owner.state }),
  ]
  await makes("a-deux", { tags: ["jazz"] })
  await opensEditor(mine.page, `${site}/actors/edit/a-deux`)
  await opensEditor(theirs.page, `${site}/actors/edit/a-deux`)

  await theirs.page.locator('textarea[name="summary.fr"]').fill("Leur résumé")
  await opensPart(theirs.page, "about")
  await theirs.page.locator("input[name=tags]").fill("jazz, danse")
  await theirs.page.locator("input[name=name]").fill("Leur nom")
  await save(theirs.page).click()
  await theirs.page.waitForURL(`${site}/actors/a-deux`)

  await mine.page.locator('textarea[name="summary.fr"]').fill("Mon résumé")
  await mine.page.locator("input[name=name]").fill("Mon nom")
  await save(mine.page).click()
  const conflict = mine.page.locator(".conflict")
  await conflict.waitFor()
  await soon(() => mine.page.evaluate(() => document.activeElement?.id)).toBe("conflict")
  expect(await conflict.innerText()).toContain("Leur résumé")
  expect(await conflict.innerText()).toContain("Mon résumé")
  const choice = (label: string) => conflict.locator("fieldset", { hasText: label })
  // A field that I left alone takes their value by default. For the name I choose their value, for the summary mine.
  expect(await choice(t("actor-editor.tags")).getByRole("radio", { checked: true }).inputValue()).toBe("theirs")
  await choice(t("actor-editor.name"))
    .getByRole("radio", { name: t("editor.theirs") })
    .check()
  await save(mine.page).click()
  await mine.page.waitForURL(`${site}/actors/a-deux`)
  expect(await read("a-deux")).toMatchObject({
    name: "Leur nom",
    summary: { fr: "Mon résumé" },
    tags: ["jazz", "danse"],
  })
  await Promise.all([mine.close(), theirs.close()])
  expect([...mine.troubles, ...theirs.troubles]).toEqual([])
})

test("without script a conflict is resolved field by field", async () => {
  const [mine, theirs] = [
    await visit(browser, { storageState: owner.state, javaScriptEnabled: false }),
    await visit(browser, { storageState: owner.state }),
  ]
  await makes("a-deux-sans")
  await mine.page.goto(`${site}/actors/edit/a-deux-sans`)
  await opensEditor(theirs.page, `${site}/actors/edit/a-deux-sans`)
  await theirs.page.locator("input[name=name]").fill("Leur nom")
  await theirs.page.locator('textarea[name="summary.fr"]').fill("Leur résumé")
  await save(theirs.page).click()
  await theirs.page.waitForURL(`${site}/actors/a-deux-sans`)

  await mine.page.locator('textarea[name="summary.fr"]').fill("Mon résumé")
  await save(mine.page).click()
  const conflict = mine.page.locator(".conflict")
  await conflict.waitFor()
  await conflict
    .locator("fieldset", { hasText: t("actor-editor.name") })
    .getByRole("radio", { name: t("editor.theirs") })
    .check()
  await save(mine.page).click()
  await mine.page.waitForURL(`${site}/actors/a-deux-sans`)
  expect(await read("a-deux-sans")).toMatchObject({ name: "Leur nom", summary: { fr: "Mon résumé" } })
  await Promise.all([mine.close(), theirs.close()])
})
