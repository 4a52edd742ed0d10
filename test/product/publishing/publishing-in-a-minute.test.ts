import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { prefixOf } from "../people/accounts-people.ts"
import { axeFinds } from "../browser/axe.ts"
import { readEvent } from "../people/bief.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { givePage, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

// A first event from nothing, on a phone, within a fixed number of presses and fields.

const year = new Date().getFullYear() + 1
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()

/** Counts what a person does: the presses, and the fields filled in. */
function counted() {
  const done = { presses: 0, fields: 0 }
  return {
    done,
    press: async (what: Locator) => {
      done.presses++
      await what.tap()
    },
    fill: async (field: Locator, text: string) => {
      done.fields++
      await field.fill(text)
    },
    choose: async (pill: Locator) => {
      done.fields++
      done.presses++
      await pill.tap()
    },
  }
}

const publishedId = async (page: Page) => {
  await page.waitForURL(/\/events\/published\/\d+$/)
  return Number(page.url().split("/").at(-1))
}
const named = (page: Page, name: string) => page.locator(`input[name="${name}"]`)

for (const language of ["fr", "en", "nl"] as Language[]) {
  test(`a first event takes at most six presses and five fields, and creates its organizer's page (${language})`, async () => {
    const t = messagesIn(language)
    const person = await somebody(server, "ines")
    await person.ask("PATCH", "/api/me/", { language })
    const { page, troubles, close } = await visit(browser, { ...phone, storageState: person.state })
    await arrive(page, `${site}${prefixOf(language) || "/"}`)
    const { done, press, fill, choose } = counted()
    await press(page.getByRole("link", { name: t("agenda.publish_event") }))
    await page.getByText(t("event-editor.organizer_made")).waitFor()
    expect(await named(page, "organizer.name").inputValue()).toBe(person.name)
    await fill(named(page, `title.${language}`), "Trio Ventôse à la bougie")
    await fill(named(page, "dates.0.date"), `${year}-11-27`)
    await fill(named(page, "dates.0.start"), "20:30")
    const place = "Chez Odile, au fond de la cour"
    await fill(named(page, "place.text"), place)
    await press(page.getByRole("option", { name: t("editor.picker_add", { name: place }) }))
    await choose(page.locator('.inks label:has(input[value="music"])'))
    expect(await axeFinds(page, "the editor of a first event")).toEqual([])
    await press(page.getByRole("button", { name: t("event-editor.publish"), exact: true }))
    const id = await publishedId(page)
    expect(done.presses).toBeLessThanOrEqual(6)
    expect(done.fields).toBeLessThanOrEqual(5)

    await page.getByRole("heading", { level: 1, name: t("published.is_online") }).waitFor()
    expect(await axeFinds(page, "what one does after publishing")).toEqual([])
    const event = (await readEvent(person, id)) as Awaited<ReturnType<typeof readEvent>> & {
      organizers: { fid: string }[]
    }
    expect(event).toMatchObject({
      workflow: "published",
      category: "music",
      location: { name: "Chez Odile, au fond de la cour" },
      organizers: [{ name: person.name, type: "person" }],
      start: expect.stringContaining(`${year}-11-27T20:30`),
    })
    // Visitors see both, and the page is the account’s identity.
    const stranger = await visit(browser)
    expect((await stranger.page.goto(`${site}/events/${id}`))?.status()).toBe(200)
    expect((await stranger.page.goto(`${site}/actors/${event.organizers[0]?.fid}`))?.status()).toBe(200)
    await stranger.close()
    expect((await person.ask("GET", "/api/me/")).identity).toMatchObject({ fid: event.organizers[0]?.fid })
    expect(troubles).toEqual([])
    await close()
  })
}

