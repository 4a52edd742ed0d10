import type { Locator } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { draftStored, opensEditor, opensPart, richText, save } from "../editing/editors.ts"
import { makesVenue, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

// A venue’s first hour: the part about its own page.

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

test("by keyboard alone a place with two rooms is described in three languages, and is public once published", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  const type = async (field: Locator, words: string) => {
    await field.focus()
    await page.keyboard.insertText(words)
  }
  const press = async (button: Locator, key = "Enter") => {
    await button.focus()
    await page.keyboard.press(key)
  }

  await arrive(page, `${site}/actors/new`)
  await press(page.getByRole("radio", { name: t("ui.type_place") }), "Space")
  await type(page.getByLabel(t("actor-editor.name"), { exact: true }), "Théâtre du Bief")
  await press(page.locator("#identifier > summary"))
  const fid = page.getByLabel(t("actor-editor.fid"), { exact: true })
  await soon(() => fid.inputValue()).toBe("theatre-du-bief")
  await page.getByText(t("actor-editor.fid_free", { fid: "theatre-du-bief" })).waitFor()
  await type(page.getByLabel(t("places.town")), "Liège")
  await page.keyboard.press("Enter")
  await page.waitForURL(`${site}/actors/edit/theatre-du-bief`)
  await richText(page).waitFor()

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
  await soon(() => page.getByRole("tab", { name: t("editor.translated") }).count()).toBe(2)

  await press(page.locator("#rooms > summary"))
  for (const [index, [name, seats]] of [
    ["Grande salle", "220"],
    ["Studio", "60"],
  ].entries()) {
    await press(page.getByRole("button", { name: t("actor-editor.add_room") }))
    const room = page.locator(`[data-row="${index}"]`).first()
    await room.getByLabel(t("actor-editor.room_name")).waitFor()
    await soon(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe(`rooms.${index}.name`)
    await page.keyboard.insertText(name as string)
    await page.keyboard.press("Tab")
    await page.keyboard.insertText(seats as string)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter") // opens the access section
    const stepFree = room.getByRole("radiogroup", { name: t("editor.ask_step_free") })
    await press(stepFree.getByRole("radio", { checked: true }), index === 0 ? "ArrowRight" : "ArrowLeft")
    await press(room.locator("summary", { hasText: t("editor.access_more") }))
    const day = room.locator(".segments [role=spinbutton]").first()
    await day.waitFor()
    await day.focus()
    await page.keyboard.type("14022026")
  }
  await draftStored(page).waitFor()
  await press(page.getByRole("button", { name: t("actor-editor.save_then_publish") }))
  await page.waitForURL(`${site}/actors/publish/theatre-du-bief`)

  expect(await read("theatre-du-bief")).toMatchObject({
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
  // A draft that has become a page is no longer offered as a draft.
  await arrive(page, `${site}/actors/new`)
  expect(await page.getByLabel(t("actor-editor.name"), { exact: true }).inputValue()).toBe("")
  await stranger.close()
  await close()
  expect(troubles).toEqual([])
})

test("without script a place with rooms is made with Markdown, and published from its checklist", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
  await page.goto(`${site}/actors/new`)
  await page.getByRole("radio", { name: t("ui.type_place") }).check()
  await page.getByLabel(t("actor-editor.name"), { exact: true }).fill("Salle des Pas perdus")
  await page.getByRole("button", { name: t("actor-editor.save_draft") }).click()
  await page.waitForURL(`${site}/actors/edit/salle-des-pas-perdus`)

  await page.locator('textarea[name="description.fr"]').fill("## La salle\n\nOn y **danse**.\n\n- tôt\n- tard")
  await page.locator('textarea[name="description.nl"]').fill("Men danst er <script>alert(1)</script>")
  await page.locator("#rooms > summary").click()
  for (const at of [0, 1]) {
    await page.getByRole("button", { name: t("actor-editor.add_room") }).click()
    await page.locator(`input[name="rooms.${at}.name"]`).fill(at === 0 ? "Haut" : "Bas")
    expect(await page.locator('textarea[name="description.fr"]').inputValue(), "nothing is lost").toContain(
      "## La salle",
    )
  }
  const second = page.locator('[data-row="1"]')
  await second.locator("summary", { hasText: t("actor-editor.room_access") }).click()
  await second.locator("summary", { hasText: t("editor.access_more") }).click()
  await page
    .locator('[data-row="1"]')
    .getByRole("radiogroup", { name: t("ui.access_induction_loop") })
    .getByRole("radio", { name: t("editor.access_yes") })
    .check()
  await page.locator('input[name="rooms.1.access.checked"]').fill("2026-03-01")
  await page.getByRole("button", { name: t("actor-editor.remove_room", { position: 1 }) }).click()
  await soon(() => page.locator('input[name="rooms.1.name"]').inputValue()).toBe("Bas")
  await save(page).click()
  await page.waitForURL(`${site}/actors/salle-des-pas-perdus`)

  const made = await read("salle-des-pas-perdus")
  expect(made.rooms).toMatchObject([{ name: "Bas", access: { induction_loop: "yes", checked: "2026-03-01" } }])
  expect(made.description.fr.replaceAll("\n", "")).toBe(
    "<h2>La salle</h2><p>On y <strong>danse</strong>.</p><ul><li>tôt</li><li>tard</li></ul>",
  )
  expect(made.description.nl).not.toContain("script")

  // A field opened from the checklist leads back to the checklist, and publishing then leads on to the `next` address.
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

test.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  "invalid values are explained beside their fields and in a summary, and typing stays (script: $javaScriptEnabled)",
  async ({ javaScriptEnabled }) => {
    const { page, troubles, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled })
    const fid = javaScriptEnabled ? "fautes" : "fautes-sans"
    await makes(fid, { rooms: [{ name: "Grande" }], links: [{ url: "https://a.example/" }] })
    if (javaScriptEnabled) await opensEditor(page, `${site}/actors/edit/${fid}`)
    else await page.goto(`${site}/actors/edit/${fid}`)

    for (const part of ["about", "rooms", "links", "identifier", "point"]) await opensPart(page, part)
    await page.locator("input[name=name]").fill("")
    await page.locator("input[name=tags]").fill("bal, fanfare")
    await page.locator('input[name="rooms.0.capacity"]').fill("mille")
    await page.locator('input[name="links.0.url"]').fill("javascript:alert(1)")
    await page.locator('input[name="location.point"]').fill("ailleurs")
    await page.locator("input[name=fid]").fill("Ü")
    await save(page).click()

    const summary = page.locator(".note--error", { hasText: t("fields.errors_title", { count: 5 }) })
    await summary.waitFor()
    for (const name of ["name", "location.point", "rooms.0.capacity", "links.0.url", "fid"]) {
      const field = page.locator(`input[name="${name}"]`)
      expect(await field.getAttribute("aria-invalid"), name).toBe("true")
      const described = (await field.getAttribute("aria-describedby"))?.split(" ").at(-1) ?? ""
      expect((await page.locator(`[id="${described}"]`).innerText()).length, name).toBeGreaterThan(3)
    }
    expect(await page.locator("input[name=tags]").inputValue()).toBe("bal, fanfare")
    expect(await page.locator('input[name="rooms.0.capacity"]').inputValue()).toBe("mille")
    expect(await page.locator('input[name="links.0.url"]').inputValue()).toBe("javascript:alert(1)")
    // With script a link in the summary focuses the field; without script the fragment of the address does.
    await summary.getByRole("link").nth(2).click()
    const reached = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute("name") ?? document.querySelector(":target")?.getAttribute("name"),
      )
    await soon(reached).toBe("rooms.0.capacity")
    expect(await page.locator(".error", { hasText: t("errors.point") }).count()).toBe(1)
    await close()
    expect(troubles).toEqual([])
  },
)

test("changing a page's handle shows a warning, and the former address redirects to the new one", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await makes("ancien-nom", { status: "published" })
  await opensEditor(page, `${site}/actors/edit/ancien-nom`)
  await opensPart(page, "identifier")
  await page.getByText(t("actor-editor.rename_warning", { fid: "ancien-nom" })).waitFor()
  const fid = page.locator("input[name=fid]")
  await fid.fill("agenda")
  await page.getByText(t("actor-editor.fid_taken", { fid: "agenda" })).waitFor()
  await fid.fill("nouveau-nom")
  await page.getByText(t("actor-editor.fid_free", { fid: "nouveau-nom" })).waitFor()
  await save(page).click()
  await page.waitForURL(`${site}/actors/nouveau-nom`)
  // Visitors see the new version at once, also on a page that was cached a moment ago.
  const seen = async () => (await fetch(`${site}/actors/nouveau-nom`)).text()
  expect(await seen()).toContain("Une salle")
  await opensEditor(page, `${site}/actors/edit/nouveau-nom`)
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

test("the page editor answers strangers with 403 and shows visitors the login form", async () => {
  await makes("pas-a-toi", { status: "published" })
  const nobody = await visit(browser)
  await arrive(nobody.page, `${site}/actors/edit/pas-a-toi`)
  await nobody.page.getByLabel(t("account.password"), { exact: true }).waitFor()
  await nobody.close()
  const { page, close } = await visit(browser, { storageState: (await somebody(server)).state })
  expect((await page.goto(`${site}/actors/edit/pas-a-toi`))?.status()).toBe(403)
  expect((await page.goto(`${site}/actors/publish/pas-a-toi`))?.status()).toBe(403)
  await page.getByText(t("errors.not_allowed")).waitFor()
  await close()
})
