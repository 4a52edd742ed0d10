import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { parse } from "#mail/dev-mail.ts"
import { type RunningServer, startServer } from "../server.ts"
import { linkMailedTo, registers } from "./accounts-people.ts"
import { axeFinds } from "./axe.ts"
import { arrive, openBrowser, visit } from "./browser.ts"
import { everyoneIsTold } from "./told.ts"

// A house and its event, an artist it names, and what each learns of the other.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
type SignedIn = NonNullable<Extract<BrowserContextOptions["storageState"], object>>
let server: RunningServer
let site: string
let browser: Browser
let house: SignedIn
let artist: SignedIn
let artistName: string
let event: number

beforeAll(async () => {
  server = await startServer({ LIMITS: "0" })
  site = server.url
  browser = await openBrowser()
  ;({ state: artist, name: artistName } = await joins("lou", {
    type: "person",
    fid: "loubrisart",
    name: "Lou Brisart",
  }))
  ;({ state: house } = await joins("bief", { type: "place", fid: "bief", name: "Théâtre du Bief" }))
  const { page, close } = await visit(browser, { storageState: house })
  const made = await call<{ id: number }>(page, "POST", "/api/contents/events/", {
    title: { fr: "Veilleuse" },
    language: "fr",
    category: "music",
    organizers: ["bief"],
    place: "bief",
    timezone: "Europe/Brussels",
    occurrences: [14, 15].map((day) => ({ start: `${year}-03-${day}T20:30`, end: `${year}-03-${day}T22:00` })),
    lineup: [{ fid: "loubrisart", role: "chant" }, { name: "Le chœur d’à côté" }],
    workflow: "published",
  })
  event = made.id
  await close()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** Somebody with a verified address and a page. */
async function joins(stem: string, actor: object) {
  const { page, close } = await visit(browser)
  const name = await registers(page, site, "fr", `${stem}${process.pid}`)
  await page.goto(await linkMailedTo(server.dataDir, `${name}@exemple.be`, "/verify"))
  await page.getByRole("button", { name: t("account.verify_do") }).click()
  await page.locator(".note--success, .toast--success").first().waitFor()
  await call(page, "POST", "/api/actors/", { language: "fr", status: "published", ...actor })
  if ((actor as { type: string }).type === "person")
    await call(page, "PATCH", "/api/me/", { identity: (actor as { fid: string }).fid })
  const state = await page.context().storageState()
  await close()
  return { state, name }
}

/** Asks the API as whoever is signed in on this page. */
async function call<Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> {
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

/** The mails to an address, newest last. */
function mailsTo(address: string) {
  const folder = join(server.dataDir, "mail")
  return readdirSync(folder)
    .filter((file) => file.includes(`_${address}_`))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"))
}

test("who is named is asked, confirms, and both sides see it", async () => {
  await everyoneIsTold(server.dataDir)
  const mail = mailsTo(`${artistName}@exemple.be`)
    .map(parse)
    .find(({ subject }) => subject.includes("Veilleuse"))
  expect(mail?.text).toContain(`${site}/me/confirmations`)
  const visited = await visit(browser, { storageState: artist })
  const { page } = visited
  await arrive(page, `${site}/events/${event}`)
  await page
    .locator(".note", { hasText: "Lou Brisart" })
    .getByRole("link", { name: t("manage.see_waiting") })
    .click()
  await page.getByRole("heading", { level: 1, name: t("manage.confirmations") }).waitFor()
  await page.getByRole("button", { name: new RegExp(t("manage.accept_for", { page: "Lou Brisart" })) }).click()
  await page.getByText(t("manage.no_confirmations")).waitFor()
  await call(page, "PUT", `/api/contents/events/${event}/attendance/`, { value: "confirmed" })
  await visited.close()

  const { page: theirs, troubles, close } = await visit(browser, { storageState: house })
  await arrive(theirs, `${site}/events/manage/${event}?tab=relations`)
  const row = theirs.getByRole("row", { name: /Lou Brisart/ })
  await row.getByText(t("manage.state_accepted")).last().waitFor()
  expect(await theirs.getByRole("row", { name: /chœur/ }).innerText()).toContain(t("manage.state_named"))
  await theirs.getByRole("button", { name: t("manage.remove_one", { name: "Le chœur d’à côté" }) }).click()
  await theirs.getByRole("row", { name: /chœur/ }).waitFor({ state: "detached" })
  await close()
  expect([...visited.troubles, ...troubles]).toEqual([])
})

test("without script: answers, their table, a date cancelled and on again, all of it asked about first", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: house, javaScriptEnabled: false })
  await page.goto(`${site}/events/manage/${event}`)
  expect(await page.locator(".tally .glyph").allInnerTexts()).toEqual(["1", "0", "0"])
  await page.getByRole("link", { name: t("manage.only_interested") }).click()
  await page.getByText(t("manage.none_such")).waitFor()
  await page.getByRole("link", { name: t("manage.only_confirmed") }).click()
  await page.locator("td", { hasText: "Lou Brisart" }).waitFor()
  const csv = page.getByRole("link", { name: t("manage.list_csv") })
  const answer = await page.request.get(new URL((await csv.getAttribute("href")) as string, site).href)
  expect(answer.headers()["content-type"]).toContain("text/csv")
  expect(await answer.text()).toContain("Lou Brisart,loubrisart,confirmed")

  await page.getByRole("link", { name: t("manage.tab_dates") }).click()
  const first = page.locator(".evm__row").first()
  await first.getByRole("button", { name: new RegExp(`^${t("manage.date_cancel")}`) }).click()
  expect(await first.innerText()).toContain(t("manage.people_told", { count: 1, answered: 1, others: 0 }).slice(0, 30))
  expect(await page.getByText(t("manage.is_cancelled"), { exact: true }).count()).toBe(0)
  await first.getByRole("button", { name: t("manage.date_cancel_do") }).click()
  await page.locator(".note--success", { hasText: t("manage.date_cancelled") }).waitFor()
  await page.getByText(t("manage.is_cancelled"), { exact: true }).waitFor()
  await page.getByRole("link", { name: t("manage.tab_messages") }).click()
  await page.getByText(t("manage.waiting"), { exact: true }).waitFor()
  await page.getByRole("link", { name: t("manage.tab_dates") }).click()
  await page.getByRole("button", { name: new RegExp(`^${t("manage.date_restore")}`) }).click()
  await page.locator(".note--success", { hasText: t("manage.date_restored") }).waitFor()
  // Taken back in time, it is told to nobody.
  await page.getByRole("link", { name: t("manage.tab_messages") }).click()
  expect(await page.getByText(t("manage.waiting"), { exact: true }).count()).toBe(0)
  await page.getByRole("link", { name: t("manage.tab_journal") }).click()
  await page.getByText(t("manage.did_date_cancelled")).first().waitFor()

  // What is wrong stands beside its field, and nothing typed is lost.
  await page.goto(`${site}/events/manage/${event}?tab=messages`)
  await page.getByLabel(t("manage.text"), { exact: true }).fill("Les portes ouvrent à 20 h.")
  await page.getByRole("button", { name: t("manage.send") }).click()
  await page.locator(".field .error", { hasText: t("errors.required") }).waitFor()
  expect(await page.getByLabel(t("manage.text"), { exact: true }).inputValue()).toBe("Les portes ouvrent à 20 h.")
  await page.getByLabel(t("manage.subject")).fill("Les portes")
  await page.getByRole("button", { name: t("manage.send") }).click()
  await page.getByText(t("manage.send_sure", { count: 1 })).waitFor()
  await page.getByRole("button", { name: t("manage.send_do"), exact: true }).click()
  await page.locator(".note--success", { hasText: t("manage.message_sent") }).waitFor()
  await close()
  expect(troubles).toEqual([])
})

