import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { axeFinds } from "../browser/axe.ts"
import { biefOf, ownerOfBief, readEvent } from "../people/bief.ts"
import { settled, sharedBrowser, visit } from "../browser/browser.ts"
import { choosesCategory, opensEditor, opensPart, publish, publishedId, save, typesDate } from "../editing/editors.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

// A venue’s first hour: the part about its events.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
const owner = await ownerOfBief(server, "Moulin du Bief")

/** Opens the editor of a new event without a draft. Repeats until it is empty: a page closed just before may still store one. */
async function opensNew(page: Page) {
  await soon(async () => {
    await owner.ask("DELETE", "/api/me/drafts/event-new/")
    await opensEditor(page, `${site}/events/new`)
    return page.getByRole("button", { name: t("editor.start_again") }).count()
  }).toBe(0)
}

test("publishing an invalid event marks all errors at once, saves nothing and keeps the focus where it went", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state })
  await opensNew(page)
  await opensPart(page, "prices")
  await page.locator('input[name="prices.0.amount"]').fill("douze")
  const tickets = page.locator('input[name="ticket_url"]')
  await tickets.fill("au guichet")
  // Someone who moves to a field as soon as the error appears keeps the focus there.
  await tickets.evaluate((field) => {
    const goesThere = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.matches(".note--error")) return
      window.removeEventListener("focusin", goesThere)
      setTimeout(() => field.focus())
    }
    window.addEventListener("focusin", goesThere)
  })
  await publish(page).click()
  await page.locator('input[name="prices.0.amount"][aria-invalid="true"]').waitFor()
  const wrong = await page
    .locator("[aria-invalid=true]")
    .evaluateAll((fields) => fields.map((field) => field.getAttribute("name")).filter(Boolean))
  expect(wrong.sort()).toEqual(["prices.0.amount", "ticket_url", "title.fr"])
  // The other errors are on the date and the hour, whose segments are fields, and on the category, a group of fields.
  expect(await page.locator(".note--error").getByRole("link").count()).toBe(6)
  expect(await page.locator('input[name="prices.0.amount"]').inputValue()).toBe("douze")
  expect(new URL(page.url()).pathname).toBe("/events/new")
  await soon(() => page.locator("button[aria-busy]").count()).toBe(0)
  await settled(page)
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("ticket_url")
  await close()
})

