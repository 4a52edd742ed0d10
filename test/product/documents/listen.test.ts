import { setTimeout as pause } from "node:timers/promises"
import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { formWith } from "../../files.ts"
import { note } from "../../sounds.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, settled, visit } from "../browser/browser.ts"
import { inDatabase } from "../servers/database-of.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

const server = await sharedServer()
const browser = await sharedBrowser()
let owner: Person
let fid: string
const t = messagesIn("fr")
const titles = ["Veilleuse", "Sous la verrière", "Onze heures, encore"]

beforeAll(async () => {
  owner = await somebody(server, "listen")
  fid = `${owner.name}_trio`
  await givePage(owner, { fid, name: "Trio Sans Lampe", type: "group" })
  for (const [at, title] of titles.entries()) {
    const form = formWith(note(60, { hertz: 220 * (at + 1), rate: 8000 }), `${title}.wav`, {
      actor: fid,
      licence: at === 0 ? "CC BY 4.0" : "Tous droits réservés",
    })
    await owner.ask("POST", "/api/documents/", form)
  }
  // The sounds are made in the background with the machine’s spare time.
  for (const until = Date.now() + 200_000; (await sounds()) < 3 && Date.now() < until;) await pause(300)
})

const sounds = async () =>
  ((await (await fetch(`${server.url}/api/documents/?type=Audio&actor=${fid}`)).json()) as []).length
const player = (page: Page) => page.getByRole("complementary", { name: t("sound.player") })
const slider = (page: Page) => player(page).locator(".seek")
const at = async (page: Page) => Number(await slider(page).getAttribute("aria-valuenow"))

test("a sound plays on over eight pages, controlled by keyboard, and the player stays in another language", async () => {
  const { page, troubles, close } = await visit(browser, { viewport: { width: 1280, height: 900 } })
  await arrive(page, `${server.url}/audio`)
  expect(await page.locator(".track h3").allTextContents()).toEqual(titles.toReversed())
  expect(await axeFinds(page)).toEqual([])
  const title = "Veilleuse"
  const button = page.getByRole("button", { name: t("sound.play", { title }) })
  await button.focus()
  await page.keyboard.press("Enter")
  await player(page)
    .getByRole("button", { name: t("sound.pause", { title }) })
    .waitFor()
  await soon(() => at(page)).toBeGreaterThan(0)
  expect(await axeFinds(page)).toEqual([])

  await slider(page).focus()
  await page.keyboard.press("PageUp")
  const sought = await at(page)
  expect(sought).toBeGreaterThanOrEqual(30)
  expect(await slider(page).getAttribute("aria-valuetext")).toMatch(/^0:3\d sur 1:00$/)
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowRight")
  expect(await at(page)).toBeGreaterThanOrEqual(5)
  await page.keyboard.press("Space")
  await player(page)
    .getByRole("button", { name: t("sound.play", { title }) })
    .waitFor()
  await page.keyboard.press("Space")
  await player(page)
    .getByRole("button", { name: t("sound.pause", { title }) })
    .waitFor()

  await page.evaluate(() => ((globalThis as { sameDocument?: boolean }).sameDocument = true))
  let before = await at(page)
  const ways = [
    page.locator("header nav").getByRole("link", { name: t("layout.directory") }),
    page.locator("header nav").getByRole("link", { name: t("layout.agenda"), exact: true }),
    page.locator("header nav").getByRole("link", { name: t("layout.activities") }),
    page.locator("header nav").getByRole("link", { name: t("layout.about") }),
    player(page).getByRole("link", { name: title }),
    player(page).getByRole("link", { name: "Trio Sans Lampe" }),
    page.locator("header nav").getByRole("link", { name: t("layout.audio") }),
    page.locator("header nav").getByRole("link", { name: t("layout.directory") }),
  ]
  for (const way of ways) {
    const from = page.url()
    await way.first().focus()
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => url.href !== from)
    await page.waitForTimeout(400)
    expect(
      await player(page)
        .getByRole("button", { name: t("sound.pause", { title }) })
        .count(),
    ).toBe(1)
    expect(await at(page)).toBeGreaterThanOrEqual(before)
    before = await at(page)
  }
  expect(before).toBeGreaterThan(6)
  expect(await page.evaluate(() => (globalThis as { sameDocument?: boolean }).sameDocument)).toBe(true)

  await page.getByRole("link", { name: "English" }).first().click()
  await page.waitForURL("**/en/**")
  await settled(page)
  const english = page.getByRole("complementary", { name: messagesIn("en")("sound.player") })
  await english.waitFor()
  expect(await english.getByText(title).first().isVisible()).toBe(true)
  expect(Number(await english.getByRole("slider").getAttribute("aria-valuenow"))).toBeGreaterThanOrEqual(before)

  await english.getByRole("button", { name: messagesIn("en")("sound.close") }).click()
  await english.waitFor({ state: "detached" })
  await arrive(page, `${server.url}/en/actors`)
  expect(await english.count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
}, 120_000)

