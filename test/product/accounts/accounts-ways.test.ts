import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { password } from "../../worlds/signed-up.ts"
import { linkMailedTo, newName } from "../people/accounts-people.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { notice, soon } from "../browser/waiting.ts"
import { looksAt } from "../screens/walking.ts"

const t = messagesIn("fr")

const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()

const user = (page: Page) => page.locator("header.top .me")

test("without script a visitor registers, verifies the address, edits the account, logs out and logs in again", async () => {
  const { page, troubles, close } = await visit(browser, { javaScriptEnabled: false })
  const name = newName()
  await page.goto(`${site}/events?q=concert`)
  await page
    .locator("header.top")
    .getByRole("link", { name: t("layout.log_in") })
    .click()
  await soon(() => page.url()).toBe(`${site}/login?next=%2Fevents%3Fq%3Dconcert`)
  await page.getByRole("link", { name: t("account.register") }).click()
  await page.getByLabel(t("account.username")).fill(name)
  await page.getByLabel(t("account.email")).fill("mirelle@foyer")
  await page.getByLabel(t("account.password"), { exact: true }).fill(password)
  await page.getByRole("button", { name: t("account.make_account") }).click()
  await page.locator(".field .error", { hasText: t("accounts.email_invalid") }).waitFor()
  await soon(() => page.getByText(t("account.register_failed")).count()).toBe(1)
  expect(await page.getByLabel(t("account.username")).inputValue()).toBe(name)
  expect(await page.getByLabel(t("account.password"), { exact: true }).inputValue()).toBe("")
  expect(await page.content()).not.toContain(password)
  await page.getByLabel(t("account.email")).fill(`${name}@exemple.be`)
  await page.getByLabel(t("account.password"), { exact: true }).fill(password)
  await page.getByRole("button", { name: t("account.make_account") }).click()
  await soon(() => page.url(), "where they wanted to be").toBe(`${site}/events?q=concert`)
  await soon(() => user(page).innerText()).toContain(name)

  await page.goto(`${site}/me`)
  await page.locator(".note--warning", { hasText: t("account.address_waits") }).waitFor()

  await page.goto(await linkMailedTo(server.dataDir, `${name}@exemple.be`, "/verify"))
  await page.getByRole("button", { name: t("account.verify_do") }).click()
  await page.locator(".note--success", { hasText: t("account.email_verified") }).waitFor()
  // The mail remembers where they were when they registered.
  await page.getByRole("link", { name: t("account.go_on") }).click()
  await soon(() => page.url()).toBe(`${site}/events?q=concert`)

  await page.goto(`${site}/me`)
  expect(await page.locator(".note--warning").count()).toBe(0)
  // Whoever came to publish need not look for where.
  const publish = page.locator("main").getByRole("link", { name: t("account.make_event") })
  expect(await publish.getAttribute("href")).toBe("/events/new")
  await page.getByLabel(t("account.name"), { exact: false }).first().fill("Mirelle Ossau")
  await page.getByRole("button", { name: t("account.save") }).click()
  await soon(() => page.locator("h1").innerText()).toBe("Mirelle Ossau")
  await page.locator(".note--success").waitFor()

  await page.goto(`${site}/me/emails`)
  await page.getByLabel(t("account.daily")).check()
  await page.getByRole("button", { name: t("account.save") }).click()
  await page.locator(".note--success", { hasText: t("account.letter_saved") }).waitFor()
  expect(await page.getByLabel(t("account.daily")).isChecked()).toBe(true)

  await page.goto(`${site}/me/places`)
  await page.getByLabel(t("account.town")).fill("Liège")
  await page.getByRole("button", { name: t("account.add_place_do") }).click()
  await page.locator(".own b", { hasText: "Liège" }).waitFor()

  await page.goto(`${site}/me/account`)
  await page.getByLabel(t("account.token_name"), { exact: true }).fill("Mon programme")
  await page.getByRole("button", { name: t("account.make_token") }).click()
  expect(await page.locator(".once code").innerText()).toMatch(/^foyer_/)
  await page.getByLabel(t("account.old_password")).fill(password)
  await page.getByLabel(t("account.new_password"), { exact: true }).fill("une autre phrase, plus longue")
  await page.getByRole("button", { name: t("account.change_password") }).click()
  await page.locator(".note--success", { hasText: t("account.password_changed") }).waitFor()
  await soon(() => user(page).innerText(), "the new session is this browser’s").toContain("Mirelle Ossau")

  await page.getByRole("button", { name: t("personal.log_out"), exact: true }).click()
  await soon(() => page.url()).toBe(`${site}/`)
  await soon(() => user(page).count()).toBe(0)
  await page.goto(`${site}/me/emails`)
  await page.getByLabel(t("account.username")).fill(name)
  await page.getByLabel(t("account.password"), { exact: true }).fill("non")
  await page.getByRole("button", { name: t("layout.log_in") }).click()
  await page.locator(".note--error", { hasText: t("accounts.login_wrong") }).waitFor()
  await page.getByLabel(t("account.password"), { exact: true }).fill("une autre phrase, plus longue")
  await page.getByRole("button", { name: t("layout.log_in") }).click()
  await soon(() => page.url()).toBe(`${site}/me/emails`)
  await close()
  expect(troubles).toEqual([])
})

