import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { drawnImage, emptyPdf } from "../../files.ts"
import type { RunningServer } from "../../instances/server.ts"
import { temporaryDirectory } from "../../temporary.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { save } from "../editing/editors.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { newName } from "../people/accounts-people.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { soon } from "../browser/waiting.ts"

const t = messagesIn("fr")

let server: RunningServer
let site: string
const browser = await sharedBrowser()
/** The owner of all pages. */
let owner: Person

beforeAll(async () => {
  server = await dedicatedServer()
  site = server.url
  owner = await somebody(server)
})
afterAll(() => server.stop())

/** Publishes a page for one test, and returns its address. */
async function venue() {
  const fid = newName("hangar")
  await givePage(owner, { fid, name: "Le Hangar des Brumes" })
  return fid
}

/** Uploads a file over the API, and returns the id of its document. */
async function uploads(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  words: Record<string, string> = {},
): Promise<number> {
  const form = new FormData()
  form.set("file", new File([bytes], name))
  for (const [field, value] of Object.entries(words)) form.set(field, value)
  return (await owner.ask("POST", "/api/documents/", form)).id
}

/** Gives a page an avatar over the API. */
async function givesAvatar(fid: string) {
  const document = await uploads("Façade.jpg", await drawnImage(1600, 1000))
  await owner.ask("PATCH", `/api/actors/${fid}/`, { avatar: { document, alt: "La façade au soleil" } })
}

/** Gives a page an image and a PDF over the API. */
async function givesFiles(actor: string) {
  const alt = "Une scène vide, un soleil peint au fond"
  await uploads("Scène 1.jpg", await drawnImage(1600, 1000), { actor, title: "La grande scène", alt })
  await uploads("Fiche technique.pdf", new Uint8Array(emptyPdf()), { actor })
}

const image = async (name: string, width = 1600, height = 1000) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await drawnImage(width, height),
})
const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: emptyPdf() })

/** Measures an image: its format, whether it has its natural ratio, and whether its size was reserved in the markup. */
const drawn = (page: Page, selector: string) =>
  page.locator(selector).evaluate(async (element) => {
    const shown = element as HTMLImageElement
    await shown.decode()
    const ratio = (width: number, height: number) => Math.round((width / height) * 20) / 20
    return {
      source: new URL(shown.currentSrc).pathname.split(".").at(-1),
      isWhole: ratio(shown.clientWidth, shown.clientHeight) === ratio(shown.naturalWidth, shown.naturalHeight),
      hasRoom: shown.hasAttribute("width") && shown.hasAttribute("height"),
    }
  })

test("a page's image is uploaded, described and its focal point moved by keyboard; page and directory show it", async () => {
  const fid = await venue()
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/actors/edit/${fid}#images`)
  const field = page.getByRole("group", { name: t("actor-editor.avatar"), exact: true })

  await field.locator("input[type=file]").setInputFiles({ ...pdf("plan.jpg"), mimeType: "image/jpeg" })
  await field.getByText(t("errors.image_type")).waitFor()
  await field.locator("input[type=file]").setInputFiles(await image("Façade.jpg"))
  const dot = field.getByRole("button", { name: t("documents.focal") })
  await dot.focus()
  for (const key of ["ArrowRight", "ArrowRight", "Shift+ArrowUp", "ArrowLeft"]) await page.keyboard.press(key)
  await soon(() => dot.innerText()).toMatch(/52\s%.*40\s%/)
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowDown")
  await field.getByLabel(t("documents.alt")).fill("La façade au soleil")
  await field.getByLabel(t("documents.credit")).fill("Iris")
  expect(await axeFinds(page, "the images of a page", { part: "#images" })).toEqual([])
  await save(page).click()
  await page.waitForURL(`${site}/actors/${fid}`)

  const { avatar } = await (await fetch(`${site}/api/actors/${fid}/`)).json()
  expect(avatar).toMatchObject({ alt: "La façade au soleil", credit: "Iris", focal_point: [0.5, 0.52], width: 1600 })
  expect(await drawn(page, ".ahead .av img")).toMatchObject({ source: "webp", hasRoom: true })
  await page.goto(`${site}/actors`)
  await soon(() => page.locator(`.acard:has(a[href="/actors/${fid}"]) .av img`).count()).toBe(1)
  expect(troubles).toEqual([])
  await close()
})