test("an event in three languages with two dates and a chosen poster is published and visible to visitors", async () => {
  const { page, troubles, close } = await visit(browser, {
    storageState: owner.state,
    viewport: { width: 1280, height: 900 },
  })
  await opensNew(page)
  await page.locator('input[name="title.fr"]').fill("L’été des géantes")
  await opensPart(page, "texts")
  for (const [language, title, name] of [
    ["en", "Summer of giants", "English"],
    ["nl", "De zomer van de reuzinnen", "Nederlands"],
  ] as const) {
    await page.getByRole("tab", { name }).click()
    await page.locator(`input[name="title.${language}"]`).fill(title)
  }
  await soon(() => page.getByRole("tab", { name: t("editor.translated") }).count()).toBe(2)
  await page.getByRole("tab", { name: "Français" }).click()
  await page.locator(".rich .read").first().click()
  await page.keyboard.type("Quatre machinistes répètent la nuit.")
  await choosesCategory(page, "theatre")
  await soon(() => page.locator(".event-preview__now .poster__title").innerText()).toBe("L’été des géantes")

  await typesDate(page, 0, 0, `2003${year}`)
  await typesDate(page, 0, 1, "2030")
  await typesDate(page, 0, 2, "2215")
  await page.getByRole("button", { name: t("event-editor.add_date") }).click()
  // Typed into the new date, which has the focus. It is the night the clocks change; the hours are those of the first date.
  await page.keyboard.type(`2703${year}`)

  await page.locator('input[name="place.text"]').fill("Moulin du B")
  // A part that disappears a moment after a press would move what is below it away from under the next press.
  const isAddressGone = page.evaluate(() => {
    const where = document.querySelector("#where") as Element
    return new Promise((told) => {
      const looks = new MutationObserver(() => {
        if (!where.querySelector(".picker1__mark")) return
        looks.disconnect()
        told(where.querySelector<HTMLElement>(".placef__address")?.hidden)
      })
      looks.observe(where, { childList: true, subtree: true })
    })
  })
  await page.locator("[role=option]", { hasText: "Moulin du Bief" }).click()
  expect(await isAddressGone).toBe(true)
  await page.getByLabel(t("event-editor.room")).selectOption({ label: "Studio" })
  await opensPart(page, "prices")
  await page.locator('input[name="prices.0.label"]').fill("Plein tarif")
  await page.locator('input[name="prices.0.amount"]').fill("12,50")

  const figure = () => page.locator(".event-preview__now .poster__fig").innerHTML()
  const before = await figure()
  await page.getByRole("button", { name: t("event-editor.another_draw") }).click()
  await soon(figure).not.toBe(before)
  const chosen = await page.locator(".event-preview__draws li").nth(1).locator(".poster__fig").innerHTML()
  await page.getByRole("button", { name: t("event-editor.draw_number", { number: 2 }) }).click()
  await soon(figure).toBe(chosen)

  expect(await axeFinds(page, "the editor of an event")).toEqual([])
  await publish(page).click()
  const id = await publishedId(page)
  expect(await readEvent(owner, id)).toMatchObject({
    workflow: "published",
    title: { fr: "L’été des géantes", en: "Summer of giants", nl: "De zomer van de reuzinnen" },
    description: { fr: "<p>Quatre machinistes répètent la nuit.</p>" },
    poster_roll: 3,
    room: { name: "Studio" },
    prices: [{ label: "Plein tarif", amount: 12.5 }],
    occurrences: [
      { start: expect.stringContaining(`${year}-03-20T20:30:00`), end: expect.stringContaining("T22:15:00") },
      { start: expect.stringContaining(`${year}-03-27T20:30:00`), end: expect.stringContaining("T22:15:00") },
    ],
  })
  // The chosen poster is the one shown on the event’s page.
  await page.getByRole("link", { name: t("published.look") }).click()
  await page.waitForURL(`${site}/events/${id}`)
  await soon(() => page.locator("main .event__poster .poster__fig").innerHTML()).toBe(chosen)
  const stranger = await visit(browser)
  expect((await stranger.page.goto(`${site}/nl/events/${id}`))?.status()).toBe(200)
  await stranger.page.getByRole("heading", { level: 1, name: "De zomer van de reuzinnen" }).waitFor()
  await stranger.close()
  expect(troubles).toEqual([])
  await close()
})

test("the dates of a repeated event are previewed, and single ones cancelled, removed and moved", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  await opensNew(page)
  await page.locator('input[name="title.fr"]').fill("Atelier du mardi")
  await choosesCategory(page, "workshop")
  await typesDate(page, 0, 0, `0103${year}`)
  await typesDate(page, 0, 1, "1800")
  await opensPart(page, "times")
  await page.getByLabel(t("event-editor.repeats")).check()
  await page.getByLabel(t("event-editor.how_many")).fill("4")
  const dates = page.locator(".expectedf__date")
  await soon(() => dates.count()).toBe(4)
  await dates.nth(1).getByRole("combobox").selectOption("cancelled")
  await dates.nth(2).getByRole("combobox").selectOption("removed")
  await page.getByText(t("event-editor.expected", { count: 3 })).waitFor()
  await publish(page).click()
  const id = await publishedId(page)
  const event = await readEvent(owner, id)
  expect(event.recurrence).toMatch(/FREQ=WEEKLY.*COUNT=4\nEXDATE:/)
  expect(event.occurrences.map(({ start, status }) => [start.slice(5, 16), status])).toEqual([
    ["03-01T18:00", "scheduled"],
    ["03-08T18:00", "cancelled"],
    ["03-22T18:00", "scheduled"],
  ])

  // Opened again, the editor shows the same dates, and another one can be moved.
  await opensEditor(page, `${site}/events/edit/${id}`)
  await opensPart(page, "times")
  await soon(() => dates.count()).toBe(4)
  await dates.nth(3).getByRole("combobox").selectOption("moved")
  const segments = dates.nth(3).locator(".segments")
  await segments.nth(1).waitFor()
  await segments.nth(0).locator("[role=spinbutton]").first().focus()
  await page.keyboard.type(`2303${year}`)
  await segments.nth(1).locator("[role=spinbutton]").first().focus()
  await page.keyboard.type("1930")
  await save(page).click()
  await page.waitForURL(`${site}/events/${id}`)
  expect((await readEvent(owner, id)).occurrences.map(({ start, status }) => [start.slice(5, 16), status])).toEqual([
    ["03-01T18:00", "scheduled"],
    ["03-08T18:00", "cancelled"],
    ["03-23T19:30", "moved"],
  ])
  await close()
})