test("a logout form from another site, or without an Origin header, does not log the viewer out", async () => {
  const { name, cookie, state } = await somebody(server)
  for (const origin of ["https://ailleurs.example", "null", undefined]) {
    const answer = await fetch(`${site}/logout`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, ...(origin ? { origin } : {}), "content-type": "application/x-www-form-urlencoded" },
      body: "form=logout",
    })
    expect(answer.headers.getSetCookie().join(), `from ${origin}`).not.toMatch(/sessionid=;/)
    // A request without an Origin header is redirected by the page itself, and the session stays signed in.
    expect(answer.status, `from ${origin}`).toBe(origin ? 403 : 302)
  }
  const { page, close } = await visit(browser, { storageState: state })
  await arrive(page, `${site}/me`)
  expect(await user(page).innerText()).toContain(name)
  await close()
})

test("an event form from another site, or from a visitor who is not logged in, is answered with 403", async () => {
  const body = new URLSearchParams({
    form: "save",
    "description.fr.format": "markdown",
    "description.fr": "1. ".repeat(25_000),
  })
  const sent: Record<string, string>[] = [
    { referer: "https://ailleurs.example/" },
    { origin: "https://ailleurs.example", accept: "text/html" },
    { origin: site },
  ]
  for (const headers of sent) {
    const answer = await fetch(`${site}/events/new`, { method: "POST", headers, body })
    expect([answer.status, answer.headers.get("content-type")], JSON.stringify(headers)).toEqual([
      403,
      expect.stringContaining("text/html"),
    ])
  }
})

