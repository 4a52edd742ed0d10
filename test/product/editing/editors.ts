import type { Page } from "playwright-core"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { arrive } from "../browser/browser.ts"
import { soon } from "../browser/waiting.ts"

// Helpers shared by the tests of the page and event editors, in French.

const t = messagesIn("fr")

export const save = (page: Page) => page.getByRole("button", { name: t("editor.save"), exact: true })
export const publish = (page: Page) => page.getByRole("button", { name: t("event-editor.publish"), exact: true })
/** Returns the id of the event that was just published; fails with the page’s messages if none was. */
export async function publishedId(page: Page): Promise<number> {
  await page.waitForURL(/\/events\/published\/\d+$/).catch(async (cause: Error) => {
    const notes = await page.locator(".note, .toast, .savebar__state").allInnerTexts()
    const notices = await page.evaluate(() => window.notices ?? [])
    throw new Error(`Nothing was published at ${page.url()}: ${JSON.stringify([...notes, ...notices])}`, { cause })
  })
  return Number(page.url().split("/").at(-1))
}
/** Locates the note that says that the typing is stored. */
export const draftStored = (page: Page) =>
  page.locator(".savebar__state", { hasText: t("editor.kept_at", { time: "" }).trim() })
/** Locates the rich text field of one language. */
export const richText = (page: Page, language = 0) => page.locator(".rich .read").nth(language)

/** Opens an editor and waits until its parts that need script are there. */
export async function opensEditor(page: Page, url: string) {
  await arrive(page, url)
  await richText(page).waitFor({ state: "attached" }) // it may be in a closed section
  await soon(() => page.locator("textarea.rich__plain").count()).toBe(0)
  if (url.includes("/events/")) await page.locator('[data-row="0"] .segments').first().waitFor()
}

/** Chooses an event’s category; those beyond the first few appear after a press. */
export async function choosesCategory(page: Page, category: string) {
  const pill = page.locator(`.inks label:has(input[value="${category}"])`)
  if (!(await pill.isVisible())) await page.locator(".inks > button").click()
  await pill.click()
}

/** Opens an optional section of the event editor by its id. */
export async function opensPart(page: Page, id: string) {
  const part = page.locator(`details#${id}`)
  if ((await part.getAttribute("open")) === null) await part.locator("> summary").click()
  await part.and(page.locator("[open]")).waitFor()
}

/** Types into a date or time field of a row, segment by segment. */
export async function typesDate(page: Page, row: number, field: number, digits: string) {
  const segments = page.locator(`[data-row="${row}"] .datesf__row .segments`).nth(field)
  await segments.locator("[role=spinbutton]").first().focus()
  await page.keyboard.type(digits)
}

/** Holds back matching requests until `goOn`; `sent` counts those that were made. */
export async function holds(page: Page, method: string, address: string) {
  let goOn = () => {}
  const held = new Promise<void>((done) => (goOn = done))
  let count = 0
  await page.route(address, async (route) => {
    if (route.request().method() === method) {
      count++
      await held
    }
    await route.continue()
  })
  return { goOn, sent: () => count }
}
