import type { Page } from "playwright-core"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { arrive } from "./browser.ts"
import { soon } from "./waiting.ts"

// What the editors of pages and of events have in common, in French.

const t = messagesIn("fr")

export const save = (page: Page) => page.getByRole("button", { name: t("editor.save"), exact: true })
export const publish = (page: Page) => page.getByRole("button", { name: t("event-editor.publish"), exact: true })
/** The id of the event that was just published. Where none was, what the page says instead. */
export async function publishedId(page: Page): Promise<number> {
  await page.waitForURL(/\/events\/published\/\d+$/).catch(async (cause: Error) => {
    const notes = await page.locator(".note, .toast, .savebar__state").allInnerTexts()
    const notices = await page.evaluate(() => window.notices ?? [])
    throw new Error(`Nothing was published at ${page.url()}: ${JSON.stringify([...notes, ...notices])}`, { cause })
  })
  return Number(page.url().split("/").at(-1))
}
/** Says that what was typed is kept. */
export const draftStored = (page: Page) =>
  page.locator(".savebar__state", { hasText: t("editor.kept_at", { time: "" }).trim() })
/** The text of one language. */
export const richText = (page: Page, language = 0) => page.locator(".rich .read").nth(language)

/** Opens an editor and waits until its parts that come by script are there. */
export async function opensEditor(page: Page, url: string) {
  await arrive(page, url)
  await richText(page).waitFor({ state: "attached" }) // it may stand in a part that is closed
  await soon(() => page.locator("textarea.rich__plain").count()).toBe(0)
  if (url.includes("/events/")) await page.locator('[data-row="0"] .segments').first().waitFor()
}

/** Chooses the kind of an event; what is not among the first is behind a press. */
export async function choosesCategory(page: Page, category: string) {
  const pill = page.locator(`.inks label:has(input[value="${category}"])`)
  if (!(await pill.isVisible())) await page.locator(".inks > button").click()
  await pill.click()
}

/** Opens a part of the editor of an event that may stay empty, by its id. */
export async function opensPart(page: Page, id: string) {
  const part = page.locator(`details#${id}`)
  if ((await part.getAttribute("open")) === null) await part.locator("> summary").click()
  await part.and(page.locator("[open]")).waitFor()
}

/** Types into a field of date or time of a row, segment by segment. */
export async function typesDate(page: Page, row: number, field: number, digits: string) {
  const segments = page.locator(`[data-row="${row}"] .datesf__row .segments`).nth(field)
  await segments.locator("[role=spinbutton]").first().focus()
  await page.keyboard.type(digits)
}

/** Holds the calls of a kind back until they may go on; `sent` counts those that were made. */
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
