import { readdirSync, readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { languages } from "#i18n/languages.ts"
import { inLanguagePath } from "#web/paths.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, runsFirst, sharedBrowser, visit } from "../browser/browser.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { waitForNotices } from "../people/notices.ts"
import { notice, soon } from "../browser/waiting.ts"

// The notices of followed pages: choosing them, sending them at once to the inbox, by mail and to devices; and being offline.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
const viewport = { width: 1280, height: 900 }
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
let owner: Person
let reader: Person
const [house, name] = ["la-verriere-t", "La Verrière"]
beforeAll(async () => {
  owner = await somebody(server)
  const location = { locality: "Liège", country: "BE", lat: 50.64, lon: 5.57, precision: "exact" }
  await givePage(owner, { fid: house, name, location })
  reader = await somebody(server, "ines")
})

const publishes = (title: string) =>
  owner.ask("POST", "/api/contents/events/", {
    title: { fr: title },
    language: "fr",
    category: "music",
    organizers: [house],
    place: house,
    start: `${year}-03-14T20:30`,
    workflow: "published",
  })
const told = () => reader.ask("GET", `/api/actors/${house}/`)
const label = (choice: "agenda" | "newsletter" | "now") =>
  t("telling.choose", { name, choice: t(`telling.short_${choice}`) })

test("a follower who chooses immediate notices gets a new event in the inbox and by one mail", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: reader.state, viewport })
  await arrive(page, `${site}/actors/${house}`)
  expect(await page.getByText(t("telling.short_newsletter")).count(), "nothing to choose of what is not followed").toBe(
    0,
  )
  await page.getByRole("button", { name: t("follow.follow_name", { name }) }).click()
  // With the keyboard: open the choice, go to another option, leave.
  const tells = page.getByRole("button", { name: label("newsletter") })
  await tells.focus()
  await page.keyboard.press("Enter")
  const sheet = page.getByRole("dialog")
  await sheet.getByRole("radio", { name: t("telling.newsletter") }).focus()
  expect(await axeFinds(page, "what following tells", { part: ".pop" })).toEqual([])
  await page.keyboard.press("ArrowDown")
  await soon(async () => (await told()).notify).toBe("now")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: label("now") }).waitFor()

  // Unfollowed and followed again, the page keeps its setting.
  await page.getByRole("button", { name: t("follow.followed_name", { name }) }).click()
  await soon(async () => (await told()).is_followed).toBe(false)
  const toast = page.locator(".toast").filter({ hasText: t("visitor.unfollowed", { name }) })
  await toast.getByRole("button", { name: t("visitor.undo") }).click()
  expect(await page.locator(".btn--follow:focus").count(), "keys go on where one was").toBe(1)
  await soon(async () => (await told()).notify).toBe("now")

  const { id } = await publishes("Radio Minuit")
  await waitForNotices(server.dataDir)
  await arrive(page, `${site}/me/inbox`)
  const row = page.getByRole("listitem").filter({ hasText: t("telling.one", { title: "Radio Minuit" }) })
  await row.getByText(t("telling.asked", { page: name })).waitFor()
  expect(await row.getByRole("link").getAttribute("href")).toBe(`/events/${id}`)
  const mails = readdirSync(`${server.dataDir}/mail`).filter((file) => file.includes(`_${reader.email}_`))
  const mailed = mails.map((file) => readFileSync(`${server.dataDir}/mail/${file}`, "utf8").replaceAll(/=\r?\n/g, ""))
  const [mail, ...more] = mailed.filter((text) => text.includes(`${site}/events/${id}`))
  expect(more).toEqual([])
  // The mail has a map, which only the built product can draw.
  expect(mail).toContain('class=3D"by-night"')
  expect(troubles).toEqual([])
  await close()
})

test("without script a follow's notices are chosen on a page that the list of followed pages links", async () => {
  await reader.ask("PUT", `/api/actors/${house}/follow/`)
  await reader.ask("PATCH", `/api/actors/${house}/follow/`, { notify: "newsletter" })
  const { page, close } = await visit(browser, { storageState: reader.state, viewport, javaScriptEnabled: false })
  await page.goto(`${site}/actors?rel=followed`)
  await page.getByRole("link", { name: label("newsletter") }).click()
  await page.getByRole("radio", { name: t("telling.agenda") }).check()
  await page.getByRole("button", { name: t("telling.save") }).click()
  await page.waitForURL(`${site}/actors/${house}`)
  expect((await told()).notify).toBe("agenda")
  await close()
})

test("the published page says that followers are notified, and lets the organizer notify nobody", async () => {
  const { id } = await publishes("Nuit calme")
  const { page, troubles, close } = await visit(browser, { storageState: owner.state, viewport })
  await arrive(page, `${site}/events/published/${id}`)
  await page.getByText(t("telling.followers_now")).waitFor()
  await page.getByRole("button", { name: t("telling.quiet") }).click()
  await notice(page, t("telling.quiet_done", { title: "Nuit calme" }))
  await page.getByText(t("telling.followers_quiet")).waitFor()
  expect((await owner.ask("GET", `/api/contents/events/${id}/`)).tell).toBe(false)
  expect(await axeFinds(page, "who is told", { part: "#told, .told" })).toEqual([])
  expect(troubles).toEqual([])
  await close()
})