test("after login a `next` address on another site, with a script or of the login page itself leads to /me", async () => {
  const { name } = await somebody(server)
  const { page, close } = await visit(browser)
  for (const next of [
    "https://ailleurs.example/",
    "//ailleurs.example",
    "/\\ailleurs.example",
    "javascript:alert(1)",
    "/login",
  ]) {
    await page.context().clearCookies()
    await arrive(page, `${site}/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel(t("account.username")).fill(name)
    await page.getByLabel(t("account.password"), { exact: true }).fill(password)
    await page.getByRole("button", { name: t("layout.log_in") }).click()
    await page.waitForURL(`${site}/me`)
    expect(new URL(page.url()).origin, next).toBe(site)
    await soon(() => user(page).innerText(), next).toContain(name)
  }
  await close()
})

test("by keyboard alone a visitor registers in the dialog, saves newsletter settings and logs out", async () => {
  const { page, troubles, close } = await visit(browser)
  const name = newName()
  await arrive(page, `${site}/about`)
  await tabTo(page, t("layout.log_in"))
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").waitFor()
  await tabTo(page, t("account.register"))
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: t("account.make_account") }).waitFor()
  await page.keyboard.press("Tab")
  await page.keyboard.type(name)
  await page.keyboard.press("Tab")
  await page.keyboard.type(`${name}@exemple.be`)
  await page.keyboard.press("Tab")
  await page.keyboard.type(password)
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").waitFor({ state: "detached" })

  await arrive(page, `${site}/me`)
  await tabTo(page, t("personal.emails"))
  await page.keyboard.press("Enter")
  await page.waitForURL(`${site}/me/emails`)
  await soon(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1")
  await page.locator("input[name=frequency][value=none]").focus()
  await page.keyboard.press("ArrowUp")
  await soon(() => page.locator("input[name=frequency]:checked").getAttribute("value")).toBe("monthly")
  await tabTo(page, "", "input[name=notify][value=page]")
  await page.keyboard.press("Space")
  await soon(() => page.locator("input[name=notify][value=page]").isChecked()).toBe(false)
  await tabTo(page, t("account.save"))
  await page.keyboard.press("Enter")
  await notice(page, t("account.letter_saved"))
  await arrive(page, `${site}/me`)
  await tabTo(page, t("personal.log_out"))
  await page.keyboard.press("Enter")
  await page
    .locator("header.top")
    .getByRole("link", { name: t("layout.log_in") })
    .waitFor()
  await close()
  expect(troubles).toEqual([])
})

async function tabTo(page: Page, words: string, selector?: string) {
  for (let tries = 0; tries < 80; tries++) {
    const isThere = await page.evaluate(
      ([wanted, css]) => {
        const now = document.activeElement
        return css ? now?.matches(css) : now?.textContent?.trim() === wanted
      },
      [words, selector] as const,
    )
    if (isThere) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`no Tab leads to ${selector ?? words}`)
}

test("when saving the profile fails, a toast explains the error and the typed name stays", async () => {
  const { page, close } = await visit(browser, { storageState: (await somebody(server)).state })
  await arrive(page, `${site}/me`)
  const name = page.getByLabel(t("account.name"), { exact: false }).first()
  await name.fill("Mirelle")
  for (const [status, words] of [
    [500, t("errors.server")],
    [404, t("errors.not_found")],
    [418, t("errors.default")],
  ] as const) {
    await page.route("**/api/me/", (route) =>
      route.request().method() === "PATCH" ? route.fulfill({ status, body: "{}" }) : route.continue(),
    )
    await page.getByRole("button", { name: t("account.save") }).click()
    await page.locator(".toast--error", { hasText: words }).waitFor()
    expect(await name.inputValue()).toBe("Mirelle")
    await page.unrouteAll()
  }
  await page.route("**/api/me/", (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()))
  await page.getByRole("button", { name: t("account.save") }).click()
  await page
    .locator(".toast--error", { hasText: t("errors.no_connection") })
    .last()
    .waitFor()
  expect(await name.inputValue()).toBe("Mirelle")
  await close()
})

test("a new token, a used link and the login dialog pass axe and do not scroll sideways", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: (await somebody(server)).state })
  await arrive(page, `${site}/me/account`)
  await page.getByLabel(t("account.token_name"), { exact: true }).fill("Mon programme")
  await page.getByRole("button", { name: t("account.make_token") }).click()
  await page.locator(".once code").waitFor()
  const found = await looksAt(page, "/me/account with a token")

  await arrive(page, `${site}/verify?token=x&next=//ailleurs.example`)
  await page.getByRole("button", { name: t("account.verify_do") }).click()
  await page.locator(".note--error").waitFor()
  const again = page.getByRole("link", { name: t("account.verify_again") })
  expect(await again.getAttribute("href"), "another host is not led to").toBe("/me/emails")
  found.push(...(await looksAt(page, "a link that is used")))

  await page.context().clearCookies()
  await arrive(page, `${site}/about`)
  await page
    .locator("header.top")
    .getByRole("link", { name: t("layout.log_in") })
    .click()
  await page.getByRole("dialog").getByLabel(t("account.username")).waitFor()
  found.push(...(await looksAt(page, "the dialog")))
  await close()
  expect(found).toEqual([])
  expect(troubles).toEqual([])
})
