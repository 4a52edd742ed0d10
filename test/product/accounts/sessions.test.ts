import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { password } from "../../worlds/signed-up.ts"
import { arrive, sharedBrowser, settled, visit } from "../browser/browser.ts"
import { somebody } from "../people/page-people.ts"
import { listedEvents } from "../screens/screens.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { notice, soon } from "../browser/waiting.ts"

// Sessions as people notice them: in several tabs, when they end, and beside those of others.

const t = messagesIn("fr")
const personal = ["/me", "/me/emails", "/me/places", "/me/fediverse", "/me/account"]

const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()

const user = (page: Page) => page.locator("header.top .me")

test("logging out or in takes effect in all tabs, and the login panel of /me/emails leads back to that page", async () => {
  const { name, email, state } = await somebody(server)
  const { page, troubles, close } = await visit(browser, { storageState: state })
  await arrive(page, `${site}/me`)
  const other = await page.context().newPage()
  await arrive(other, `${site}/me/emails`)
  await page.getByRole("button", { name: t("personal.log_out") }).click()
  await other.getByRole("button", { name: t("layout.log_in") }).waitFor()
  await soon(() => other.locator("body").innerText()).not.toContain(email)
  await soon(() => other.locator("meta[name=robots]").getAttribute("content")).toBe("noindex")

  await other.getByLabel(t("account.username")).fill(name)
  await other.getByLabel(t("account.password"), { exact: true }).fill(password)
  await other.getByRole("button", { name: t("layout.log_in") }).click()
  await other.getByRole("heading", { name: t("personal.emails"), level: 1 }).waitFor()
  expect(other.url()).toBe(`${site}/me/emails`)
  await soon(() => user(page).innerText()).toContain(name)
  await close()
  expect(troubles).toEqual([])
})

test("logging out removes the viewer from the page even if the call fails", async () => {
  const { page, close } = await visit(browser, { storageState: (await somebody(server)).state })
  await arrive(page, `${site}/me`)
  await page.route("**/api/auth/logout/", (route) => route.fulfill({ status: 500, body: "{}" }))
  await page.getByRole("button", { name: t("personal.log_out") }).click()
  await notice(page, t("account.logged_out"))
  await soon(() => user(page).count()).toBe(0)
  await settled(page)
  expect(await user(page).count(), "and they stay out").toBe(0)
  await close()
})

test("when the session has ended, saving opens the login dialog, and the typed text can then be saved", async () => {
  const person = await somebody(server)
  const { page, close } = await visit(browser, { storageState: person.state })
  await arrive(page, `${site}/me`)
  const name = page.getByLabel(t("account.name"), { exact: false }).first()
  await name.fill("Mirelle Ossau")
  await page.context().clearCookies({ name: "sessionid" })
  await page.getByRole("button", { name: t("account.save") }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(t("account.username_or_email")).fill(person.name)
  await dialog.getByLabel(t("account.password"), { exact: true }).fill(password)
  await dialog.getByRole("button", { name: t("layout.log_in") }).click()
  await dialog.waitFor({ state: "detached" })
  expect(await name.inputValue()).toBe("Mirelle Ossau")
  await page.getByRole("button", { name: t("account.save") }).click()
  await soon(() => page.locator("h1").innerText()).toBe("Mirelle Ossau")
  await close()
})

test("when the session has ended, a new list and a star open the login dialog, and the list's name stays", async () => {
  const person = await somebody(server)
  const { page, close } = await visit(browser, { storageState: person.state })
  const [event] = await listedEvents(site)
  await arrive(page, `${site}/events/${event?.id}`)
  await page.getByText(t("ui.add_to_list"), { exact: true }).first().click()
  const name = page.getByLabel(t("lists.new"))
  await name.fill("Pour samedi")
  await page.context().clearCookies({ name: "sessionid" })
  await page.getByRole("button", { name: t("lists.make_and_add") }).click()
  const dialog = page.getByRole("dialog").filter({ has: page.getByLabel(t("account.password"), { exact: true }) })
  await dialog.getByLabel(t("account.username_or_email")).fill(person.name)
  await dialog.getByLabel(t("account.password"), { exact: true }).fill(password)
  await dialog.getByRole("button", { name: t("layout.log_in") }).click()
  await dialog.waitFor({ state: "detached" })
  expect(await name.inputValue()).toBe("Pour samedi")
  await page.getByRole("button", { name: t("lists.make_and_add") }).click()
  await page.getByRole("checkbox", { name: "Pour samedi", checked: true }).waitFor()

  await arrive(page, site)
  await page.context().clearCookies({ name: "sessionid" })
  await page.locator(".row .star").first().click()
  await dialog.waitFor()
  await close()
})

test("parallel requests never show one account's name to another or to visitors, and personal pages are not cached", async () => {
  const people = await Promise.all(["une", "deux"].map((stem) => somebody(server, stem)))
  const strangers: string[] = []
  await Promise.all(
    Array.from({ length: 240 }, async (_, at) => {
      const path = [...personal, "/", "/events", "/actors"][at % 8] as string
      const who = at % 3 // the third reader is signed out
      const answer = await fetch(
        `${site}${path}`,
        who === 2 ? {} : { headers: { cookie: people[who]?.cookie as string } },
      )
      const text = await answer.text()
      for (const [index, { name }] of people.entries()) {
        if (index !== who && text.includes(name)) strangers.push(`${path} shows ${name} to ${who}`)
      }
      if (who < 2 && !text.includes(people[who]?.name as string)) strangers.push(`${path} does not know ${who}`)
      const isKept = !answer.headers.get("cache-control")?.includes("no-store")
      if (who < 2 && isKept) strangers.push(`${path} of ${who} may be kept`)
    }),
  )
  expect(strangers).toEqual([])
})
