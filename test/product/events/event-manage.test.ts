import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { parse } from "#mail/dev-mail.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { mailsTo, waitForNotices } from "../people/notices.ts"
import { soon } from "../browser/waiting.ts"
import { looksAt } from "../screens/walking.ts"

// A venue and its event, an artist in its line-up, and the notices that each gets about the other.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
let house: Person
let artist: Person
let event: number

beforeAll(async () => {
  artist = await somebody(server, "lou")
  house = await somebody(server, "bief")
  await givePage(artist, { type: "person", fid: artist.name, name: "Lou Brisart" })
  await givePage(house, { fid: house.name, name: "Théâtre du Bief" })
  const made = await house.ask("POST", "/api/contents/events/", {
    title: { fr: "Veilleuse" },
    language: "fr",
    category: "music",
    organizers: [house.name],
    place: house.name,
    timezone: "Europe/Brussels",
    occurrences: [14, 15].map((day) => ({ start: `${year}-03-${day}T20:30`, end: `${year}-03-${day}T22:00` })),
    lineup: [{ fid: artist.name, role: "chant" }, { name: "Le chœur d’à côté" }],
    workflow: "published",
  })
  event = made.id
})

test("an artist in the line-up is asked by mail and confirms; the organizer sees that and removes another name", async () => {
  await waitForNotices(server.dataDir)
  const mail = mailsTo(server.dataDir, artist.email)
    .map(parse)
    .find(({ subject }) => subject.includes("Veilleuse"))
  expect(mail?.text).toContain(`${site}/me/confirmations`)
  const visited = await visit(browser, { storageState: artist.state })
  const { page } = visited
  await arrive(page, `${site}/events/${event}`)
  await page
    .locator(".note", { hasText: "Lou Brisart" })
    .getByRole("link", { name: t("manage.see_waiting") })
    .click()
  await page.getByRole("heading", { level: 1, name: t("manage.confirmations") }).waitFor()
  await page.getByRole("button", { name: new RegExp(t("manage.accept_for", { page: "Lou Brisart" })) }).click()
  await page.getByText(t("manage.no_confirmations")).waitFor()
  await artist.ask("PUT", `/api/contents/events/${event}/attendance/`, { value: "confirmed" })
  await visited.close()

  const { page: theirs, troubles, close } = await visit(browser, { storageState: house.state })
  await arrive(theirs, `${site}/events/manage/${event}?tab=relations`)
  const row = theirs.getByRole("row", { name: /Lou Brisart/ })
  await row.getByText(t("manage.state_accepted")).last().waitFor()
  expect(await theirs.getByRole("row", { name: /chœur/ }).innerText()).toContain(t("manage.state_named"))
  // The tab shows the number of rows it lists.
  const listed = await theirs.locator("tbody tr").count()
  expect(await theirs.getByRole("link", { name: t("manage.tab_relations") }).innerText()).toContain(String(listed))
  await theirs.getByRole("button", { name: t("manage.remove_one", { name: "Le chœur d’à côté" }) }).click()
  await theirs.getByRole("row", { name: /chœur/ }).waitFor({ state: "detached" })
  await close()
  expect([...visited.troubles, ...troubles]).toEqual([])
})

