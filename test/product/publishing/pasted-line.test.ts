import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import type { RunningServer } from "../../instances/server.ts"
import { prefixOf } from "../people/accounts-people.ts"
import { axeFinds } from "../browser/axe.ts"
import { readEvent } from "../people/bief.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { isDrawn } from "../browser/drawing.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { somebody } from "../people/page-people.ts"
import { soon } from "../browser/waiting.ts"

// Pasting a line, the text of a poster or an address, on a phone: what it says fills the form, and can be undone.

const year = new Date().getFullYear() + 1
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  permissions: ["clipboard-read", "clipboard-write"],
}
let server: RunningServer
let elsewhere: Server
let site: string
const browser = await sharedBrowser()
beforeAll(async () => {
  elsewhere = createServer((request, answer) => {
    const body = pages[request.url ?? ""]
    answer.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(body ?? "")
  })
  await new Promise<void>((ready) => elsewhere.listen(0, "127.0.0.1", ready))
  const { port } = elsewhere.address() as AddressInfo
  const names = new URL("../servers/elsewhere-names.mjs", import.meta.url).href
  server = await dedicatedServer({
    LIMITS: "0",
    ELSEWHERE: `hangar.example:${port}`,
    NODE_OPTIONS: `--import=${names}`,
  })
  site = server.url
})
afterAll(async () => {
  await server.stop()
  elsewhere.close()
})

const event = (title: string, start: string) => ({
  "@context": "https://schema.org",
  "@type": "TheaterEvent",
  name: title,
  startDate: start,
  endDate: start.replace("T20:30", "T22:15"),
  inLanguage: "nl",
  description: "<p>Een avond met <b>hout</b>.</p><script>alert(1)</script>",
  location: {
    "@type": "Place",
    name: "De Windloods",
    address: { streetAddress: "Kaai 3", postalCode: "9000", addressLocality: "Gent", addressCountry: "BE" },
  },
  offers: { "@type": "Offer", price: "14", priceCurrency: "EUR", url: "https://hangar.example/tickets/7" },
})
const html = (...events: object[]) =>
  `<!doctype html><html lang="nl"><title>De Windloods</title><script type="application/ld+json">${JSON.stringify(events).replaceAll("</", "<\\/")}</script>`
const pages: Record<string, string> = {
  "/agenda/wind": html(event("De Wind speelt hout", `${year}-03-12T20:30:00+01:00`)),
  "/agenda": html(
    event("De Wind speelt hout", `${year}-03-12T20:30:00+01:00`),
    event("De Wind speelt koper", `${year}-03-19T20:30:00+01:00`),
  ),
  "/over": "<!doctype html><html><title>Over ons</title><p>Wij zijn een loods.</p>",
}

const named = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const pasteField = (page: Page) => page.locator(".said__field")
const chips = (page: Page) => page.locator(".said__words > li")

/** Pastes as people do: from the clipboard into the focused field. */
async function paste(page: Page, field: Locator, text: string) {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text)
  await field.focus()
  await page.keyboard.press("Control+V")
}

async function shot(page: Page, name: string) {
  if (!process.env.SHOTS) return
  await isDrawn(page, true)
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
  await isDrawn(page, false)
}

const lines: Record<Language, string> = {
  fr: `Samedi 27 nov ${year} 20h30, Trio Ventôse à la bougie, Chez Odile, 12 €`,
  en: `Sat 27 Nov ${year}, 8.30 pm, Trio Ventôse à la bougie, Chez Odile, €12`,
  nl: `zat 27 nov ${year} 20u30, Trio Ventôse à la bougie, Chez Odile, € 12`,
}