/**
 * Replaces the browser’s push service, which cannot be reached from here, by one that accepts or refuses. The rest is real: the
 * service worker, its offline pages, our API calls.
 */
async function withPushService(page: Page) {
  await runsFirst(page, () => {
    // A headless browser shows no notifications, whatever permission it has.
    Object.defineProperty(Notification, "permission", { get: () => "granted" })
    Notification.requestPermission = async () => "granted"
    const endpoint = "https://push.example/device"
    const known = () => sessionStorage.getItem("subscribed") === "yes"
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh: `B${"a".repeat(86)}`, auth: "a".repeat(22) } }),
      unsubscribe: async () => {
        sessionStorage.removeItem("subscribed")
        return true
      },
    } as unknown as PushSubscription
    PushManager.prototype.getSubscription = async () => (known() ? subscription : null)
    PushManager.prototype.subscribe = async () => {
      if (sessionStorage.getItem("broken") === "yes") throw new DOMException("push service error", "AbortError")
      sessionStorage.setItem("subscribed", "yes")
      return subscription
    }
  })
}

/** Does in the service worker what a browser does when it gives the device a new address. */
async function renewsSubscription({ former, renewed }: { former: string; renewed: string }) {
  const endpoint = `https://push.example/${renewed}`
  const keys = { p256dh: `B${"a".repeat(86)}`, auth: "a".repeat(22) }
  let done: Promise<unknown> | undefined
  const change = Object.assign(new Event("pushsubscriptionchange"), {
    oldSubscription: { endpoint: `https://push.example/${former}`, options: {} },
    newSubscription: { endpoint, toJSON: () => ({ endpoint, keys }) },
    waitUntil: (work: Promise<unknown>) => (done = work),
  })
  globalThis.dispatchEvent(change)
  await done
}

test("push is switched on and off for a device, and one offline page is shown in each language", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: reader.state, viewport })
  await arrive(page, `${site}/me/emails`)
  const part = page.locator("#devices")
  await part.getByText(t("push.is_blocked")).waitFor()
  await withPushService(page)
  await arrive(page, `${site}/me/emails`)
  await part.getByText(t("push.is_off")).waitFor()
  await page.evaluate(() => sessionStorage.setItem("broken", "yes"))
  await part.getByRole("button", { name: t("push.turn_on") }).click()
  await notice(page, t("push.failed"))
  await page.evaluate(() => sessionStorage.removeItem("broken"))
  await part.getByRole("button", { name: t("push.turn_on") }).click()
  await notice(page, t("push.turned_on"))
  await part.getByText(t("push.is_on")).waitFor()
  await part.getByText(t("push.here"), { exact: true }).waitFor()
  expect(await axeFinds(page, "devices", { part: "#devices" })).toEqual([])
  expect(await reader.ask("GET", "/api/me/push/")).toMatchObject([{ endpoint: "https://push.example/device" }])

  const worker = await page.evaluate(async () => {
    const { active, scope } = await navigator.serviceWorker.ready
    return { script: active?.scriptURL, scope }
  })
  expect(worker).toEqual({ script: `${site}/sw.js`, scope: `${site}/` })
  await soon(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  expect(await page.evaluate(async () => (await caches.keys()).length), "nothing but the offline pages is kept").toBe(1)
  // The browser renews the device’s address: the service worker reports it, without any page.
  const [inWorker] = page.context().serviceWorkers()
  for (const [former, renewed] of [
    ["device", "renewed"],
    ["renewed", "device"],
  ] as const) {
    await inWorker?.evaluate(renewsSubscription, { former, renewed })
    expect(await reader.ask("GET", "/api/me/push/")).toMatchObject([{ endpoint: `https://push.example/${renewed}` }])
  }
  // Pages load as usual; the service worker does not handle the requests of our scripts.
  await arrive(page, `${site}/en/about`)
  expect(troubles).toEqual([])

  await page.context().setOffline(true)
  for (const language of languages) {
    const said = messagesIn(language)
    await page.goto(site + inLanguagePath("/about", language), { waitUntil: "load" })
    await page.getByRole("heading", { name: said("push.offline_title") }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
  }
  expect(await axeFinds(page, "offline", { modes: ["dark"] })).toEqual([])
  await page.emulateMedia({ colorScheme: "light" })
  expect(await axeFinds(page, "offline, light", { modes: ["light"] })).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole("link", { name: messagesIn("nl")("push.offline_retry") }).click()
  await page.waitForURL(`${site}/nl/about`)
  await page.getByRole("banner").first().waitFor()

  await arrive(page, `${site}/me/emails`)
  await part.getByRole("button", { name: t("push.turn_off") }).click()
  await notice(page, t("push.turned_off"))
  await part.getByText(t("push.is_off")).waitFor()
  expect(await reader.ask("GET", "/api/me/push/")).toEqual([])
  await soon(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await close()
})