test("without script answers are listed, dates cancelled after a confirmation and restored, a message sent", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: house.state, javaScriptEnabled: false })
  await page.goto(`${site}/events/manage/${event}`)
  expect(await page.locator(".tally .glyph").allInnerTexts()).toEqual(["1", "0", "0"])
  await page.getByRole("link", { name: t("manage.only_interested") }).click()
  await page.getByText(t("manage.none_such")).waitFor()
  await page.getByRole("link", { name: t("manage.only_confirmed") }).click()
  await page.locator("td", { hasText: "Lou Brisart" }).waitFor()
  const csv = page.getByRole("link", { name: t("manage.list_csv") })
  const answer = await page.request.get(new URL((await csv.getAttribute("href")) as string, site).href)
  expect(answer.headers()["content-type"]).toContain("text/csv")
  expect(await answer.text()).toContain(`Lou Brisart,${artist.name},confirmed`)

  await page.getByRole("link", { name: t("manage.tab_dates") }).click()
  const first = page.locator(".evm__row").first()
  await first.getByRole("button", { name: new RegExp(`^${t("manage.date_cancel")}`) }).click()
  await soon(() => first.innerText()).toContain(t("manage.people_told_answered", { count: 1 }))
  expect(await page.getByText(t("manage.is_cancelled"), { exact: true }).count()).toBe(0)
  await first.getByLabel(t("cancel.reason")).fill("Une panne de son.")
  await first.getByRole("button", { name: t("manage.date_cancel_do") }).click()
  await page.locator(".note--success", { hasText: t("manage.date_cancelled") }).waitFor()
  await page.getByText(t("manage.is_cancelled"), { exact: true }).waitFor()
  await first.getByText("Une panne de son.").waitFor()
  await page.getByRole("link", { name: t("manage.tab_messages") }).click()
  await page.getByText(t("manage.waiting"), { exact: true }).waitFor()
  // The request to confirm counts the artist as named: they had not answered by then, and follow nothing.
  await page.getByText(t("manage.log_people_named", { count: 1 })).waitFor()
  await page.getByRole("link", { name: t("manage.tab_dates") }).click()
  await page.getByRole("button", { name: new RegExp(`^${t("manage.date_restore")}`) }).click()
  await page.locator(".note--success", { hasText: t("manage.date_restored") }).waitFor()
  // Several dates at once: first the choice of dates, then the confirmation, with the dates still ticked.
  const chosen = page.locator("form", { has: page.getByRole("button", { name: t("cancel.chosen") }) })
  await chosen.getByRole("button", { name: t("cancel.chosen") }).click()
  await page.locator(".cancel__dates").getByText(t("cancel.choose_date")).waitFor()
  for (const at of [0, 1]) await page.locator('.cancel__dates input[name="date"]').nth(at).check()
  await page.getByRole("button", { name: t("cancel.chosen") }).click()
  await page.locator(".evm__sure").waitFor()
  expect(await page.locator('.cancel__dates input[name="date"]:checked').count()).toBe(2)
  await page.getByRole("button", { name: t("cancel.do_dates", { count: 2 }) }).click()
  await page.locator(".note--success", { hasText: t("cancel.dates_done", { count: 2 }) }).waitFor()
  for (const left of [1, 0]) {
    await page
      .getByRole("button", { name: new RegExp(`^${t("manage.date_restore")}`) })
      .first()
      .click()
    await soon(() => page.getByText(t("manage.is_cancelled"), { exact: true }).count()).toBe(left)
  }
  // A change undone in time is announced to nobody.
  await page.getByRole("link", { name: t("manage.tab_messages") }).click()
  await page.waitForURL(/tab=messages/)
  expect(await page.getByText(t("manage.waiting"), { exact: true }).count()).toBe(0)
  await page.getByRole("link", { name: t("manage.tab_journal") }).click()
  await page.getByText(t("manage.did_date_cancelled")).first().waitFor()

  // Errors are shown beside their fields, and nothing typed is lost.
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

test("a cancellation reaches an artist who answered once in the inbox and once by mail, with an unsubscribe link", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: house.state })
  await arrive(page, `${site}/events/manage/${event}?tab=dates`)
  await page.getByLabel(t("manage.state_label")).selectOption("cancelled")
  await page.getByLabel(t("manage.reason")).fill("Le chauffage est en panne.")
  await page.getByRole("button", { name: t("manage.save_state") }).click()
  await page.getByText(t("manage.cancel_sure")).waitFor()
  await page.getByRole("button", { name: t("manage.cancel_do"), exact: true }).click()
  await page.locator(".badge", { hasText: t("manage.status_cancelled") }).waitFor()
  await waitForNotices(server.dataDir)

  const told = mailsTo(server.dataDir, artist.email).filter(
    (source) => parse(source).subject === "Annulé\u00a0: Veilleuse",
  )
  expect(told).toHaveLength(1)
  expect(parse(told[0] as string).text).toContain("Le chauffage est en panne.")
  expect(told[0]).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const stop = /https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(parse(told[0] as string).text)?.[0] as string

  await arrive(page, `${site}/events/manage/${event}?tab=messages`)
  const log = page.locator(".evm__told", { hasText: "Annulé : Veilleuse" })
  await soon(() => log.innerText()).toContain(t("manage.log_people_count", { answered: 1, others: 0 }))
  await log.getByRole("link", { name: t("manage.show_names", { count: 1 }) }).click()
  await log
    .getByRole("row", { name: /Lou Brisart/ })
    .getByText(t("manage.one_sent"))
    .first()
    .waitFor()
  await close()

  const theirs = await visit(browser, { storageState: artist.state })
  await arrive(theirs.page, `${site}/me/inbox`)
  const notice = theirs.page.locator(".inbox__row", { hasText: "Annulé : Veilleuse" })
  await soon(() => notice.count()).toBe(1)
  await soon(() => theirs.page.locator(".inbox__row", { hasText: "Les portes ouvrent à 20 h." }).count()).toBe(1)
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

