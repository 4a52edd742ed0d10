import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type RunningServer, startServer } from "../server.ts"
import { linkMailedTo, registers } from "./accounts-people.ts"
import { openBrowser, visit } from "./browser.ts"

// A venue's first hour, as far as its page goes.

const t = messagesIn("fr")
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
  owner = await page.context().storageState()
  await close()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** What becomes so in a moment, on a machine that may be slow. */
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it
const soon = <T>(what: () => Promise<T> | T) => expect.poll(what, { timeout: 20_000 })
const read = async (page: Page, fid: string) => (await page.context().request.get(`${site}/api/actors/${fid}/`)).json()
const save = (page: Page) => page.getByRole("button", { name: t("editor.save"), exact: true })
const isKept = (page: Page) => page.locator(".savebar__state", { hasText: t("editor.kept_at", { time: "" }).trim() })
const editor = (page: Page, language = 0) => page.locator(".rich .read").nth(language)

/** Opens an editor and waits until its parts that come by script are there. */
async function opens(page: Page, fid: string) {
  await page.goto(`${site}/actors/edit/${fid}`, { waitUntil: "load" })
  await editor(page).waitFor()
  await soon(() => page.locator("textarea.rich__plain").count()).toBe(0)
}

/** A page made over the API, as quickly as that goes. */
async function makes(page: Page, fid: string, more: object = {}) {
  if (!page.url().startsWith(site)) await page.goto(`${site}/menu`)
  await page.evaluate(
    async (body) => {
      await fetch("/api/auth/csrf/")
      const token = /csrftoken=(\w+)/.exec(document.cookie)?.[1] ?? ""
      const answer = await fetch("/api/actors/", {
        method: "POST",
        headers: { "content-type": "application/json", "x-csrftoken": token },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(await answer.text())
    },
    { type: "place", fid, name: "Le Hangar", language: "fr", summary: { fr: "Une salle" }, ...more },
  )
}

test("a place with two rooms and their access, in three languages, by keyboard alone; published, everybody sees it", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner })
  const type = async (field: Locator, words: string) => {
    await field.focus()
    await page.keyboard.insertText(words)
  }
  const press = async (button: Locator, key = "Enter") => {
    await button.focus()
    await page.keyboard.press(key)
  }

  await page.goto(`${site}/actors/new`, { waitUntil: "networkidle" })
  await press(page.getByRole("radio", { name: t("ui.type_place") }), "Space")
  await type(page.getByLabel(t("actor-editor.name"), { exact: true }), "Théâtre du Bief")
  const fid = page.getByLabel(t("actor-editor.fid"), { exact: true })
  expect(await fid.inputValue()).toBe("theatre-du-bief")
  await page.getByText(t("actor-editor.fid_free", { fid: "theatre-du-bief" })).waitFor()
  await type(page.getByLabel(t("actor-editor.town")), "Liège")
  await page.keyboard.press("Enter")
  await page.waitForURL(`${site}/actors/edit/theatre-du-bief`)
  await editor(page).waitFor()

  for (const [index, [language, words]] of [
    ["fr", "Une salle au bord de l’eau"],
    ["en", "A room by the water"],
    ["nl", "Een zaal aan het water"],
  ].entries()) {
    if (index > 0) {
      await page.getByRole("tab", { selected: true }).focus()
      await page.keyboard.press("ArrowRight")
    }
    await type(page.locator(`textarea[name="summary.${language}"]`), words as string)
    const sheet = page.locator(`[data-language="${language}"]`)
    await press(sheet.getByRole("toolbar").getByRole("button", { name: t("editor.bullets") }))
    await soon(() => page.evaluate(() => document.activeElement?.className)).toContain("read")
    await page.keyboard.insertText(`${words} (${language})`)
    await soon(() => page.locator(`input[name="description.${language}"]`).inputValue()).toContain("<li>")
  }
  expect(await page.getByRole("tab", { name: t("editor.translated") }).count()).toBe(2)

  for (const [index, [name, seats]] of [
    ["Grande salle", "220"],
    ["Studio", "60"],
  ].entries()) {
    await press(page.getByRole("button", { name: t("actor-editor.add_room") }))
    const room = page.locator(`[data-row="${index}"]`).first()
    await room.getByLabel(t("actor-editor.room_name")).waitFor()
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name))
      .toBe(`rooms.${index}.name`)
    await page.keyboard.insertText(name as string)
    await page.keyboard.press("Tab")
    await page.keyboard.insertText(seats as string)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter") // the fold with the access
    const stepFree = room.getByRole("radiogroup", { name: t("ui.access_step_free") })
    await press(stepFree.getByRole("radio", { checked: true }), index === 0 ? "ArrowRight" : "ArrowLeft")
    const day = room.locator(".segments [role=spinbutton]").first()
    await day.waitFor()
    await day.focus()
    await page.keyboard.type("14022026")
  }
  await isKept(page).waitFor()
  await press(page.getByRole("button", { name: t("actor-editor.save_then_publish") }))
  await page.waitForURL(`${site}/actors/publish/theatre-du-bief`)

  expect(await read(page, "theatre-du-bief")).toMatchObject({
    status: "draft",
    summary: { fr: "Une salle au bord de l’eau", en: "A room by the water", nl: "Een zaal aan het water" },
    description: { en: "<ul><li><p>A room by the water (en)</p></li></ul>" },
    location: { locality: "Liège", country: "BE" },
    rooms: [
      { name: "Grande salle", capacity: 220, access: { step_free: "yes", checked: "2026-02-14" } },
      { name: "Studio", capacity: 60, access: { step_free: "no", checked: "2026-02-14" } },
    ],
  })

  const stranger = await visit(browser)
  expect((await stranger.page.goto(`${site}/actors/theatre-du-bief`))?.status()).toBe(404)
  await press(page.getByRole("button", { name: t("actor-editor.publish") }))
  await page.waitForURL(`${site}/actors/theatre-du-bief`)
  expect((await stranger.page.goto(`${site}/en/actors/theatre-du-bief`))?.status()).toBe(200)
  await stranger.page.getByText("A room by the water (en)").waitFor()
  // What became a page is no draft any more.
  await page.goto(`${site}/actors/new`, { waitUntil: "networkidle" })
  expect(await page.getByLabel(t("actor-editor.name"), { exact: true }).inputValue()).toBe("")
  await stranger.close()
  await close()
  expect(troubles).toEqual([])
})

