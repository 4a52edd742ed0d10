import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { languages } from "#i18n/languages.ts"
import { linkMailedTo, newName, prefixOf } from "../people/accounts-people.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, settled, visit } from "../browser/browser.ts"
import { isDrawn } from "../browser/drawing.ts"
import { sharedServer } from "../servers/shared-server.ts"

const server = await sharedServer()
const browser = await sharedBrowser()
let house: { fid: string; name: string }
beforeAll(async () => {
  const answer = await fetch(`${server.url}/api/actors/?type=place&limit=1`)
  ;[house] = (await answer.json()) as [typeof house]
})

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: "reduce" as const }
const picture = async (page: Page, name: string) => {
  if (!process.env.PICTURES) return
  await isDrawn(page, true)
  await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
  await isDrawn(page, false)
}

test("on a phone a visitor subscribes to a page by e-mail, confirms by a link that works once, and unsubscribes", async () => {
  const t = messagesIn("fr")
  const { page, troubles } = await visit(browser, phone)
  const address = `${newName()}@exemple.be`
  await arrive(page, `${server.url}/actors/${house.fid}`)
  await page.getByRole("button", { name: t("follow.follow_name", { name: house.name }) }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(t("subscribe.email")).waitFor()
  await settled(page)
  await picture(page, "dialog-phone")
  expect(await axeFinds(page, "the dialog", { part: "[role=dialog]" })).toEqual([])

  // A wrong address stays in its field, and the error is shown beside it.
  await dialog.getByLabel(t("subscribe.email")).fill("nulle part")
  await dialog.getByRole("button", { name: t("subscribe.do") }).click()
  await dialog.locator('[aria-invalid="true"]').waitFor()
  expect(await dialog.getByLabel(t("subscribe.email")).inputValue()).toBe("nulle part")

  await dialog.getByLabel(t("subscribe.email")).fill(address)
  await dialog.getByRole("button", { name: t("subscribe.do") }).click()
  await dialog.getByText(t("subscribe.link_sent", { email: address })).waitFor()

  const link = await linkMailedTo(server.dataDir, address, "/subscriptions/confirm")
  await arrive(page, link)
  await picture(page, "confirm-phone")
  expect(await axeFinds(page, "the confirmation")).toEqual([])
  await page.getByRole("button", { name: t("subscribe.confirm_do") }).click()
  await page.getByText(t("subscribe.confirmed")).waitFor()
  await picture(page, "confirmed-phone")
  await page.getByRole("link", { name: t("subscribe.settle") }).click()
  await page.getByRole("heading", { level: 1, name: t("subscribe.title") }).waitFor()
  await settled(page)
  await picture(page, "manage-phone")
  expect(await page.getByRole("link", { name: house.name }).count()).toBe(1)
  expect(await axeFinds(page, "the newsletter")).toEqual([])
  const managed = page.url()

  // The settings are saved, then the subscription is ended, resumed and ended again.
  await page.getByLabel(t("subscribe.daily"), { exact: false }).check()
  await page.getByRole("button", { name: t("subscribe.save"), exact: true }).click()
  await page.getByText(t("subscribe.saved")).first().waitFor()
  await page.getByRole("button", { name: t("subscribe.end_do") }).click()
  await page.getByText(t("subscribe.ended")).waitFor()
  await picture(page, "ended-phone")
  await page.getByRole("button", { name: t("subscribe.undo") }).click()
  await page.getByRole("button", { name: t("subscribe.end_do") }).click()
  await page.getByText(t("subscribe.ended")).waitFor()
  const token = new URL(managed).searchParams.get("token") ?? ""
  const state = await fetch(`${server.url}/api/subscriptions/current/?token=${encodeURIComponent(token)}`)
  expect(await state.json()).toMatchObject({ state: "stopped", frequency: "daily", email: address })

  // The link works only once.
  await arrive(page, link)
  await page.getByRole("button", { name: t("subscribe.confirm_do") }).click()
  await page.getByRole("link", { name: t("subscribe.ask_again") }).waitFor()
  expect(troubles).toEqual([])
})

test("without script a search is subscribed to by e-mail, and forged links are refused, in three languages", async () => {
  const { page, troubles } = await visit(browser, { ...phone, javaScriptEnabled: false })
  for (const language of languages) {
    const t = messagesIn(language)
    const site = server.url + prefixOf(language)
    await arrive(page, `${site}/events?q=concert&category=music`, { hasScript: false })
    expect(await page.locator('link[rel="alternate"][type="application/atom+xml"]').getAttribute("href")).toBe(
      `${site}/events/feed.atom?q=concert&category=music`,
    )
    await page.getByRole("link", { name: t("ui.follow_search"), exact: true }).click()
    expect(page.url()).toBe(`${site}/me/newsletter?q=concert&category=music`)
    await page.getByRole("heading", { level: 1, name: t("ui.follow_search") }).waitFor()
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex")
    const address = `${newName()}@exemple.be`
    await page.getByLabel(t("subscribe.email")).fill(address)
    await page.getByRole("button", { name: t("subscribe.do") }).click()
    await page.getByText(t("subscribe.link_sent", { email: address })).waitFor()
    await linkMailedTo(server.dataDir, address, "/subscriptions/confirm")

    await arrive(page, `${site}/me/newsletter?token=forged`, { hasScript: false })
    await page.getByText(t("subscribe.link_unknown")).waitFor()
    await arrive(page, `${site}/subscriptions/confirm?token=forged`, { hasScript: false })
    await page.getByRole("button", { name: t("subscribe.confirm_do") }).click()
    await page.getByRole("alert").waitFor()
  }
  expect(troubles).toEqual([])
})