test("cancelled: the artist who answered learns it once here and once by mail, and can stop the mails", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: house })
  await arrive(page, `${site}/events/manage/${event}?tab=dates`)
  await page.getByLabel(t("manage.state_label")).selectOption("cancelled")
  await page.getByLabel(t("manage.reason")).fill("Le chauffage est en panne.")
  await page.getByRole("button", { name: t("manage.save_state") }).click()
  await page.getByText(t("manage.cancel_sure")).waitFor()
  await page.getByRole("button", { name: t("manage.cancel_do"), exact: true }).click()
  await page.locator(".badge", { hasText: t("manage.status_cancelled") }).waitFor()
  await everyoneIsTold(server.dataDir)

  const told = mailsTo(`${artistName}@exemple.be`).filter((source) => parse(source).subject === "Annulé : Veilleuse")
  expect(told).toHaveLength(1)
  expect(parse(told[0] as string).text).toContain("Le chauffage est en panne.")
  expect(told[0]).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const stop = /https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(parse(told[0] as string).text)?.[0] as string

  await arrive(page, `${site}/events/manage/${event}?tab=messages`)
  const log = page.locator(".evm__told", { hasText: "Annulé : Veilleuse" })
  expect(await log.innerText()).toContain(t("manage.log_people_count", { answered: 1, others: 0 }))
  await log.getByRole("link", { name: t("manage.show_names", { count: 1 }) }).click()
  await log
    .getByRole("row", { name: /Lou Brisart/ })
    .getByText(t("manage.one_sent"))
    .first()
    .waitFor()
  await close()

  const theirs = await visit(browser, { storageState: artist })
  await arrive(theirs.page, `${site}/me/inbox`)
  const notice = theirs.page.locator(".inbox__row", { hasText: "Annulé : Veilleuse" })
  expect(await notice.count()).toBe(1)
  expect(await theirs.page.locator(".inbox__row", { hasText: "Les portes ouvrent à 20 h." }).count()).toBe(1)
  await notice.getByRole("button", { name: new RegExp(`^${t("manage.mark_read")}`) }).click()
  await notice.getByRole("button", { name: new RegExp(`^${t("manage.mark_unread")}`) }).waitFor()
  await notice.getByRole("button", { name: new RegExp(`^${t("manage.put_away")}`) }).click()
  await notice.waitFor({ state: "detached" })

  await arrive(theirs.page, stop)
  await theirs.page.getByRole("button", { name: t("manage.stop_do") }).click()
  await theirs.page.getByText(t("manage.stop_done")).waitFor()
  await arrive(theirs.page, `${site}/me/emails`)
  expect(await theirs.page.locator("input[name=notify][value=change]").isChecked()).toBe(false)
  expect(await theirs.page.locator("input[name=notify_app][value=change]").isChecked()).toBe(true)
  await theirs.close()
  expect([...troubles, ...theirs.troubles]).toEqual([])
})