for (const language of ["fr", "en", "nl"] as Language[]) {
  test(`a pasted line fills the event form, one press undoes one field, and two presses publish it (${language})`, async () => {
    const t = messagesIn(language)
    const person = await somebody(server, "ines")
    await person.ask("PATCH", "/api/me/", { language })
    const { page, troubles, close } = await visit(browser, { ...phone, storageState: person.state })
    await arrive(page, `${site}${prefixOf(language)}/events/new`)
    await named(page, `title.${language}`).fill("Ce qui était là")
    await paste(page, pasteField(page), lines[language])
    await soon(() => chips(page).count()).toBe(4)
    await soon(() => named(page, `title.${language}`).inputValue()).toBe("Trio Ventôse à la bougie")
    expect(await named(page, "dates.0.date").inputValue()).toBe(`${year}-11-27`)
    expect(await named(page, "dates.0.start").inputValue()).toBe("20:30")
    expect(await named(page, "place.text").inputValue()).toBe("Chez Odile")
    expect(await named(page, "prices.0.amount").inputValue()).toBe("12")
    expect(await chips(page).allInnerTexts()).toContainEqual(expect.stringContaining(t.date(`${year}-11-27`, "full")))
    await page.getByText(t("event-editor.pasted_said", { count: 4 })).waitFor({ state: "attached" })
    await shot(page, `said-390-${language}`)
    await soon(() => page.evaluate(() => document.activeElement?.className)).toBe("said__words")
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await axeFinds(page)).toEqual([])

    // Undoing one field restores it; the others stay.
    const undo = (id: "title" | "part_money") =>
      page.getByRole("button", { name: t("event-editor.pasted_undo", { field: t(`event-editor.${id}`) }) })
    await undo("title").tap()
    await soon(() => named(page, `title.${language}`).inputValue()).toBe("Ce qui était là")
    expect(await named(page, "place.text").inputValue()).toBe("Chez Odile")
    await page.getByRole("button", { name: t("event-editor.pasted_undo_all") }).tap()
    await soon(() => named(page, "dates.0.date").inputValue()).toBe("")
    expect(await named(page, "prices.0.amount").inputValue()).toBe("")
    expect(await named(page, `title.${language}`).inputValue()).toBe("Ce qui était là")

    // And the whole way from the line to the event: paste, category, publish.
    await paste(page, pasteField(page), lines[language])
    await soon(() => chips(page).count()).toBe(4)
    // The summary scrolls into view with its focus: until then the targets of a tap move.
    await soon(() => page.evaluate(() => document.activeElement?.className)).toBe("said__words")
    await page.locator('.inks label:has(input[value="music"])').tap()
    await soon(() => page.locator('.inks input[value="music"]').isChecked()).toBe(true)
    await page.getByRole("button", { name: t("event-editor.publish"), exact: true }).tap()
    await page.waitForURL(/\/events\/published\/\d+$/)
    expect(await readEvent(person, Number(page.url().split("/").at(-1)))).toMatchObject({
      title: { [language]: "Trio Ventôse à la bougie" },
      start: expect.stringContaining(`${year}-11-27T20:30`),
      location: { name: "Chez Odile" },
      prices: [{ amount: 12, currency: "EUR" }],
    })
    expect(troubles).toEqual([])
    await close()
  })
}

test("once the summary of a pasted line has the focus, the categories below it no longer move", async () => {
  const person = await somebody(server, "ravi")
  const { page, troubles, close } = await visit(browser, { ...phone, storageState: person.state })
  await arrive(page, `${site}/events/new`)
  await page.evaluate(() => {
    const seen: number[] = []
    const look = () => {
      if (document.activeElement?.className === "said__words")
        seen.push(Math.round(scrollY + (document.querySelector(".inks")?.getBoundingClientRect().top ?? 0)))
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { seen })
  })
  await paste(page, pasteField(page), lines.fr)
  const seen = () => page.evaluate(() => (window as unknown as { seen: number[] }).seen)
  await soon(async () => (await seen()).length).toBeGreaterThan(0)
  await page.waitForTimeout(1000)
  expect(new Set(await seen()).size).toBe(1)
  expect(troubles).toEqual([])
  await close()
})

