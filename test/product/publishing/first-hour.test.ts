import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type RunningServer, startServer } from "../../instances/server.ts"
import { linkMailedTo, registers } from "../people/accounts-people.ts"
import { arrive, openBrowser, visit } from "../browser/browser.ts"
import { choosesCategory, opensEditor, opensPart, publish, richText, save, typesDate } from "../editing/editors.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { waitForNotices } from "../people/notices.ts"
import { notice, soon } from "../browser/waiting.ts"

// A venue’s first hour in one sitting and through the interface alone, from nothing to a festival; and the next steps of an
// artist in its line-up.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
const fid = "quai-des-brumes"
let server: RunningServer
let site: string
let browser: Browser
let assistant: Person
let artist: Person
let spectator: Person
/** The ids of the festival and its nights; one names the artist, another is cancelled. */
const events: number[] = []

beforeAll(async () => {
  server = await startServer({ LIMITS: "0", SAMPLE: "none" })
  site = server.url
  browser = await openBrowser()
  assistant = await somebody(server, "ilse")
  artist = await somebody(server, "lou")
  spectator = await somebody(server, "tarek")
  const summary = { fr: "Voix" }
  await givePage(artist, { type: "person", fid: artist.name, name: "Lou Brisart", summary })
  await givePage(spectator, { type: "person", fid: spectator.name, name: "Tarek Mounir-Lys", summary })
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const program = [
  { day: "14", fr: "Veilleuse", en: "Night light", nl: "Nachtlicht" },
  { day: "15", fr: "Sous la verrière", en: "Under the glass roof", nl: "Onder het glazen dak" },
  { day: "16", fr: "Onze heures, encore", en: "Eleven again", nl: "Weer elf uur" },
  { day: "17", fr: "La dernière rame", en: "The last train", nl: "De laatste trein" },
  { day: "18", fr: "Bal de clôture", en: "Closing ball", nl: "Slotbal" },
]

/** Fills in an event in three languages, publishes it and returns its id. */
async function publishes(page: Page, address: string, { day, ...titles }: (typeof program)[number], category: string) {
  await opensEditor(page, site + address)
  await page.locator('input[name="title.fr"]').fill(titles.fr)
  await opensPart(page, "texts")
  for (const [language, name] of Object.entries({ en: "English", nl: "Nederlands" })) {
    await page.getByRole("tab", { name }).click()
    await page.locator(`input[name="title.${language}"]`).fill(titles[language as "fr"])
  }
  await choosesCategory(page, category)
  await typesDate(page, 0, 0, `${day}03${year}`)
  await typesDate(page, 0, 1, "2030")
  const place = page.locator('input[name="place.text"]')
  if ((await place.inputValue()) === "") {
    await place.fill("Quai")
    await page.locator(".combo__list [role=option]", { hasText: "Quai des Brumes" }).click()
  }
  if (events.length === 1) {
    // The room field pushes the sections down: a press that begins before that ends beside its target.
    await page.locator('select[name="room"]').waitFor()
    await opensPart(page, "who")
    await page.locator('input[name="lineup.0.text"]').fill("Lou Bri")
    await page.locator(".combo__list [role=option]", { hasText: "Lou Brisart" }).click()
  }
  await publish(page).click()
  await page.waitForURL(/\/events\/published\/\d+$/)
  events.push(Number(page.url().split("/").at(-1)))
}

test("a venue registers, makes its page, invites, publishes a festival, and sees who was notified of a cancellation", async () => {
  const { page, troubles, close } = await visit(browser, { viewport: { width: 1280, height: 900 } })
  const name = await registers(page, site)
  await arrive(page, await linkMailedTo(server.dataDir, `${name}@exemple.be`, "/verify"))
  await page.getByRole("button", { name: t("account.verify_do") }).click()
  await page.locator(".note--success, .toast--success").first().waitFor()

  // The venue’s page, with two rooms.
  await arrive(page, `${site}/actors/new`)
  await page.getByRole("radio", { name: t("ui.type_place") }).check({ force: true })
  await page.getByLabel(t("actor-editor.name"), { exact: true }).fill("Quai des Brumes")
  await page.locator("#identifier > summary").click()
  await page.getByText(t("actor-editor.fid_free", { fid })).waitFor()
  await page.getByLabel(t("places.town")).fill("Liège")
  await page.getByRole("button", { name: t("actor-editor.save_draft") }).click()
  await page.waitForURL(`${site}/actors/edit/${fid}`)
  await richText(page).waitFor()
  await page.locator('textarea[name="summary.fr"]').fill("Une scène au bord de l’eau")
  await page.locator("#rooms > summary").click()
  for (const [at, room] of ["Grande salle", "Studio"].entries()) {
    await page.getByRole("button", { name: t("actor-editor.add_room") }).click()
    await page.locator(`input[name="rooms.${at}.name"]`).fill(room)
  }
  await page.getByRole("button", { name: t("actor-editor.save_then_publish") }).click()
  await page.waitForURL(`${site}/actors/publish/${fid}`)
  await page.getByRole("button", { name: t("actor-editor.publish") }).click()
  await page.waitForURL(`${site}/actors/${fid}`)

  // A colleague is invited.
  await arrive(page, `${site}/actors/manage/${fid}`)
  await page.locator('input[name="who.text"]').fill(assistant.email)
  await page.getByLabel(t("relations.relation"), { exact: true }).selectOption("assistant")
  await page.getByRole("button", { name: t("relations.add_do"), exact: true }).click()
  await notice(page, t("relations.added"))
  const theirs = await visit(browser, { storageState: assistant.state })
  await arrive(theirs.page, `${site}/me/invitations`)
  await theirs.page.getByRole("button", { name: t("relations.accept_what", { name: "Quai des Brumes" }) }).click()
  await notice(theirs.page, t("relations.accepted", { page: "Quai des Brumes" }))

  // A festival and its five nights.
  const festival = { day: "14", fr: "Les Brumes d’hiver", en: "Winter mists", nl: "Winternevel" }
  await publishes(page, "/events/new", festival, "other")
  for (const night of program) await publishes(page, `/events/new?parent=${events[0]}`, night, "music")
  const stranger = await visit(browser)
  for (const [prefix, title, first] of [
    ["", "Les Brumes d’hiver", "Veilleuse"],
    ["/en", "Winter mists", "Night light"],
    ["/nl", "Winternevel", "Nachtlicht"],
  ] as const) {
    await arrive(stranger.page, `${site}${prefix}/events/${events[0]}`)
    await soon(() => stranger.page.locator("h1").innerText()).toBe(title)
    await stranger.page.getByRole("link", { name: first }).first().waitFor()
  }
  await stranger.close()

  // The invited colleague cancels a night; a person who had answered is notified.
  await spectator.ask("PUT", `/api/contents/events/${events[2]}/attendance/`, { value: "confirmed" })
  await arrive(theirs.page, `${site}/events/manage/${events[2]}?tab=dates`)
  await theirs.page.getByLabel(t("manage.state_label")).selectOption("cancelled")
  await theirs.page.getByLabel(t("manage.reason")).fill("Le chauffage est en panne.")
  await theirs.page.getByRole("button", { name: t("manage.save_state") }).click()
  await theirs.page.getByRole("button", { name: t("manage.cancel_do"), exact: true }).click()
  await theirs.page.locator(".badge", { hasText: t("manage.status_cancelled") }).waitFor()
  await waitForNotices(server.dataDir)
  await arrive(page, `${site}/events/manage/${events[2]}?tab=messages`)
  const log = page.locator(".evm__told", { hasText: "Sous la verrière" })
  await log.getByRole("link", { name: t("manage.show_names", { count: 1 }) }).click()
  await log.getByRole("row", { name: /Tarek/ }).getByText(t("manage.one_sent")).first().waitFor()
  await page.getByRole("link", { name: t("manage.tab_journal") }).click()
  await page.getByText(assistant.name).first().waitFor()
  await theirs.close()
  await close()
  expect([...troubles, ...theirs.troubles, ...stranger.troubles]).toEqual([])
}, 240_000)

test("an artist named in an event's line-up confirms it and edits their own page, and visitors see both", async () => {
  const { page, troubles, close } = await visit(browser, {
    storageState: artist.state,
    viewport: { width: 1280, height: 900 },
  })
  const stranger = await visit(browser)
  const credit = stranger.page.locator(".credits li", { hasText: "Lou Brisart" }).first()
  await arrive(stranger.page, `${site}/events/${events[1]}`)
  await soon(() => credit.innerText()).toContain(t("events.unconfirmed"))

  await arrive(page, `${site}/me/confirmations`)
  await page.getByRole("button", { name: new RegExp(t("manage.accept_for", { page: "Lou Brisart" })) }).click()
  await page.getByText(t("manage.no_confirmations")).waitFor()

  await opensEditor(page, `${site}/actors/edit/${artist.name}`)
  await richText(page).click()
  await page.keyboard.type("Née à Liège, chante depuis toujours.")
  await page.locator('textarea[name="summary.fr"]').fill("Voix et bandes")
  await save(page).click()
  await page.waitForURL(`${site}/actors/${artist.name}`)
  await close()

  await arrive(stranger.page, `${site}/actors/${artist.name}`)
  await stranger.page.getByText("Née à Liège, chante depuis toujours.").waitFor()
  await arrive(stranger.page, `${site}/events/${events[1]}`)
  await soon(() => credit.innerText()).not.toContain(t("events.unconfirmed"))
  await stranger.close()
  expect([...troubles, ...stranger.troubles]).toEqual([])
})