test("an uploaded image that was not saved comes back with the draft, and the page shows it once saved", async () => {
  const fid = await venue()
  const { page, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/actors/edit/${fid}#images`)
  const field = page.getByRole("group", { name: t("actor-editor.banner"), exact: true })
  const kept = page.waitForResponse((answer) => /\/api\/me\/drafts\//.test(answer.url()) && answer.ok())
  await field.locator("input[type=file]").setInputFiles(await image("Bandeau.jpg", 1800, 500))
  await field.getByLabel(t("documents.alt")).fill("Un bandeau")
  await kept
  await soon(async () => JSON.stringify(await owner.ask("GET", `/api/me/drafts/actor-${fid}/`))).toContain("Un bandeau")
  await arrive(page, `${site}/actors/edit/${fid}#images`)
  await field.locator("img").first().waitFor()
  await soon(() => field.getByLabel(t("documents.alt")).inputValue()).toBe("Un bandeau")
  await save(page).click()
  await page.waitForURL(`${site}/actors/${fid}`)
  expect(await drawn(page, ".ahead__banner")).toEqual({ source: "webp", isWhole: true, hasRoom: true })
  expect(await page.locator(".ahead__banner").getAttribute("alt")).toBe("Un bandeau")
  await close()
})

test("a page is not saved while an image is uploading; after the upload is stopped, the former image stays", async () => {
  const fid = await venue()
  await givesAvatar(fid)
  const { page, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/actors/edit/${fid}#images`)
  const arriving: (() => void)[] = []
  await page.route("**/api/documents/", async (route) => {
    await new Promise<void>((arrived) => arriving.push(arrived))
    await route.continue().catch(() => {})
  })
  const field = page.getByRole("group", { name: t("actor-editor.avatar"), exact: true })
  await field.locator("input[type=file]").setInputFiles(await image("Lente.jpg", 300, 300))
  await field.getByRole("button", { name: t("documents.stop") }).waitFor()
  await save(page).click()
  await field.getByText(t("documents.still_sending")).waitFor()
  expect(page.url()).toBe(`${site}/actors/edit/${fid}#images`)
  await field.getByRole("button", { name: t("documents.stop") }).click()
  await field.getByText(t("documents.still_sending")).waitFor({ state: "detached" })
  for (const arrived of arriving) arrived()
  await save(page).click()
  await page.waitForURL(`${site}/actors/${fid}`)
  const { avatar } = await (await fetch(`${site}/api/actors/${fid}/`)).json()
  expect(avatar.alt).toBe("La façade au soleil")
  await close()
})

test("several files are uploaded to a page at once, edited and deleted", async () => {
  const fid = await venue()
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/actors/documents/${fid}`)
  const files = [await image("Scène 1.jpg"), await image("Scène 2.jpg", 800, 1200), pdf("Fiche technique.pdf")]
  await page.getByLabel(t("documents.add_files")).setInputFiles(files)
  for (const title of ["Scène 1", "Scène 2", "Fiche technique"])
    await page.getByRole("heading", { name: title }).waitFor()
  expect(await axeFinds(page, page.url())).toEqual([])

  await page.getByRole("link", { name: t("documents.edit_which", { title: "Scène 1" }) }).click()
  await page.getByLabel(t("documents.file_title")).fill("")
  await page.getByRole("button", { name: t("documents.save") }).click()
  await page.locator(".field .error").waitFor()
  await page.getByLabel(t("documents.file_title")).fill("La grande scène")
  await page.getByLabel(t("documents.alt")).fill("Une scène vide, un soleil peint au fond")
  await page.getByRole("button", { name: t("documents.save") }).click()
  await page.getByRole("heading", { name: "La grande scène" }).waitFor()
  await page.getByLabel(t("documents.file_title")).waitFor({ state: "detached" })

  await page.getByRole("link", { name: t("documents.edit_which", { title: "Scène 2" }) }).click()
  await page.getByText(t("documents.delete"), { exact: true }).click()
  expect(await axeFinds(page, page.url())).toEqual([])
  await page.getByRole("button", { name: t("documents.delete_do", { title: "Scène 2" }) }).click()
  await page.getByRole("heading", { name: "Scène 2" }).waitFor({ state: "detached" })
  expect(troubles).toEqual([])
  await close()
})

test("a large upload pauses without a connection, and after a reload sends only what is missing", async () => {
  const fid = await venue()
  const { page, close } = await visit(browser, { storageState: owner.state })
  const name = "Album complet.pdf"
  const path = join(temporaryDirectory("large"), name)
  writeFileSync(path, Buffer.concat([emptyPdf(), Buffer.alloc(20_000_000, "zq "), emptyPdf()]))
  await arrive(page, `${site}/actors/documents/${fid}`)
  let pieces = 0
  await page.route("**/api/uploads/*/", (route, request) =>
    request.method() === "PATCH" && ++pieces > 1 ? route.abort("connectionfailed") : route.continue(),
  )
  await page.getByLabel(t("documents.add_files")).setInputFiles(path)
  // Four tries, nine seconds between them.
  await page.getByText(t("uploads.offline"), { exact: true }).waitFor({ timeout: 120_000 })
  expect(await axeFinds(page, page.url())).toEqual([])

  await page.unroute("**/api/uploads/*/")
  await page.reload()
  await page.getByText(t("uploads.continue_which", { name })).waitFor()
  const begun: string[] = []
  page.on("request", (request) => {
    if (/\/api\/uploads\//.test(request.url()) && request.method() !== "GET") begun.push(request.method())
  })
  await page.getByLabel(t("documents.add_files")).setInputFiles(path)
  await page.getByRole("heading", { name: "Album complet" }).waitFor({ timeout: 120_000 })
  // The part that had arrived, 8 of 20 MB, is not sent again.
  expect(begun).toEqual(["HEAD", "PATCH", "PATCH", "POST"])
  expect(await page.getByText(t("uploads.begun_title")).count()).toBe(0)
  await close()
})

test("a visitor opens a page's image in a dialog and downloads a document, but has to log in to manage files", async () => {
  const fid = await venue()
  await givesFiles(fid)
  const { page, troubles, close } = await visit(browser)
  await arrive(page, `${site}/actors/${fid}#images`)
  expect(await page.locator(".gallery img").count()).toBe(1)
  expect(await drawn(page, ".gallery img")).toEqual({ source: "webp", isWhole: true, hasRoom: true })
  await page.getByRole("link", { name: "Une scène vide, un soleil peint au fond" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("img", { name: "Une scène vide, un soleil peint au fond" }).waitFor()
  expect(await axeFinds(page, page.url())).toEqual([])
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  await soon(() => page.evaluate(() => document.activeElement?.closest(".gallery") !== null)).toBe(true)

  await page.getByRole("tab", { name: t("actors.tab_documents") }).click()
  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "Fiche technique" }).click()
  expect((await download).suggestedFilename()).toBe("Fiche technique.pdf")

  await page.goto(`${site}/actors/documents/${fid}`)
  expect(await page.getByLabel(t("account.password"), { exact: true }).count()).toBe(1)
  expect(await page.content()).not.toContain("Fiche technique")
  expect(troubles).toEqual([])
  await close()
})

test("without script files are uploaded, edited and deleted, and a page's image is replaced", async () => {
  const fid = await venue()
  await givesAvatar(fid)
  const { page, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
  await page.goto(`${site}/actors/documents/${fid}`)
  await page
    .getByLabel(t("documents.choose_file"))
    .setInputFiles({ ...pdf("a.mp3"), buffer: Buffer.from("ID3\u0004son") })
  await page.getByRole("button", { name: t("documents.add_do") }).click()
  await page.getByText(t("errors.sound_unreadable")).first().waitFor()
  await page.getByLabel(t("documents.choose_file")).setInputFiles(pdf("Dossier de presse.pdf"))
  await page.getByLabel(t("documents.visibility")).selectOption("managers")
  await page.getByRole("button", { name: t("documents.add_do") }).click()
  await page.getByRole("heading", { name: "Dossier de presse" }).waitFor()
  await soon(() => page.getByText(t("documents.short_managers")).count()).toBe(1)
  expect(JSON.stringify(await (await fetch(`${site}/api/documents/?actor=${fid}`)).json())).not.toContain("Dossier")

  await page.getByRole("link", { name: t("documents.edit_which", { title: "Dossier de presse" }) }).click()
  await page.getByLabel(t("documents.description"), { exact: false }).fill("Pour les rédactions")
  await page.getByRole("button", { name: t("documents.save") }).click()
  await page.getByRole("link", { name: t("documents.edit_which", { title: "Dossier de presse" }) }).click()
  await soon(() => page.getByLabel(t("documents.description"), { exact: false }).inputValue()).toBe(
    "Pour les rédactions",
  )
  await page.getByText(t("documents.delete"), { exact: true }).click()
  await page.getByRole("button", { name: t("documents.delete_do", { title: "Dossier de presse" }) }).click()
  await page.getByRole("heading", { name: "Dossier de presse" }).waitFor({ state: "detached" })

  await page.goto(`${site}/actors/edit/${fid}`)
  await page.locator("#images > summary").click()
  const field = page.getByRole("group", { name: t("actor-editor.avatar"), exact: true })
  await field.getByLabel(t("documents.replace_image")).setInputFiles(await image("Nouvelle façade.jpg", 640, 640))
  await field.getByLabel(t("documents.alt")).fill("La nouvelle façade")
  await field.getByLabel(t("documents.focal")).selectOption("0.5,0.2")
  await save(page).click()
  await page.waitForURL(`${site}/actors/${fid}`)
  const { avatar } = await (await fetch(`${site}/api/actors/${fid}/`)).json()
  expect(avatar).toMatchObject({ alt: "La nouvelle façade", focal_point: [0.5, 0.2], width: 640 })
  await close()
})

test("an event shows its first image uncropped with text and credit, links the others, and lists its thumbnail", async () => {
  const fid = await venue()
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  const brought = [
    await uploads("Affiche.jpg", await drawnImage(900, 1300)),
    await uploads("Répétition.jpg", await drawnImage(1500, 800)),
  ]
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const { id } = await owner.ask("POST", "/api/contents/events/", {
    title: { fr: "Bal des Brumes" },
    category: "music",
    organizers: [fid],
    place: fid,
    start: `${day}T20:00`,
    workflow: "published",
    images: brought.map((document, at) => ({ document, alt: ["Une affiche verte", "Sur scène"][at], credit: "Iris" })),
  })
  await arrive(page, `${site}/events/${id}`)
  expect(await page.locator(".poster--whole img").getAttribute("alt")).toBe("Une affiche verte")
  expect(await drawn(page, ".poster--whole img")).toEqual({ source: "webp", isWhole: true, hasRoom: true })
  expect(await page.getByText(t("ui.image_credit", { credit: "Iris" })).count()).toBe(1)
  await page.getByRole("link", { name: "Sur scène" }).waitFor()
  const about = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? "{}")
  expect(about.image.some((address: string) => /\/media\/[0-9a-f]{40}\/900\.jpg$/.test(address))).toBe(true)
  expect(await page.locator('meta[property="og:image"]').first().getAttribute("content")).toContain("/card.png")
  expect(await axeFinds(page, page.url())).toEqual([])

  await arrive(page, `${site}/events?from=${day}&to=${day}`)
  expect(await drawn(page, ".row .poster--img img")).toMatchObject({ source: "webp", hasRoom: true })
  expect(troubles).toEqual([])
  await close()
})

test("images are put in order by drag and by keyboard", async () => {
  const fid = await venue()
  const { page, troubles, close } = await visit(browser, { storageState: owner.state, hasTouch: true })
  const images: { document: number; alt: string }[] = []
  for (const alt of ["Un", "Deux", "Trois"])
    images.push({ document: await uploads(`${alt}.jpg`, await drawnImage(300, 400)), alt })
  const day = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)
  const { id } = await owner.ask("POST", "/api/contents/events/", {
    title: { fr: "Bal en ordre" },
    category: "music",
    organizers: [fid],
    start: `${day}T20:00`,
    workflow: "published",
    images,
  })
  await arrive(page, `${site}/events/edit/${id}#images`)
  const strip = page.getByRole("list", { name: t("documents.order") })
  const order = () =>
    strip
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((one) => one.getAttribute("aria-label")?.split(/\u00a0: /)[1]))
  await soon(order).toEqual(["Un", "Deux", "Trois"])
  const middle = async (at: number) => {
    const box = await strip.getByRole("button").nth(at).boundingBox()
    if (!box) throw new Error("no button")
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  await strip.scrollIntoViewIfNeeded()
  await page.mouse.move(...(await middle(2)))
  await page.mouse.down()
  await page.mouse.move(...(await middle(0)), { steps: 8 })
  await page.mouse.up()
  await soon(order).toEqual(["Trois", "Un", "Deux"])
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("End")
  await soon(order).toEqual(["Un", "Deux", "Trois"])
  await page.keyboard.press("ArrowLeft")
  await soon(order).toEqual(["Un", "Trois", "Deux"])
  expect(await axeFinds(page, "the order of images", { part: ".imgo" })).toEqual([])
  await save(page).click()
  await page.waitForURL(new RegExp(`/events/${id}(\\?|$)`))
  const { images: saved } = await (await fetch(`${site}/api/contents/events/${id}/`)).json()
  expect(saved.map(({ alt }: { alt: string }) => alt)).toEqual(["Un", "Trois", "Deux"])
  expect(troubles).toEqual([])
  await close()
})

test("a film is added by its address, and its host receives requests only once a visitor presses the poster", async () => {
  const fid = await venue()
  const { page, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/actors/documents/${fid}`)
  await page.getByText(t("films.add"), { exact: true }).click()
  await page.getByLabel(t("films.address")).fill("https://evil.example/film")
  await page.getByRole("button", { name: t("films.add_do") }).click()
  await page.getByText(t("films.not_known")).first().waitFor()
  await page.getByLabel(t("films.address")).fill("https://youtu.be/dQw4w9WgXcQ?si=follows")
  await page.getByLabel(t("films.title")).fill("Le clip")
  await page.getByRole("button", { name: t("films.add_do") }).click()
  await page.getByRole("link", { name: "Le clip", exact: true }).waitFor()
  await close()

  const visitor = await visit(browser)
  const asked: string[] = []
  await visitor.page.route(/^https:/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: "text/html", body: "<p>film</p>" })
  })
  await arrive(visitor.page, `${site}/actors/${fid}?tab=documents`)
  const film = visitor.page.getByRole("link", { name: t("films.watch", { title: "Le clip", host: "YouTube" }) })
  expect(await film.getAttribute("href")).toBe("https://www.youtube.com/watch?v=dQw4w9WgXcQ")
  expect(await axeFinds(visitor.page, "the documents of a page")).toEqual([])
  expect(asked).toEqual([])
  await film.press("Enter")
  await soon(() => asked).toEqual(["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0"])
  expect(await visitor.page.locator("iframe.film").getAttribute("title")).toBe("Le clip")
  expect(visitor.troubles).toEqual([])
  await visitor.close()
})

test("at 320 px a page, its images, its files and its editor do not scroll sideways", async () => {
  const fid = await venue()
  await givesAvatar(fid)
  await givesFiles(fid)
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 320, height: 700 } })
  for (const path of [`/actors/${fid}`, `/actors/${fid}#images`, `/actors/documents/${fid}`, `/actors/edit/${fid}`]) {
    await arrive(page, site + path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
  await close()
})
