import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { isSignedWith, webhookReceiver } from "../../elsewhere/webhook-receiver.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { reachableServer } from "../servers/dedicated-server.ts"
import { notice, soon } from "../browser/waiting.ts"

const t = messagesIn("fr")
const browser = await sharedBrowser()
let house: Awaited<ReturnType<typeof reachableServer>>
let receiver: Awaited<ReturnType<typeof webhookReceiver>>
beforeAll(async () => {
  house = await reachableServer("maud")
  receiver = await webhookReceiver()
})
afterAll(async () => {
  await house.server.stop()
  receiver.end()
})

test("on a phone a page's owner adds a webhook, sees its secret, sends a signed test that arrives, and removes it", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page, troubles } = await visit(browser, { ...phone, storageState: house.owner.state })
  await arrive(page, `${house.server.url}/actors/manage/${house.fid}`)
  await page.getByRole("link", { name: t("relations.programs") }).click()
  await page.getByText(t("webhooks.none")).waitFor()
  expect(await axeFinds(page, "no programs")).toEqual([])

  // An invalid address keeps its typing, and the error is shown beside it.
  const address = page.getByLabel(t("webhooks.url"), { exact: true })
  await address.fill("ftp://verriere")
  await page.getByText(t("webhooks.events"), { exact: true }).first().click()
  await page.getByLabel(t("webhooks.page_updated")).uncheck()
  await page.getByRole("button", { name: t("webhooks.add") }).click()
  await soon(() => page.locator('[aria-invalid="true"]').count()).toBe(1)
  expect(await address.inputValue()).toBe("ftp://verriere")
  expect(await page.getByLabel(t("webhooks.page_updated")).isChecked()).toBe(false)
  await address.fill(receiver.url)
  await page.getByRole("button", { name: t("webhooks.add") }).click()
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ""
  expect(secret).toMatch(/^whsec_.{32}$/)
  await page
    .getByText(t("webhooks.some_events", { count: 5 }))
    .first()
    .waitFor()

  await page.getByRole("button", { name: t("webhooks.test") }).click()
  await page.getByText(t("webhooks.state_delivered")).waitFor()
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received.every((one) => one.said.type === "ping" && isSignedWith(secret, one))).toBe(true)
  expect(await axeFinds(page, "programs that are told", { rules: "size" })).toEqual([])
  await page.getByRole("button", { name: t("webhooks.remove") }).click()
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("webhooks.remove"), exact: true })
    .click()
  await notice(page, t("webhooks.removed"))
  await page.getByText(t("webhooks.none")).waitFor()
  expect(troubles).toEqual([])
})

test("without script a webhook is added, switched off and deleted, and its secret is shown once", async () => {
  const { page } = await visit(browser, { storageState: house.owner.state, javaScriptEnabled: false })
  await page.goto(`${house.server.url}/actors/webhooks/${house.fid}`)
  await page.getByLabel(t("webhooks.url"), { exact: true }).fill(`${receiver.url}/plain`)
  await page.getByRole("button", { name: t("webhooks.add") }).click()
  expect(await page.getByText(/^whsec_/).count()).toBe(1)
  await page.getByRole("button", { name: t("webhooks.switch_off") }).click()
  await page.getByText(t("webhooks.is_off"), { exact: true }).waitFor()
  expect(await page.getByText(/^whsec_/).count()).toBe(0)
  await page.getByLabel(`${t("webhooks.remove_ask")} ${t("fields.sure")}`).check()
  await page.getByRole("button", { name: t("webhooks.remove") }).click()
  await page.getByText(t("webhooks.none")).waitFor()
})

test("the secret of a new webhook stays visible while the secret of another is renewed", async () => {
  const { page, troubles } = await visit(browser, { storageState: house.owner.state })
  await arrive(page, `${house.server.url}/actors/webhooks/${house.fid}`)
  const secrets = page.getByText(/^whsec_/)
  const shown = new Set<string>()
  for (const name of ["one", "two"]) {
    await page.getByLabel(t("webhooks.url"), { exact: true }).fill(`${receiver.url}/${name}`)
    await page.getByRole("button", { name: t("webhooks.add") }).click()
    await soon(async () => shown.has((await secrets.first().textContent()) ?? "")).toBe(false)
    shown.add((await secrets.first().textContent()) ?? "")
  }
  const renew = t("webhooks.of_what", { action: t("webhooks.renew"), what: `${receiver.url}/one` })
  await page.getByRole("button", { name: renew, exact: true }).click()
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("webhooks.renew"), exact: true })
    .click()
  await soon(() => secrets.count()).toBe(2)
  expect(await secrets.allTextContents()).toContain([...shown][1])
  expect(troubles).toEqual([])
})