test("the same without script: rows by pressing, Markdown, and the page as everybody sees it", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner, javaScriptEnabled: false })
  await page.goto(`${site}/actors/new`)
  await page.getByRole("radio", { name: t("ui.type_place") }).check()
  await page.getByLabel(t("actor-editor.name"), { exact: true }).fill("Salle des Pas perdus")
  await page.getByRole("button", { name: t("actor-editor.create") }).click()
  await page.waitForURL(`${site}/actors/edit/salle-des-pas-perdus`)

  await page.locator('textarea[name="description.fr"]').fill("## La salle\n\nOn y **danse**.\n\n- tôt\n- tard")
  await page.locator('textarea[name="description.nl"]').fill("Men danst er <script>alert(1)</script>")
  for (const at of [0, 1]) {
    await page.getByRole("button", { name: t("actor-editor.add_room") }).click()
    await page.locator(`input[name="rooms.${at}.name"]`).fill(at === 0 ? "Haut" : "Bas")
    expect(await page.locator('textarea[name="description.fr"]').inputValue(), "nothing is lost").toContain(
      "## La salle",
    )
  }
  await page.locator('[data-row="1"] summary').click()
  await page
    .locator('[data-row="1"]')
    .getByRole("radiogroup", { name: t("ui.access_induction_loop") })
    .getByRole("radio", { name: t("editor.access_yes") })
    .check()
  await page.locator('input[name="rooms.1.access.checked"]').fill("2026-03-01")
  await page.getByRole("button", { name: t("actor-editor.remove_room", { position: 1 }) }).click()
  expect(await page.locator('input[name="rooms.1.name"]').inputValue()).toBe("Bas")
  await save(page).click()
  await page.waitForURL(`${site}/actors/salle-des-pas-perdus`)

  const made = await read(page, "salle-des-pas-perdus")
  expect(made.rooms).toMatchObject([{ name: "Bas", access: { induction_loop: "yes", checked: "2026-03-01" } }])
  expect(made.description.fr.replaceAll("\n", "")).toBe(
    "<h2>La salle</h2><p>On y <strong>danse</strong>.</p><ul><li>tôt</li><li>tard</li></ul>",
  )
  expect(made.description.nl).not.toContain("script")

  // From the checklist one comes back to it, and then goes on where one was going.
  const checklist = `${site}/actors/publish/salle-des-pas-perdus?next=%2Fevents`
  await page.goto(checklist)
  await page.getByRole("link", { name: t("actor-editor.check_summary") }).click()
  await page.locator('textarea[name="summary.fr"]').fill("Une salle de passage")
  await save(page).click()
  await page.waitForURL(checklist)
  await page.getByRole("button", { name: t("actor-editor.publish") }).click()
  await page.waitForURL(`${site}/events`)
  await close()
  expect(troubles).toEqual([])
})