test("errors are linked from a summary, typing stays, and an end before the start can go to the next day", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  await opensNew(page)
  await page.locator('input[name="title.fr"]').fill("Nuit longue")
  await choosesCategory(page, "party")
  await typesDate(page, 0, 0, `0504${year}`)
  await typesDate(page, 0, 1, "2200")
  await typesDate(page, 0, 2, "0300")
  // The question appears a moment later and pushes down what is below it.
  await page.getByRole("button", { name: t("event-editor.yes_next_day") }).waitFor()
  await opensPart(page, "prices")
  await page.locator('input[name="ticket_url"]').fill("billets.bief")
  await page.locator('input[name="prices.0.label"]').fill("Entrée")
  await page.locator('input[name="prices.0.amount"]').fill("dix")
  await publish(page).click()
  const summary = page.locator(".note--error")
  await summary.waitFor()
  await soon(() => summary.getByRole("link").count()).toBe(3)
  expect(await page.locator('input[name="title.fr"]').inputValue()).toBe("Nuit longue")
  expect(await page.locator('input[name="ticket_url"]').inputValue()).toBe("billets.bief")
  await summary.getByRole("link", { name: t("event-editor.amount_wrong") }).click()
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("prices.0.amount")

  await page.locator('input[name="prices.0.amount"]').fill("10")
  await page.getByRole("button", { name: t("event-editor.yes_next_day") }).click()
  await soon(() => page.locator('input[name="dates.0.end_date"]').inputValue()).toBe(`${year}-04-06`)
  await page.locator('input[name="ticket_url"]').fill("https://billets.example/bief")
  await publish(page).click()
  const event = await readEvent(owner, await publishedId(page))
  expect(event).toMatchObject({ ticket_url: "https://billets.example/bief", prices: [{ label: "Entrée", amount: 10 }] })
  expect(event.occurrences[0]?.end).toContain(`${year}-04-06T03:00`)
  await close()
})

test("the error summary is in page order, names each date and shrinks as errors are corrected; no toast repeats it", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  await opensNew(page)
  await page.locator('.inks label:has(input[value="music"])').click()
  await typesDate(page, 0, 1, "2000")
  await page.getByRole("button", { name: t("event-editor.add_date") }).click()
  await opensPart(page, "prices")
  await page.locator('input[name="prices.0.amount"]').fill("douze")
  await publish(page).click()
  const links = page.locator(".note--error").getByRole("link")
  const starts = async () => (await links.allInnerTexts()).map((words) => words.split(/\s:\s(?=\p{Lu}[^:]*$)/u)[0])
  const date = (position: number) => `${t("event-editor.date_number", { position })}\u00A0: ${t("event-editor.date")}`
  await soon(starts).toEqual([t("event-editor.title"), date(1), date(2), t("event-editor.price_amount")])
  // The labels of date and time segments name their date too: two rows have fields of the same names.
  for (const part of [1, 2]) {
    const words = `${t("event-editor.start")} ${t("event-editor.date_number", { position: part })}`
    expect(await page.getByRole("spinbutton", { name: words }).count(), words).toBe(2)
  }
  expect(await page.locator(".toast--error").count()).toBe(0)

  const title = page.locator('input[name="title.fr"]')
  await title.fill("Deux soirs")
  await soon(starts).toEqual([date(1), date(2), t("event-editor.price_amount")])
  expect(await title.getAttribute("aria-invalid")).toBeNull()
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("title.fr")
  await page.locator('input[name="prices.0.amount"]').fill("12")
  await typesDate(page, 1, 0, `0403${year}`)
  await soon(starts).toEqual([date(1)])
  await typesDate(page, 0, 0, `0303${year}`)
  await soon(() => page.locator(".note--error").count()).toBe(0)
  await close()
})