test("copied, deleted, and the deletion taken back", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: house })
  await arrive(page, `${site}/events/manage/${event}?tab=dates`)
  await page.getByRole("button", { name: t("manage.copy") }).click()
  await page.waitForURL((url) => url.pathname.startsWith("/events/manage/") && !url.pathname.endsWith(`/${event}`))
  await page.locator(".badge", { hasText: t("manage.workflow_draft") }).waitFor()
  await page.getByRole("button", { name: t("manage.delete") }).click()
  await page.getByText(t("manage.delete_sure")).waitFor()
  await page.getByRole("button", { name: t("manage.delete_do"), exact: true }).click()
  await page.getByRole("button", { name: t("manage.restore") }).click()
  await page.getByRole("heading", { level: 1, name: "Veilleuse" }).waitFor()
  await page.getByRole("link", { name: t("manage.tab_journal") }).click()
  await page.getByText(t("manage.did_restored")).waitFor()
  await close()
  expect(troubles).toEqual([])
})

test("nobody else manages it; whoever is not signed in is shown the way in", async () => {
  const { page, close } = await visit(browser, { storageState: artist })
  expect((await page.goto(`${site}/events/manage/${event}`))?.status()).toBe(403)
  await close()
  const stranger = await visit(browser)
  for (const id of [event, 999_999_999]) {
    const answer = await arrive(stranger.page, `${site}/events/manage/${id}`)
    expect(answer?.status()).toBe(200)
    await stranger.page
      .getByRole("button", { name: t("layout.log_in") })
      .last()
      .waitFor()
    expect(await stranger.page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex")
  }
  await stranger.close()
})

test.each([1440, 390])(
  "axe finds nothing at %i px where there is something to see; nothing scrolls sideways",
  async (width) => {
    const { page, close } = await visit(browser, {
      viewport: { width, height: 900 },
      reducedMotion: "reduce",
      storageState: house,
    })
    const found: string[] = []
    const looks = async (name: string) => {
      // Nothing lies under the header.
      await page.evaluate(() => scrollTo(0, 0))
      found.push(...(await axeFinds(page, name)))
      for (const narrow of [320, 600, 1024]) {
        await page.setViewportSize({ width: narrow, height: 900 })
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (over > 0) found.push(`${name} is ${over} px too wide at ${narrow}`)
      }
      await page.setViewportSize({ width, height: 900 })
    }
    for (const tab of ["answers", "relations", "dates", "messages", "journal"]) {
      await arrive(page, `${site}/events/manage/${event}?tab=${tab}`)
      if (tab === "dates") {
        await page
          .getByRole("link", { name: t("manage.move") })
          .first()
          .click()
        await page.locator(".evm__move").waitFor()
        await page.getByRole("button", { name: t("manage.delete") }).click()
        await page.getByText(t("manage.delete_sure")).waitFor()
      }
      if (tab === "messages") {
        const names = page.getByRole("link", { name: t("manage.show_names", { count: 1 }) }).first()
        await arrive(page, site + (await names.getAttribute("href")))
        await page.locator(".evm__told .evm__table").waitFor()
      }
      await looks(tab)
    }
    await close()
    const theirs = await visit(browser, {
      viewport: { width, height: 900 },
      reducedMotion: "reduce",
      storageState: artist,
    })
    await arrive(theirs.page, `${site}/me/inbox`)
    found.push(...(await axeFinds(theirs.page, "inbox")))
    await theirs.close()
    expect(found).toEqual([])
  },
  240_000,
)