test("a second event takes four fields and three presses: category and length are those of the last", async () => {
  const t = messagesIn("fr")
  const person = await somebody(server, "odile")
  await person.ask("POST", "/api/actors/", { type: "person", name: "Odile Brème", status: "published" })
  const [host] = await person.ask("GET", "/api/actors/managed/")
  const first = { title: { fr: "Une première" }, language: "fr", category: "dance", organizers: [host.fid] }
  await person.ask("POST", "/api/contents/events/", {
    ...first,
    start: `${year}-05-01T20:00`,
    end: `${year}-05-01T21:45`,
    workflow: "published",
  })
  const { page, troubles, close } = await visit(browser, { ...phone, storageState: person.state })
  await arrive(page, site)
  const { done, press, fill } = counted()
  await press(page.getByRole("link", { name: t("agenda.publish_event") }))
  await page.locator('.inks label:has(input[value="dance"]:checked)').waitFor()
  await fill(named(page, "title.fr"), "Une seconde")
  await fill(named(page, "dates.0.date"), `${year}-05-08`)
  await fill(named(page, "dates.0.start"), "19:30")
  await soon(() => named(page, "dates.0.end").inputValue()).toBe("21:15")
  await fill(named(page, "place.text"), "La cour")
  await press(page.getByRole("option", { name: t("editor.picker_add", { name: "La cour" }) }))
  await press(page.getByRole("button", { name: t("event-editor.publish"), exact: true }))
  const id = await publishedId(page)
  expect(done.presses).toBeLessThanOrEqual(3)
  expect(done.fields).toBeLessThanOrEqual(4)
  expect(await readEvent(person, id)).toMatchObject({
    category: "dance",
    organizers: [{ name: "Odile Brème" }],
    end: expect.stringContaining("T21:15"),
  })
  expect(troubles).toEqual([])
  await close()
})

test("a venue's event is proposed at the venue, which a pasted line may call by a part of its name", async () => {
  const person = await somebody(server, "odile")
  const fid = `fabriek-${person.name}`
  await givePage(person, { fid, name: `Kunstencentrum Fabriek ${person.name}` })
  const { page, troubles, close } = await visit(browser, { ...phone, storageState: person.state })
  await arrive(page, `${site}/nl/events/new`)
  expect(await named(page, "place").inputValue()).toBe(fid)
  const pasted = page.locator(".said__field")
  await pasted.fill(`zat 12 dec ${year} 20u30, Kamermuziek, Fabriek ${person.name}, € 18`)
  await page.getByRole("button", { name: messagesIn("nl")("event-editor.pasted_read") }).tap()
  await soon(() => named(page, "title.fr").inputValue()).toBe("Kamermuziek")
  expect(await named(page, "place").inputValue()).toBe(fid)
  expect(await named(page, "place.text").inputValue()).toBe(`Kunstencentrum Fabriek ${person.name}`)
  expect(troubles).toEqual([])
  await close()
})

test("by keyboard alone a first event is published", async () => {
  const t = messagesIn("fr")
  const person = await somebody(server, "rosa")
  const { page, troubles, close } = await visit(browser, {
    storageState: person.state,
    viewport: { width: 1280, height: 900 },
  })
  await arrive(page, `${site}/events/new`)
  await page.locator('[data-row="0"] .segments').nth(1).waitFor()
  await named(page, "title.fr").focus()
  await page.keyboard.type("Veillée")
  await page.keyboard.press("Tab")
  await page.keyboard.type(`2711${year}`)
  await tabsTo(
    page,
    () => page.evaluate(() => document.activeElement?.closest(".field")?.textContent?.trim() ?? ""),
    "Début",
  )
  await page.keyboard.type("2030")
  await tabsTo(page, () => page.evaluate(() => document.activeElement?.getAttribute("name") ?? ""), "place.text")
  await page.keyboard.type("La grange")
  await page.keyboard.press("Escape")
  await tabsTo(page, () => page.evaluate(() => document.activeElement?.getAttribute("name") ?? ""), "category")
  await page.keyboard.press("Space")
  await tabsTo(page, () => page.evaluate(() => document.activeElement?.textContent ?? ""), t("event-editor.publish"))
  await page.keyboard.press("Enter")
  const id = await publishedId(page)
  expect(await readEvent(person, id)).toMatchObject({ title: { fr: "Veillée" }, location: { name: "La grange" } })
  expect(troubles).toEqual([])
  await close()
})

/** Presses Tab until the focus is at the wanted element. */
async function tabsTo(page: Page, where: () => Promise<string>, wanted: string) {
  for (let stops = 0; stops < 30; stops++) {
    await page.keyboard.press("Tab")
    if ((await where()).startsWith(wanted)) return
  }
  throw new Error(`no way to ${wanted} by keyboard`)
}

test("the form of a new event ends by 1,100 px at 1440 px wide, and within two screens of a phone", async () => {
  const person = await somebody(server, "lise")
  for (const [width, height, most] of [
    [1440, 900, 1100],
    [390, 844, 1688],
  ] as const) {
    const { page, close } = await visit(browser, { storageState: person.state, viewport: { width, height } })
    await arrive(page, `${site}/events/new`)
    await page.locator('[data-row="0"] .segments').nth(1).waitFor()
    const ends = await page.locator(".evform").evaluate((form) => form.getBoundingClientRect().bottom + scrollY)
    expect(ends).toBeLessThanOrEqual(most)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await close()
  }
})