test("a line pasted as a title is split into fields, an undo restores it, and a mere title is left alone", async () => {
  const t = messagesIn("fr")
  const person = await somebody(server, "odile")
  const { page, troubles, close } = await visit(browser, { ...phone, storageState: person.state })
  await arrive(page, `${site}/events/new`)
  const text = `Bal des absents, 5 et 6 déc ${year} 21h, La Fonderie, entrée libre`
  await paste(page, named(page, "title.fr"), text)
  await soon(() => chips(page).count()).toBe(4)
  await soon(() => named(page, "dates.1.date").inputValue()).toBe(`${year}-12-06`)
  expect(await named(page, "title.fr").inputValue()).toBe("Bal des absents")
  await page.getByRole("button", { name: t("event-editor.pasted_undo_all") }).tap()
  await soon(() => named(page, "title.fr").inputValue()).toBe(text)
  expect(await named(page, "dates.1.date").count()).toBe(0)
  // A mere title is left alone.
  await named(page, "title.fr").fill("")
  await paste(page, named(page, "title.fr"), "Nuit du 4 août")
  await page.waitForTimeout(500)
  expect(await chips(page).count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})

test("a pasted address fills the form from its page in its language, offers several events, and explains failures", async () => {
  const t = messagesIn("fr")
  const person = await somebody(server, "lise")
  const { page, troubles, close } = await visit(browser, { ...phone, storageState: person.state })
  await arrive(page, `${site}/events/new`)
  await paste(page, pasteField(page), "http://hangar.example/over")
  await page.getByText(t("imports.address_no_event", { host: "hangar.example" })).waitFor()
  await pasteField(page).fill("")
  await paste(page, pasteField(page), "http://hangar.example/rien")
  await page.getByText(t("imports.address_gone", { host: "hangar.example" })).waitFor()
  await pasteField(page).fill("")
  await paste(page, pasteField(page), "http://127.0.0.1:80/")
  await page.getByText(t("imports.forbidden_address", { source: "127.0.0.1" })).waitFor()
  await pasteField(page).fill("")
  await paste(page, pasteField(page), "http://hangar.example/agenda")
  await page.getByRole("button", { name: /De Wind speelt koper/ }).tap()
  await soon(() => named(page, "dates.0.date").inputValue()).toBe(`${year}-03-19`)
  await page.getByRole("button", { name: t("event-editor.pasted_undo_all") }).tap()
  await soon(() => named(page, "dates.0.date").inputValue()).toBe("")
  expect(await named(page, "language").inputValue()).toBe("fr")
  await paste(page, pasteField(page), "http://hangar.example/agenda/wind")
  await soon(() => named(page, "dates.0.date").inputValue()).toBe(`${year}-03-12`)
  expect(await named(page, "dates.0.start").inputValue()).toBe("20:30")
  expect(await named(page, "dates.0.end").inputValue()).toBe("22:15")
  await soon(() => page.locator('.evform__first [name="title.nl"]').inputValue()).toBe("De Wind speelt hout")
  expect(await named(page, "place.text").inputValue()).toBe("De Windloods")
  expect(await named(page, "location.locality").inputValue()).toBe("Gent")
  expect(await named(page, "ticket_url").inputValue()).toBe("https://hangar.example/tickets/7")
  await shot(page, "address-390")
  await page.getByRole("button", { name: t("event-editor.publish"), exact: true }).tap()
  await page.waitForURL(/\/events\/published\/\d+$/)
  const made = await readEvent(person, Number(page.url().split("/").at(-1)))
  expect(made).toMatchObject({
    language: "nl",
    title: { nl: "De Wind speelt hout" },
    category: "theatre",
    location: { name: "De Windloods", locality: "Gent" },
    prices: [{ amount: 14 }],
  })
  const text = (made.description as Record<string, string>).nl
  expect(text).toContain("hangar.example")
  expect(text).not.toContain("script")
  expect(troubles).toEqual([])
  await close()
})

test("by keyboard a typed line fills the form, its summary gets the focus, and one press undoes the title", async () => {
  const person = await somebody(server, "rosa")
  const { page, troubles, close } = await visit(browser, {
    storageState: person.state,
    viewport: { width: 1440, height: 900 },
    permissions: phone.permissions,
  })
  await arrive(page, `${site}/events/new`)
  await page.locator('[data-row="0"] .segments').nth(1).waitFor()
  await shot(page, "empty-1440")
  await pasteField(page).focus()
  await page.keyboard.type(`lundi 27 nov ${year}, 22h à 1h, Veillée, La Grange, Nous boirons du thé`)
  await page.keyboard.press("Enter")
  await page.getByText(/Le texte dit «\slundi\s»/).waitFor()
  await soon(() => named(page, "dates.0.end_date").inputValue()).toBe(`${year}-11-28`)
  await soon(() => page.evaluate(() => document.activeElement?.className)).toBe("said__words")
  await shot(page, "said-1440")
  expect(await axeFinds(page)).toEqual([])
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await soon(() => named(page, "title.fr").inputValue()).toBe("")
  expect(await named(page, "dates.0.start").inputValue()).toBe("22:00")
  expect(new URL(page.url()).pathname).toBe("/events/new")
  expect(troubles).toEqual([])
  await close()
})