test("two people's changes to an event's names are all kept, and removing a name twice is reported", async () => {
  const made = await house.ask("POST", "/api/contents/events/", {
    title: { fr: "À deux" },
    language: "fr",
    category: "music",
    organizers: [house.name, artist.name],
    timezone: "Europe/Brussels",
    start: `${year}-05-02T20:30`,
    lineup: [{ name: "Ana" }, { name: "Bo", role: "voix" }],
  })
  const address = `${site}/events/manage/${made.id}?tab=relations`
  const [one, other] = [
    await visit(browser, { storageState: house.state }),
    await visit(browser, { storageState: house.state, javaScriptEnabled: false }),
  ]
  await arrive(one.page, address)
  await arrive(other.page, address, { hasScript: false })
  const remove = (name: string) => ({ name: t("manage.remove_one", { name }) })

  // The first person removes two names and adds one; the second still sees the page as it was before.
  for (const name of ["Lou Brisart", "Ana"]) {
    await one.page.getByRole("button", remove(name)).click()
    await one.page.getByRole("row", { name: new RegExp(name) }).waitFor({ state: "detached" })
  }
  await one.page.getByRole("combobox", { name: new RegExp(t("manage.page_or_name")) }).fill("Cyprien")
  await one.page.getByRole("button", { name: t("manage.add"), exact: true }).click()
  await one.page.getByRole("row", { name: /Cyprien/ }).waitFor()

  await other.page.getByRole("button", remove("Bo")).click()
  const rows = async () => (await other.page.locator("tbody tr").allInnerTexts()).join()
  expect(await rows()).not.toMatch(/Lou Brisart|Ana|Bo/)
  expect(await rows()).toContain("Cyprien")
  // When two people remove the same name, the second one reads that the list has changed.
  await arrive(other.page, address, { hasScript: false })
  await one.page.getByRole("button", remove("Cyprien")).click()
  await one.page.getByRole("row", { name: /Cyprien/ }).waitFor({ state: "detached" })
  await other.page.getByRole("button", remove("Cyprien")).click()
  await other.page.getByText(t("manage.list_changed")).waitFor()
  expect([...one.troubles, ...other.troubles]).toEqual([])
})

test("an event is copied, and the copy is deleted after a confirmation and restored", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: house.state })
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

test("the managing page of an event is 403 for others, and shows visitors the login form", async () => {
  const { page, close } = await visit(browser, { storageState: artist.state })
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

test(
  "managing tabs with open forms and lists, and the inbox, pass axe and do not scroll sideways",
  { timeout: 240_000 },
  async () => {
    const { page, close } = await visit(browser, { storageState: house.state })
    const found: string[] = []
    await arrive(page, `${site}/events/manage/${event}?tab=relations`)
    await page.getByRole("row", { name: /Lou Brisart/ }).waitFor()
    found.push(...(await looksAt(page, "who takes part")))

    await arrive(page, `${site}/events/manage/${event}?tab=dates`)
    await page
      .getByRole("link", { name: t("manage.move") })
      .first()
      .click()
    await page.locator(".evm__move").waitFor()
    await page.getByRole("button", { name: t("manage.delete") }).click()
    await page.getByText(t("manage.delete_sure")).waitFor()
    found.push(...(await looksAt(page, "a date to be moved, an event to be deleted")))

    await arrive(page, `${site}/events/manage/${event}?tab=messages`)
    await page
      .getByRole("link", { name: t("manage.show_names", { count: 1 }) })
      .first()
      .click()
    await page.locator(".evm__told .evm__table").waitFor()
    found.push(...(await looksAt(page, "who was told")))
    await close()

    const theirs = await visit(browser, { storageState: artist.state })
    await arrive(theirs.page, `${site}/me/inbox`)
    found.push(...(await looksAt(theirs.page, "an inbox")))
    await theirs.close()
    expect(found).toEqual([])
  },
)