test("what was typed is there again after the browser was closed, and can be thrown away", async () => {
  const first = await visit(browser, { storageState: owner })
  await makes(first.page, "brouillons")
  await opens(first.page, "brouillons")
  await first.page.locator('textarea[name="summary.fr"]').fill("Écrit à moitié")
  await editor(first.page).click()
  await first.page.keyboard.insertText("Et ceci aussi")
  await isKept(first.page).waitFor()
  await first.close()

  const { page, troubles, close } = await visit(browser, { storageState: owner })
  expect((await read(page, "brouillons")).summary).toEqual({ fr: "Une salle" })
  await opens(page, "brouillons")
  expect(await page.locator('textarea[name="summary.fr"]').inputValue()).toBe("Écrit à moitié")
  expect(await editor(page).innerText()).toBe("Et ceci aussi")
  await page.getByRole("button", { name: t("editor.start_from_saved") }).click()
  await soon(() => page.locator('textarea[name="summary.fr"]').inputValue()).toBe("Une salle")
  await page.getByText(t("actor-editor.discarded")).first().waitFor()

  // Looking is not typing: nothing is kept of a visit.
  await opens(page, "brouillons")
  expect(await page.getByRole("button", { name: t("editor.start_from_saved") }).count()).toBe(0)
  await close()
  expect(troubles).toEqual([])
})

test("what is left for another page within a second is kept all the same", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner })
  await makes(page, "partie")
  await opens(page, "partie")
  await page.locator("input[name=name]").fill("Le Hangar, vite")
  await page.locator(".edit__up a").click()
  await page.waitForURL(`${site}/actors/partie`)
  const kept = async () => (await page.context().request.get(`${site}/api/me/drafts/actor-partie/`)).json()
  await soon(kept).not.toBeNull()
  await opens(page, "partie")
  expect(await page.locator("input[name=name]").inputValue()).toBe("Le Hangar, vite")
  await close()
  expect(troubles).toEqual([])
})

test("two who edit one page see both texts, keep either, and lose nothing of what only one changed", async () => {
  const [mine, theirs] = [await visit(browser, { storageState: owner }), await visit(browser, { storageState: owner })]
  await makes(mine.page, "a-deux", { tags: ["jazz"] })
  await opens(mine.page, "a-deux")
  await opens(theirs.page, "a-deux")

  await theirs.page.locator('textarea[name="summary.fr"]').fill("Leur résumé")
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
  // What I left alone is theirs by itself; of the name I take theirs, of the summary mine.
  expect(await choice(t("actor-editor.tags")).getByRole("radio", { checked: true }).inputValue()).toBe("theirs")
  await choice(t("actor-editor.name"))
    .getByRole("radio", { name: t("editor.theirs") })
    .check()
  await save(mine.page).click()
  await mine.page.waitForURL(`${site}/actors/a-deux`)
  expect(await read(mine.page, "a-deux")).toMatchObject({
    name: "Leur nom",
    summary: { fr: "Mon résumé" },
    tags: ["jazz", "danse"],
  })
  await Promise.all([mine.close(), theirs.close()])
  expect([...mine.troubles, ...theirs.troubles]).toEqual([])
})

test("without script a conflict is settled in the same way", async () => {
  const [mine, theirs] = [
    await visit(browser, { storageState: owner, javaScriptEnabled: false }),
    await visit(browser, { storageState: owner }),
  ]
  await makes(theirs.page, "a-deux-sans")
  await mine.page.goto(`${site}/actors/edit/a-deux-sans`)
  await opens(theirs.page, "a-deux-sans")
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
  expect(await read(theirs.page, "a-deux-sans")).toMatchObject({ name: "Leur nom", summary: { fr: "Mon résumé" } })
  await Promise.all([mine.close(), theirs.close()])
})