test("without script rows are added, errors keep the typing, the event is published, and a rule previews its dates", async () => {
  await owner.ask("DELETE", "/api/me/drafts/event-new/")
  const { page, troubles, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
  await page.goto(`${site}/events/new`)
  await page.fill('input[name="title.fr"]', "Veillée de contes")
  await opensPart(page, "texts")
  await page.fill('input[name="title.nl"]', "Verhalenavond")
  await page.fill('textarea[name="description.fr"]', "Des *histoires*.\n\n- une\n- deux")
  await choosesCategory(page, "talk")
  await page.fill('input[name="dates.0.date"]', `${year}-09-04`)
  await page.fill('input[name="dates.0.start"]', "20:00")
  await page.fill('input[name="dates.0.end"]', "19:00")
  await page.fill('input[name="place.text"]', "Moulin du Bief")
  await opensPart(page, "who")
  await page.fill('input[name="lineup.0.text"]', "Une conteuse")
  await page.getByRole("button", { name: t("event-editor.add_date") }).click()
  await soon(() => page.inputValue('input[name="title.nl"]')).toBe("Verhalenavond")
  await page.fill('input[name="dates.1.date"]', `${year}-09-11`)
  await page.fill('input[name="dates.1.start"]', "20:00")
  await publish(page).click()
  await page.locator(".note--error").first().waitFor()
  expect(await page.inputValue('textarea[name="description.fr"]')).toContain("*histoires*")
  expect(await page.inputValue('input[name="dates.1.date"]')).toBe(`${year}-09-11`)
  await page.fill('input[name="dates.0.end"]', "22:00")
  await publish(page).click()
  const id = await publishedId(page)
  expect(await readEvent(owner, id)).toMatchObject({
    title: { fr: "Veillée de contes", nl: "Verhalenavond" },
    description: { fr: expect.stringMatching(/<em>histoires<\/em>[^]*<li>une<\/li>/) },
    place: { fid: biefOf(owner) },
    lineup: [{ name: "Une conteuse", actor: null }],
    occurrences: [
      { end: expect.stringContaining("T22:00") },
      { start: expect.stringContaining(`${year}-09-11T20:00`) },
    ],
  })

  await page.goto(`${site}/events/new`)
  await page.fill('input[name="title.fr"]', "Permanence")
  await choosesCategory(page, "other")
  await page.fill('input[name="dates.0.date"]', `${year}-10-01`)
  await page.fill('input[name="dates.0.start"]', "10:00")
  await opensPart(page, "times")
  await page.check('input[name="repeats"]')
  await page.fill('input[name="rule.count"]', "3")
  await page.getByRole("button", { name: t("event-editor.show_dates") }).click()
  await soon(() => page.locator(".expectedf__date").count()).toBe(3)
  await page.locator(".expectedf__date select").nth(1).selectOption("cancelled")
  await page.getByRole("button", { name: t("editor.preview") }).click()
  await page.getByRole("heading", { level: 1, name: "Permanence" }).waitFor()
  await page.getByRole("link", { name: t("event-editor.back_to_form") }).click()
  await soon(() => page.locator(".expectedf__date select").nth(1).inputValue()).toBe("cancelled")
  expect(troubles).toEqual([])
  await close()
})