test("on a phone the player stands above the tab bar, seeks, skips, lists its queue and stops after a sound", async () => {
  const { page, troubles, close } = await visit(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: "light",
  })
  await arrive(page, `${server.url}/actors/${fid}?tab=listen`)
  await page.getByRole("button", { name: t("sound.play", { title: titles[2] as string }) }).tap()
  await player(page)
    .getByRole("button", { name: t("sound.pause", { title: titles[2] as string }) })
    .waitFor()
  const [bar, tabs] = await Promise.all([player(page).boundingBox(), page.locator(".tabbar").boundingBox()])
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual((tabs?.y ?? 0) + 1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await axeFinds(page)).toEqual([])

  const box = await slider(page).boundingBox()
  if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await soon(() => at(page)).toBeGreaterThan(25)
  await player(page)
    .getByRole("button", { name: t("sound.next") })
    .tap()
  await player(page)
    .getByRole("button", { name: t("sound.pause", { title: titles[1] as string }) })
    .waitFor()
  await player(page)
    .getByRole("button", { name: t("sound.options") })
    .tap()
  await page.getByLabel(t("sound.speed")).selectOption("1.5")
  await page.getByLabel(t("sound.sleep")).selectOption("end")
  expect(await player(page).getByRole("listitem").count()).toBe(3)
  expect(await axeFinds(page)).toEqual([])
  // Playback stops at the end of a sound, and the next one does not start by itself.
  await slider(page).press("End")
  await soon(() =>
    player(page)
      .getByRole("button", { name: t("sound.play", { title: titles[1] as string }) })
      .count(),
  ).toBe(1)
  expect(troubles).toEqual([])
  await close()
}, 120_000)

test("without script sounds have the browser's player, and only a freely licensed one has a download link", async () => {
  const { page, close } = await visit(browser, { javaScriptEnabled: false })
  await page.goto(`${server.url}/audio`)
  expect(await page.locator("audio[controls]").count()).toBe(3)
  const source = await page.locator("audio[controls]").first().getAttribute("src")
  const answer = await fetch(server.url + source, { headers: { range: "bytes=0-99" } })
  expect([answer.status, answer.headers.get("content-type")]).toEqual([206, "audio/mp4"])
  expect(await page.getByRole("link", { name: t("sound.download", { title: "Veilleuse" }) }).count()).toBe(1)
  expect(await page.locator("a[download]").count()).toBe(1)
  await page.goto(`${server.url}/audio?place=Namur`)
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(t("sound.radio"))
  await close()
})

test("an owner retries a sound whose preparation failed, and the radio links the viewer's saved places", async () => {
  const [sound] = (await (await fetch(`${server.url}/api/documents/?type=Audio&actor=${fid}`)).json()) as [
    { id: number; title: string },
  ]
  await inDatabase(server.dataDir, (db) =>
    db.query("update sounds set state = 'failed', reason = 'unreadable' where document_id = $1", [sound.id]),
  )
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${server.url}/actors/documents/${fid}`)
  const again = page.getByRole("button", { name: t("sound.try_again_which", { title: sound.title }) })
  await again.waitFor()
  expect(await axeFinds(page)).toEqual([])
  await again.click()
  await page.getByText(t("sound.tried_again", { title: sound.title })).waitFor()
  await again.waitFor({ state: "detached" })

  await owner.ask("POST", "/api/me/places/", { name: "Gand", lat: 51.05, lon: 3.72, radius: 10 })
  await arrive(page, `${server.url}/audio?radio=1`)
  await page
    .getByRole("group", { name: t("sound.saved_places") })
    .getByRole("link", { name: "Gand" })
    .click()
  await page.waitForURL(/near=51\.05/)
  expect(await axeFinds(page)).toEqual([])
  await close()
  expect(troubles).toEqual([])
})