test.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  "what cannot be is said beside each field, and nothing typed is lost (script: $javaScriptEnabled)",
  async ({ javaScriptEnabled }) => {
    const { page, troubles, close } = await visit(browser, { storageState: owner, javaScriptEnabled })
    const fid = javaScriptEnabled ? "fautes" : "fautes-sans"
    const maker = await visit(browser, { storageState: owner })
    await makes(maker.page, fid, { rooms: [{ name: "Grande" }], links: [{ url: "https://a.example/" }] })
    await maker.close()
    if (javaScriptEnabled) await opens(page, fid)
    else await page.goto(`${site}/actors/edit/${fid}`)

    await page.locator("input[name=name]").fill("")
    await page.locator("input[name=tags]").fill("bal, fanfare")
    await page.locator('input[name="rooms.0.capacity"]').fill("mille")
    await page.locator('input[name="links.0.url"]').fill("javascript:alert(1)")
    await page.locator('input[name="location.point"]').fill("")
    await page.locator("input[name=fid]").fill("Ü")
    await save(page).click()

    const summary = page.locator(".note--error", { hasText: t("ui.errors_title", { count: 4 }) })
    await summary.waitFor()
    for (const name of ["name", "rooms.0.capacity", "links.0.url", "fid"]) {
      const field = page.locator(`input[name="${name}"]`)
      expect(await field.getAttribute("aria-invalid"), name).toBe("true")
      const described = (await field.getAttribute("aria-describedby"))?.split(" ").at(-1) ?? ""
      expect((await page.locator(`[id="${described}"]`).innerText()).length, name).toBeGreaterThan(3)
    }
    expect(await page.locator("input[name=tags]").inputValue()).toBe("bal, fanfare")
    expect(await page.locator('input[name="rooms.0.capacity"]').inputValue()).toBe("mille")
    expect(await page.locator('input[name="links.0.url"]').inputValue()).toBe("javascript:alert(1)")
    // With script a link of the summary leads to the field; without, the fragment does.
    await summary.getByRole("link").nth(1).click()
    const reached = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute("name") ?? document.querySelector(":target")?.getAttribute("name"),
      )
    await soon(reached).toBe("rooms.0.capacity")
    await page.locator('input[name="location.point"]').fill("ailleurs")
    await save(page).click()
    await page.locator(".error", { hasText: t("errors.point") }).waitFor()
    await close()
    expect(troubles).toEqual([])
  },
)

test("another identifier asks for care, and the former address leads there for ever", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner })
  await makes(page, "ancien-nom", { status: "published" })
  await opens(page, "ancien-nom")
  await page.getByText(t("actor-editor.rename_warning", { fid: "ancien-nom" })).waitFor()
  const fid = page.locator("input[name=fid]")
  await fid.fill("agenda")
  await page.getByText(t("actor-editor.fid_taken", { fid: "agenda" })).waitFor()
  await fid.fill("nouveau-nom")
  await page.getByText(t("actor-editor.fid_free", { fid: "nouveau-nom" })).waitFor()
  await save(page).click()
  await page.waitForURL(`${site}/actors/nouveau-nom`)
  // What everybody sees is the new one at once, in a page that was cached a moment ago too.
  const seen = async () => (await fetch(`${site}/actors/nouveau-nom`)).text()
  expect(await seen()).toContain("Une salle")
  await opens(page, "nouveau-nom")
  await page.locator('textarea[name="summary.fr"]').fill("Deux salles")
  await save(page).click()
  await page.waitForURL(`${site}/actors/nouveau-nom`)
  await page.getByText("Deux salles").first().waitFor()
  expect(await seen()).toContain("Deux salles")
  const answer = await page.context().request.get(`${site}/actors/ancien-nom`, { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([301, "/actors/nouveau-nom"])
  await close()
  expect(troubles).toEqual([])
})

test("who may not edit a page is told so; who is nobody is shown the way in", async () => {
  const mine = await visit(browser, { storageState: owner })
  await makes(mine.page, "pas-a-toi", { status: "published" })
  await mine.close()
  const { page, close } = await visit(browser)
  await page.goto(`${site}/actors/edit/pas-a-toi`)
  await page.getByLabel(t("account.password"), { exact: true }).waitFor()
  await registers(page, site)
  expect((await page.goto(`${site}/actors/edit/pas-a-toi`))?.status()).toBe(403)
  expect((await page.goto(`${site}/actors/publish/pas-a-toi`))?.status()).toBe(403)
  await close()
})
