import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { mostImages } from "#features/documents/document-types.ts"
import { drawnImage } from "../../files.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { save } from "../editing/editors.ts"
import { biefOf, makesEvent, ownerOfBief } from "../people/bief.ts"
import type { Person } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

const t = messagesIn("fr")
const browser = await sharedBrowser()
let site: string
let owner: Person
beforeAll(async () => {
  const server = await sharedServer()
  site = server.url
  owner = await ownerOfBief(server)
})

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer })

test("each of several images is uploaded or shows its error, and a message counts those beyond the limit", async () => {
  const { id } = await makesEvent(owner, "Bal aux images", `${new Date().getUTCFullYear() + 1}-05-20T20:30`, {
    workflow: "published",
  })
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/events/edit/${id}#images`)
  const small = Buffer.from(await drawnImage(120, 120))
  const { promise: mayArrive, resolve: arrives } = Promise.withResolvers<void>()
  const onTheWay = page.waitForRequest("**/api/documents/")
  await page.route("**/api/documents/", (route) => mayArrive.then(() => route.continue()), { times: 1 })
  const field = page.locator("fieldset.imgf")
  const chooser = field.locator("input[type=file]")
  const rows = field.getByRole("list", { name: t("uploads.on_the_way") }).getByRole("listitem")
  await chooser.setInputFiles([
    jpeg("Un.jpg", small),
    jpeg("Faux.jpg", Buffer.from("no image")),
    jpeg("Deux.jpg", small),
  ])
  await onTheWay
  await chooser.setInputFiles([jpeg("Trois.jpg", small)])
  expect(await rows.count()).toBe(4)
  await save(page).click()
  await field.getByText(t("documents.still_sending")).waitFor()

  arrives()
  await soon(() => field.getByText(t("documents.image_of", { number: 3, count: 3 })).count()).toBe(1)
  await soon(() => rows.count()).toBe(1)
  expect(await rows.innerText()).toContain("Faux.jpg")
  expect(await rows.locator(".error").count()).toBe(1)
  expect(await axeFinds(page, "images, one of them refused", { part: ".imgf" })).toEqual([])

  const most = Array.from({ length: mostImages }, (_, nth) => jpeg(`${nth}.jpg`, small))
  await chooser.setInputFiles(most)
  // Three are there, and the refused one may be tried again.
  await field.getByText(t("documents.too_many", { count: 4, most: mostImages })).waitFor()
  await field.getByText(t("documents.image_of", { number: 11, count: 11 })).waitFor()
  await field.getByRole("button", { name: t("uploads.discard_which", { name: "Faux.jpg" }) }).click()
  await save(page).click()
  await page.waitForURL(new RegExp(`/events/${id}(\\?|$)`))
  const { images } = await (await fetch(`${site}/api/contents/events/${id}/`)).json()
  expect(images).toHaveLength(11)
  expect(troubles).toEqual([])
  await close()
})

test("an image chosen while another is uploading replaces it", async () => {
  const fid = biefOf(owner)
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/actors/edit/${fid}#images`)
  const onTheWay = page.waitForRequest("**/api/documents/")
  await page.route("**/api/documents/", () => {}, { times: 1 }) // never answered
  const field = page.getByRole("group", { name: t("actor-editor.avatar"), exact: true })
  await field.locator("input[type=file]").setInputFiles([jpeg("Un.jpg", Buffer.from(await drawnImage(120, 120)))])
  await onTheWay
  await field.locator("input[type=file]").setInputFiles([jpeg("Deux.jpg", Buffer.from(await drawnImage(240, 240)))])
  await field.getByRole("button", { name: t("documents.remove_image") }).waitFor()
  expect(await field.getByRole("progressbar").count()).toBe(0)
  await save(page).click()
  await page.waitForURL(`${site}/actors/${fid}`)
  expect((await owner.ask("GET", `/api/actors/${fid}/`)).avatar).toMatchObject({ width: 240 })
  expect(troubles).toEqual([])
  await close()
})

test("when the script of the image queue cannot be loaded, the field says so and the form can be saved", async () => {
  const { id } = await makesEvent(owner, "Bal sans file", `${new Date().getUTCFullYear() + 1}-05-21T20:30`, {
    workflow: "published",
  })
  const { page, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/events/edit/${id}#images`)
  await page.route("**/assets/image-queue-*.js", (route) => route.abort())
  const field = page.locator("fieldset.imgf")
  for (const name of ["Un.jpg", "Deux.jpg"]) {
    await field.locator("input[type=file]").setInputFiles([jpeg(name, Buffer.from(await drawnImage(120, 120)))])
    await field.getByRole("alert").waitFor()
    expect(await field.getByRole("alert").innerText()).toContain(t("ui.part_lost"))
  }
  await save(page).click()
  await page.waitForURL(new RegExp(`/events/${id}(\\?|$)`))
  await close()
})
