import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type RunningServer, startServer } from "../server.ts"
import { linkMailedTo, registers } from "./accounts-people.ts"
import { axeFinds } from "./axe.ts"
import { arrive, openBrowser, visit } from "./browser.ts"

// A venue's first hour, as far as its events go.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
let server: RunningServer
let site: string
let browser: Browser
type SignedIn = NonNullable<Extract<BrowserContextOptions["storageState"], object>>
let owner: SignedIn

beforeAll(async () => {
  server = await startServer({ LIMITS: "0" })
  site = server.url
  browser = await openBrowser()
  const { page, close } = await visit(browser)
  const name = await registers(page, site)
  await page.goto(await linkMailedTo(server.dataDir, `${name}@exemple.be`, "/verify"))
  await page.getByRole("button", { name: t("account.verify_do") }).click()
  await page.locator(".note--success, .toast--success").first().waitFor()
  await call(page, "POST", "/api/actors/", {
    type: "place",
    fid: "bief",
    name: "Théâtre du Bief",
    language: "fr",
    status: "published",
    location: { street: "3 quai du Bief", locality: "Liège", country: "BE", lat: 50.64, lon: 5.57, precision: "exact" },
    rooms: [{ name: "Grande salle" }, { name: "Studio" }],
  })
  owner = await page.context().storageState()
  await close()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** Asks the API as whoever is signed in on this page. */
async function call<Answer = { id: number }>(page: Page, method: string, path: string, body?: object): Promise<Answer> {
  if (!page.url().startsWith(site)) await page.goto(`${site}/menu`)
  return page.evaluate(
    async ([verb, address, content]) => {
      await fetch("/api/auth/csrf/")
      const token = /csrftoken=(\w+)/.exec(document.cookie)?.[1] ?? ""
      const answer = await fetch(address, {
        method: verb,
        headers: { "content-type": "application/json", "x-csrftoken": token },
        ...(content ? { body: JSON.stringify(content) } : {}),
      })
      if (!answer.ok) throw new Error(`${verb} ${address}: ${await answer.text()}`)
      return answer.status === 204 ? undefined : answer.json()
    },
    [method, path, body] as const,
  )
}

type Told = {
  id: number
  title: Record<string, string>
  workflow: string
  poster_roll: number
  occurrences: { start: string; end: string | null; status: string }[]
  [field: string]: unknown
}
const told = (page: Page, id: number | string) => call<Told>(page, "GET", `/api/contents/events/${id}/`)
const makes = (page: Page, title: string, start: string, more: object = {}) =>
  call<Told>(page, "POST", "/api/contents/events/", {
    title: { fr: title },
    language: "fr",
    category: "theatre",
    organizers: ["bief"],
    place: "bief",
    start,
    timezone: "Europe/Brussels",
    ...more,
  })

/** What becomes so soon, also on a machine that is busy. */
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it
const within = <Value>(read: () => Value | Promise<Value>) => expect.poll(read, { timeout: 15_000 })

/** Opens an editor and waits until its parts that come by script are there. */
async function opens(page: Page, path: string) {
  if (path === "/events/new") await call(page, "DELETE", "/api/me/drafts/event-new/")
  await arrive(page, site + path)
  await page.locator(".rich .read").first().waitFor()
  await page.locator('[data-row="0"] .segments').first().waitFor()
}

/** Types into a field of date or time, segment by segment. */
async function types(page: Page, row: number, field: number, digits: string) {
  const segments = page.locator(`[data-row="${row}"] .datesf__row .segments`).nth(field)
  await segments.locator("[role=spinbutton]").first().focus()
  await page.keyboard.type(digits)
}
const publish = (page: Page) => page.getByRole("button", { name: t("event-editor.publish"), exact: true })
const save = (page: Page) => page.getByRole("button", { name: t("editor.save"), exact: true })
const isKept = (page: Page) => page.locator(".savebar__state", { hasText: t("editor.kept_at", { time: "" }).trim() })
const publishedId = async (page: Page) => {
  await page.waitForURL(/\/events\/\d+$/)
  return Number(page.url().split("/").at(-1))
}

test("an event in three languages, on several dates, with a poster that was drawn again: published, everybody sees it", async () => {
  const { page, troubles, close } = await visit(browser, {
    storageState: owner,
    viewport: { width: 1280, height: 900 },
  })
  await opens(page, "/events/new")
  for (const [language, title, name] of [
    ["fr", "L’été des géantes", "Français"],
    ["en", "Summer of giants", "English"],
    ["nl", "De zomer van de reuzinnen", "Nederlands"],
  ] as const) {
    await page.getByRole("tab", { name }).click()
    await page.locator(`input[name="title.${language}"]`).fill(title)
  }
  expect(await page.getByRole("tab", { name: t("editor.translated") }).count()).toBe(2)
  await page.getByRole("tab", { name: "Français" }).click()
  await page.locator(".rich .read").first().click()
  await page.keyboard.type("Quatre machinistes répètent la nuit.")
  await page.getByLabel(t("event-editor.category")).selectOption("theatre")
  await within(() => page.locator(".event-preview__now .poster__title").innerText()).toBe("L’été des géantes")

  await types(page, 0, 0, `2003${year}`)
  await types(page, 0, 1, "2030")
  await types(page, 0, 2, "2215")
  await page.getByRole("button", { name: t("event-editor.add_date") }).click()
  // The night the clocks change; its hours are those of the first date.
  await page.locator('input[name="dates.1.date"]').fill(`${year}-03-27`)

  await page.locator('input[name="place.text"]').fill("Bief")
  await page.locator("[role=option]", { hasText: "Théâtre du Bief" }).click()
  await page.getByLabel(t("event-editor.room")).selectOption({ label: "Studio" })
  await page.locator('input[name="prices.0.label"]').fill("Plein tarif")
  await page.locator('input[name="prices.0.amount"]').fill("12,50")

  const figure = () => page.locator(".event-preview__now .poster__fig").innerHTML()
  const before = await figure()
  await page.getByRole("button", { name: t("event-editor.another_draw") }).click()
  await within(figure).not.toBe(before)
  const chosen = await page.locator(".event-preview__draws li").nth(1).locator(".poster__fig").innerHTML()
  await page.getByRole("button", { name: t("event-editor.draw_number", { number: 2 }) }).click()
  await within(figure).toBe(chosen)

  expect(await axeFinds(page, "the editor of an event")).toEqual([])
  await publish(page).click()
  const id = await publishedId(page)
  expect(await told(page, id)).toMatchObject({
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
  // The poster that was chosen is the one that hangs.
  expect(await page.locator("main .event__poster .poster__fig").innerHTML()).toBe(chosen)
  const stranger = await visit(browser)
  expect((await stranger.page.goto(`${site}/nl/events/${id}`))?.status()).toBe(200)
  await stranger.page.getByRole("heading", { level: 1, name: "De zomer van de reuzinnen" }).waitFor()
  await stranger.close()
  expect(troubles).toEqual([])
  await close()
})

test("an event that is repeated: its dates show as the rule is made, one is called off, one is taken out", async () => {
  const { page, close } = await visit(browser, { storageState: owner, viewport: { width: 1280, height: 900 } })
  await opens(page, "/events/new")
  await page.locator('input[name="title.fr"]').fill("Atelier du mardi")
  await page.getByLabel(t("event-editor.category")).selectOption("workshop")
  await types(page, 0, 0, `0103${year}`)
  await types(page, 0, 1, "1800")
  await page.getByLabel(t("event-editor.repeats")).check()
  await page.getByLabel(t("event-editor.how_many")).fill("4")
  const dates = page.locator(".expectedf__date")
  await within(() => dates.count()).toBe(4)
  await dates.nth(1).getByRole("combobox").selectOption("cancelled")
  await dates.nth(2).getByRole("combobox").selectOption("removed")
  await page.getByText(t("event-editor.expected", { count: 3 })).waitFor()
  await publish(page).click()
  const id = await publishedId(page)
  const event = await told(page, id)
  expect(event.recurrence).toMatch(/FREQ=WEEKLY.*COUNT=4\nEXDATE:/)
  expect(event.occurrences.map(({ start, status }) => [start.slice(5, 16), status])).toEqual([
    ["03-01T18:00", "scheduled"],
    ["03-08T18:00", "cancelled"],
    ["03-22T18:00", "scheduled"],
  ])

  // Opened again it says the same, and one more can be moved.
  await opens(page, `/events/edit/${id}`)
  await within(() => dates.count()).toBe(4)
  await dates.nth(3).getByRole("combobox").selectOption("moved")
  const segments = dates.nth(3).locator(".segments")
  await segments.nth(1).waitFor()
  await segments.nth(0).locator("[role=spinbutton]").first().focus()
  await page.keyboard.type(`2303${year}`)
  await segments.nth(1).locator("[role=spinbutton]").first().focus()
  await page.keyboard.type("1930")
  await save(page).click()
  await page.waitForURL(`${site}/events/${id}`)
  expect((await told(page, id)).occurrences.map(({ start, status }) => [start.slice(5, 16), status])).toEqual([
    ["03-01T18:00", "scheduled"],
    ["03-08T18:00", "cancelled"],
    ["03-23T19:30", "moved"],
  ])
  await close()
})

test("what is wrong is said beside its field and above all, nothing typed is lost, and the next day is proposed", async () => {
  const { page, close } = await visit(browser, { storageState: owner, viewport: { width: 1280, height: 900 } })
  await opens(page, "/events/new")
  await page.locator('input[name="title.fr"]').fill("Nuit longue")
  await page.getByLabel(t("event-editor.category")).selectOption("party")
  await types(page, 0, 0, `0504${year}`)
  await types(page, 0, 1, "2200")
  await types(page, 0, 2, "0300")
  await page.locator('input[name="ticket_url"]').fill("billets.bief")
  await page.locator('input[name="prices.0.label"]').fill("Entrée")
  await page.locator('input[name="prices.0.amount"]').fill("dix")
  await publish(page).click()
  const summary = page.locator(".note--error")
  await summary.waitFor()
  await within(() => summary.getByRole("link").count()).toBe(2)
  expect(await page.locator('input[name="title.fr"]').inputValue()).toBe("Nuit longue")
  expect(await page.locator('input[name="ticket_url"]').inputValue()).toBe("billets.bief")
  await summary.getByRole("link", { name: t("event-editor.amount_wrong") }).click()
  await within(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("prices.0.amount")

  await page.locator('input[name="prices.0.amount"]').fill("10")
  await page.getByRole("button", { name: t("event-editor.yes_next_day") }).click()
  await within(() => page.locator('input[name="dates.0.end_date"]').inputValue()).toBe(`${year}-04-06`)
  await publish(page).click()
  // What only the server knows comes next, with what was typed.
  await page.locator('input[name="ticket_url"][aria-invalid="true"]').waitFor()
  await page.locator('input[name="ticket_url"]').fill("https://billets.example/bief")
  await publish(page).click()
  const event = await told(page, await publishedId(page))
  expect(event).toMatchObject({ ticket_url: "https://billets.example/bief", prices: [{ label: "Entrée", amount: 10 }] })
  expect(event.occurrences[0]?.end).toContain(`${year}-04-06T03:00`)
  await close()
})

test("what is typed is kept as one types and is there again in another browser; the public sees none of it", async () => {
  const first = await visit(browser, { storageState: owner })
  const { id } = await makes(first.page, "Titre public", `${year}-05-01T20:00`, { workflow: "published" })
  await opens(first.page, `/events/edit/${id}`)
  await first.page.locator('input[name="title.fr"]').fill("Titre en chantier")
  await first.page.getByRole("button", { name: t("event-editor.add_date") }).click()
  await first.page.locator('input[name="dates.1.date"]').fill(`${year}-05-02`)
  await isKept(first.page).waitFor()
  await first.close()

  const second = await visit(browser, { storageState: owner })
  await opens(second.page, `/events/edit/${id}`)
  expect(await second.page.locator('input[name="title.fr"]').inputValue()).toBe("Titre en chantier")
  expect(await second.page.locator('input[name="dates.1.date"]').inputValue()).toBe(`${year}-05-02`)
  expect((await told(second.page, id)).title.fr).toBe("Titre public")
  await second.page.getByRole("button", { name: t("editor.start_from_saved") }).click()
  await within(() => second.page.locator('input[name="title.fr"]').inputValue()).toBe("Titre public")
  expect(await second.page.locator('input[name="dates.1.date"]').count()).toBe(0)
  await second.close()
})

test("two who edit the same event see both texts, and each keeps what they choose", async () => {
  const { page, close } = await visit(browser, { storageState: owner, viewport: { width: 1280, height: 900 } })
  const { id } = await makes(page, "Le titre", `${year}-06-01T20:00`, { workflow: "published", tags: ["un"] })
  await opens(page, `/events/edit/${id}`)
  await call(page, "PATCH", `/api/contents/events/${id}/`, { title: { fr: "Leur titre" }, tags: ["deux"] })
  await page.locator('input[name="title.fr"]').fill("Mon titre")
  await save(page).click()
  const conflict = page.locator(".conflict")
  await conflict.waitFor()
  const choice = (text: string) => conflict.locator(".opt", { hasText: text })
  expect(await choice("Mon titre").getByRole("radio").isChecked()).toBe(true)
  // What only they changed is proposed as they have it.
  expect(await choice("deux").getByRole("radio").isChecked()).toBe(true)
  await save(page).click()
  await page.waitForURL(`${site}/events/${id}`)
  expect(await told(page, id)).toMatchObject({ title: { fr: "Mon titre" }, tags: ["deux"] })
  await close()
})

test("a similar event is shown before publishing: it can be merged, or published anyway", async () => {
  const { page, troubles, close } = await visit(browser, {
    storageState: owner,
    viewport: { width: 1280, height: 900 },
  })
  const known = await makes(page, "Bal des écluses", `${year}-07-03T20:00`, { workflow: "published" })
  const draft = await makes(page, "Le bal des écluses", `${year}-07-03T20:15`)
  await opens(page, `/events/edit/${draft.id}`)
  await publish(page).click()
  const panel = page.locator(".duplicates")
  await panel.waitFor()
  await within(() => page.evaluate(() => document.activeElement?.id)).toBe("duplicates")
  expect(await panel.innerText()).toContain("Bal des écluses")
  expect((await told(page, draft.id)).workflow).toBe("draft")
  expect(await axeFinds(page, "the editor of an event")).toEqual([])
  await panel.getByRole("button", { name: t("event-editor.same_merge") }).click()
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("event-editor.merge_do") })
    .click()
  await page.waitForURL(`${site}/events/edit/${known.id}`)
  // The address of the one that is gone leads to the other, for everybody.
  const stranger = await visit(browser)
  await stranger.page.goto(`${site}/en/events/${draft.id}`)
  expect(stranger.page.url()).toBe(`${site}/en/events/${known.id}`)
  await stranger.close()

  const other = await makes(page, "Bal des écluses, la suite", `${year}-07-03T20:15`)
  await opens(page, `/events/edit/${other.id}`)
  await publish(page).click()
  await panel.waitFor()
  await panel.getByRole("button", { name: t("event-editor.publish_anyway") }).click()
  await page.waitForURL(`${site}/events/${other.id}`)
  expect((await told(page, other.id)).workflow).toBe("published")
  expect(troubles).toEqual([])
  await close()
})

test("an event is duplicated to another date, as a draft of its own", async () => {
  const { page, close } = await visit(browser, { storageState: owner, javaScriptEnabled: false })
  const scripted = await visit(browser, { storageState: owner })
  const { id } = await makes(scripted.page, "Bal annuel", `${year}-08-15T20:00`, { workflow: "published" })
  await page.goto(`${site}/events/edit/${id}`)
  await page.getByRole("button", { name: t("event-editor.add_copy_date") }).click()
  await page.fill('input[name="copies.0.date"]', `${year + 1}-08-14`)
  await page.getByRole("button", { name: t("event-editor.copy_do") }).click()
  await page.waitForURL(/\/events\/edit\/\d+\?saved=/)
  const copy = Number(/edit\/(\d+)/.exec(page.url())?.[1])
  expect(copy).not.toBe(id)
  expect(await told(scripted.page, copy)).toMatchObject({
    title: { fr: "Bal annuel" },
    workflow: "draft",
    occurrences: [{ start: expect.stringContaining(`${year + 1}-08-14T20:00`) }],
  })
  await scripted.close()
  await close()
})

test("without script: rows are added, mistakes are told with everything typed, a rule shows its dates, and it is published", async () => {
  const before = await visit(browser, { storageState: owner })
  await call(before.page, "DELETE", "/api/me/drafts/event-new/")
  await before.close()
  const { page, troubles, close } = await visit(browser, { storageState: owner, javaScriptEnabled: false })
  await page.goto(`${site}/events/new`)
  await page.fill('input[name="title.fr"]', "Veillée de contes")
  await page.fill('input[name="title.nl"]', "Verhalenavond")
  await page.fill('textarea[name="description.fr"]', "Des *histoires*.\n\n- une\n- deux")
  await page.selectOption('select[name="category"]', "talk")
  await page.fill('input[name="dates.0.date"]', `${year}-09-04`)
  await page.fill('input[name="dates.0.start"]', "20:00")
  await page.fill('input[name="dates.0.end"]', "19:00")
  await page.fill('input[name="place.text"]', "Théâtre du Bief")
  await page.fill('input[name="lineup.0.text"]', "Une conteuse")
  await page.getByRole("button", { name: t("event-editor.add_date") }).click()
  expect(await page.inputValue('input[name="title.nl"]')).toBe("Verhalenavond")
  await page.fill('input[name="dates.1.date"]', `${year}-09-11`)
  await page.fill('input[name="dates.1.start"]', "20:00")
  await publish(page).click()
  await page.locator(".note--error").first().waitFor()
  expect(await page.inputValue('textarea[name="description.fr"]')).toContain("*histoires*")
  expect(await page.inputValue('input[name="dates.1.date"]')).toBe(`${year}-09-11`)
  await page.fill('input[name="dates.0.end"]', "22:00")
  await publish(page).click()
  const id = await publishedId(page)
  const scripted = await visit(browser, { storageState: owner })
  expect(await told(scripted.page, id)).toMatchObject({
    title: { fr: "Veillée de contes", nl: "Verhalenavond" },
    description: { fr: expect.stringMatching(/<em>histoires<\/em>[^]*<li>une<\/li>/) },
    place: { fid: "bief" },
    lineup: [{ name: "Une conteuse", actor: null }],
    occurrences: [
      { end: expect.stringContaining("T22:00") },
      { start: expect.stringContaining(`${year}-09-11T20:00`) },
    ],
  })
  await scripted.close()

  await page.goto(`${site}/events/new`)
  await page.fill('input[name="title.fr"]', "Permanence")
  await page.selectOption('select[name="category"]', "other")
  await page.fill('input[name="dates.0.date"]', `${year}-10-01`)
  await page.fill('input[name="dates.0.start"]', "10:00")
  await page.check('input[name="repeats"]')
  await page.fill('input[name="rule.count"]', "3")
  await page.getByRole("button", { name: t("event-editor.show_dates") }).click()
  expect(await page.locator(".expectedf__date").count()).toBe(3)
  await page.locator(".expectedf__date select").nth(1).selectOption("cancelled")
  await page.getByRole("button", { name: t("editor.preview") }).click()
  await page.getByRole("heading", { level: 1, name: "Permanence" }).waitFor()
  await page.getByRole("link", { name: t("event-editor.back_to_form") }).click()
  expect(await page.locator(".expectedf__date select").nth(1).inputValue()).toBe("cancelled")
  expect(troubles).toEqual([])
  await close()
})

test("who has no page is told to make one; whoever does not manage an event cannot edit it", async () => {
  const { page, close } = await visit(browser)
  await registers(page, site)
  await page.goto(`${site}/events/new`)
  await page.getByRole("link", { name: t("event-editor.make_page") }).waitFor()
  const owned = await visit(browser, { storageState: owner })
  const { id } = await makes(owned.page, "À nous", `${year}-11-01T20:00`, { workflow: "published" })
  const draft = await makes(owned.page, "À nous seuls", `${year}-11-02T20:00`)
  await owned.close()
  expect((await page.goto(`${site}/events/edit/${id}`))?.status()).toBe(403)
  expect((await page.goto(`${site}/events/edit/${draft.id}`))?.status()).toBe(404)
  await close()
})
