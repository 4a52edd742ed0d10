import { TOTP, Secret } from "otpauth"
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { password } from "../../worlds/signed-up.ts"
import { linkMailedTo, newName, prefixOf, registers } from "../people/accounts-people.ts"
import { arrive, runsFirst, sharedBrowser, settled, visit } from "../browser/browser.ts"
import { somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { notice, soon } from "../browser/waiting.ts"

const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()

const header = (page: Page) => page.locator("header.top")

describe.each(["fr", "en"] as const)("in %s", (language) => {
  const t = messagesIn(language)
  const prefix = prefixOf(language)

  test("a visitor registers, logs out, and logs in again through the dialog without leaving the page", async () => {
    const { page, troubles, close } = await visit(browser)
    const name = await registers(page, site, language)
    await notice(page, t("account.registered"))
    await soon(() => header(page).innerText()).toContain(name)

    await page.getByRole("button", { name: t("personal.log_out") }).click()
    await notice(page, t("account.logged_out"))
    await page.waitForURL(`${site}${prefix || "/"}`)
    await header(page)
      .getByRole("link", { name: t("layout.log_in") })
      .waitFor()

    await arrive(page, `${site}${prefix}/about`)
    await header(page)
      .getByRole("link", { name: t("layout.log_in") })
      .click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel(t("account.username")).fill(name)
    await dialog.getByLabel(t("account.password"), { exact: true }).fill("ce n’est pas la bonne")
    await dialog.getByRole("button", { name: t("layout.log_in") }).click()
    await notice(page, t("accounts.login_wrong"))
    expect(await dialog.getByLabel(t("account.username")).inputValue()).toBe(name)

    await dialog.getByLabel(t("account.password"), { exact: true }).fill(password)
    await dialog.getByRole("button", { name: t("layout.log_in") }).click()
    await notice(page, t("account.logged_in"))
    await dialog.waitFor({ state: "detached" })
    expect(page.url(), "they stay where they were").toBe(`${site}${prefix}/about`)
    await soon(() => header(page).innerText()).toContain(name)
    await close()
    expect(troubles).toEqual([])
  })

  test("a refused registration shows all errors beside their fields, focuses the first and keeps the username", async () => {
    const { name: taken } = await somebody(server)
    const { page, troubles, close } = await visit(browser)
    await arrive(page, `${site}${prefix}/register`)
    await page.getByLabel(t("account.username"), { exact: true }).fill(taken)
    await page.getByLabel(t("account.email"), { exact: true }).fill("mirelle@foyer")
    await page.getByLabel(t("account.password"), { exact: true }).fill(password)
    await page.getByRole("button", { name: t("account.make_account") }).click()
    await notice(page, t("errors.validation"))
    await page.getByText(t("account.register_failed")).waitFor()
    await page.locator(".field .error", { hasText: t("accounts.email_invalid") }).waitFor()
    // All errors appear at once, the taken name too, and the focus goes to the first of their fields.
    await page.locator(".field .error", { hasText: taken.slice(0, 5) }).waitFor()
    await soon(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("username")
    expect(await page.getByLabel(t("account.username"), { exact: true }).inputValue()).toBe(taken)

    await page.getByLabel(t("account.email"), { exact: true }).fill("mirelle@exemple.be")
    await page.getByRole("button", { name: t("account.make_account") }).click()
    await page.locator(".field .error", { hasText: t("accounts.email_invalid") }).waitFor({ state: "detached" })
    await page.locator(".field .error", { hasText: taken.slice(0, 5) }).waitFor()
    await soon(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("username")
    await close()
    expect(troubles).toEqual([])
  })

  test("e-mail addresses, newsletter, places and profile are saved; pages follow the account's language", async () => {
    const { email, state } = await somebody(server)
    const { page, troubles, close } = await visit(browser, { storageState: state })

    await arrive(page, `${site}${prefix}/me/emails`)
    const second = `${newName("autre")}@exemple.be`
    await page.getByLabel(t("account.another_email")).fill(second)
    await page.getByLabel(t("account.password"), { exact: true }).fill(password)
    await page.getByRole("button", { name: t("account.add_email") }).click()
    await notice(page, t("account.link_sent", { email: second }))
    await page.getByText(second, { exact: true }).waitFor()

    await arrive(page, await linkMailedTo(server.dataDir, second, "/verify"))
    await page.locator("form.gate__form button[type=submit]").click()
    await page.locator(".note--success").waitFor()
    await arrive(page, `${site}${prefix}/me/emails`)
    await page.getByRole("button", { name: t("account.make_primary_what", { what: second }) }).click()
    await notice(page, t("account.primary_changed"))
    await page.getByRole("button", { name: t("account.remove_what", { what: email }) }).click()
    await notice(page, t("account.email_removed"))

    await page.getByLabel(t("account.weekly")).check()
    const ofAnswers = page.getByLabel(`${t("account.notify_answer")} – ${t("account.here")}`)
    await ofAnswers.uncheck()
    await page.getByRole("button", { name: t("account.save") }).click()
    await notice(page, t("account.letter_saved"))
    await page.reload()
    await settled(page)
    expect(await page.getByLabel(t("account.weekly")).isChecked()).toBe(true)
    expect(await ofAnswers.isChecked()).toBe(false)

    await arrive(page, `${site}${prefix}/me/places`)
    await page.getByLabel(t("account.town")).fill("xyzzy")
    await page.getByRole("button", { name: t("account.add_place_do") }).click()
    await page.locator(".field .error").waitFor()
    await page.getByLabel(t("account.town")).fill("Liège")
    await page.getByLabel(t("account.place_name")).fill("À la maison")
    await page.getByRole("button", { name: t("account.add_place_do") }).click()
    await notice(page, t("account.place_saved"))
    await page.locator(".own b", { hasText: "À la maison" }).waitFor()
    await page.getByRole("button", { name: t("account.remove_what", { what: "À la maison" }) }).click()
    await notice(page, t("account.place_removed"))

    await arrive(page, `${site}${prefix}/me/fediverse`)
    await page.getByLabel(t("account.identity_address")).fill("n’importe quoi")
    await page.getByRole("button", { name: t("account.add_identity_do") }).click()
    await page.locator(".field .error").waitFor()
    await page.getByLabel(t("account.identity_address")).fill("@mirelle@mastodon.invalid")
    await page.getByRole("button", { name: t("account.add_identity_do") }).click()
    await page.locator(".own b", { hasText: "@mirelle@mastodon.invalid" }).waitFor()

    const other = "nl"
    await arrive(page, `${site}${prefix}/me`)
    await page.getByLabel(t("account.name"), { exact: false }).first().fill("Mirelle Ossau")
    await page.locator("select[name=language]").selectOption(other)
    await page.getByRole("button", { name: t("account.save") }).click()
    await page.waitForURL(`${site}/${other}/me`)
    await soon(() => page.locator("html").getAttribute("lang")).toBe(other)
    await soon(() => page.locator("h1").innerText()).toBe("Mirelle Ossau")
    expect((await page.context().cookies()).find((cookie) => cookie.name === "locale")?.value).toBe(other)
    await close()
    expect(troubles).toEqual([])
  })

  test("a password is changed with the current one, or reset by a mailed link that works once", async () => {
    const { name, email, state } = await somebody(server)
    const { page, troubles, close } = await visit(browser, { storageState: state })
    await arrive(page, `${site}${prefix}/me/account`)
    await page.getByLabel(t("account.old_password")).fill("ce n’est pas la bonne")
    await page.getByLabel(t("account.new_password"), { exact: true }).fill("une autre phrase, plus longue")
    await page.getByRole("button", { name: t("account.change_password") }).click()
    await page.getByText(t("account.password_failed")).waitFor()
    await page.locator(".field .error", { hasText: t("accounts.password_wrong") }).waitFor()
    await page.getByLabel(t("account.old_password")).fill(password)
    await page.getByRole("button", { name: t("account.change_password") }).click()
    await notice(page, t("account.password_changed"))
    await soon(() => header(page).innerText(), "still let in").toContain(name)

    await page.getByRole("button", { name: t("account.log_out_everywhere") }).click()
    await notice(page, t("account.logged_out"))
    // Whoever forgot the password on the way somewhere gets there afterwards.
    await arrive(page, `${site}${prefix}/login?next=%2Fme%2Fplaces`)
    await page.getByRole("link", { name: t("account.forgotten") }).click()
    await page.getByLabel(t("account.email")).fill(email)
    await page.getByRole("button", { name: t("account.send_link") }).click()
    await page.locator(".note--success").waitFor()
    const link = await linkMailedTo(server.dataDir, email, "/password/reset")
    await arrive(page, link.replace(site, site + prefix).replace(`${prefix}${prefix}/`, `${prefix}/`))
    await page.getByLabel(t("account.new_password"), { exact: true }).fill("encore une autre phrase")
    await page.getByRole("button", { name: t("account.change_password") }).click()
    await notice(page, t("account.password_changed"))
    await page.waitForURL(`${site}${prefix}/login?next=%2Fme%2Fplaces`)
    // Opened again, the link says at once that it has been used, and offers to send another.
    await arrive(page, link.replace(site, site + prefix).replace(`${prefix}${prefix}/`, `${prefix}/`))
    await page.locator(".note--error", { hasText: t("accounts.link_used") }).waitFor()
    expect(await page.getByLabel(t("account.new_password"), { exact: true }).count()).toBe(0)
    await page.getByRole("link", { name: t("account.ask_again") }).click()
    await page.getByRole("button", { name: t("account.send_link") }).waitFor()
    await page.getByRole("link", { name: t("account.back_to_login") }).click()
    await page.getByLabel(t("account.username")).fill(name)
    await page.getByLabel(t("account.password"), { exact: true }).fill("encore une autre phrase")
    await page.getByRole("button", { name: t("layout.log_in") }).click()
    await page.waitForURL(`${site}${prefix}/me/places`)
    await close()
    expect(troubles).toEqual([])
  })

  test("two-step login asks for a code; a token is made and revoked, the archive downloaded, the account deleted", async () => {
    const { name, state } = await somebody(server)
    const { page, troubles, close } = await visit(browser, { storageState: state })
    await arrive(page, `${site}${prefix}/me/account`)
    const part = (title: string) => page.locator("section.part", { has: page.getByRole("heading", { name: title }) })

    const factor = part(t("account.factor"))
    await factor.getByLabel(t("account.password"), { exact: true }).fill(password)
    await factor.getByRole("button", { name: t("account.factor_start") }).click()
    const secret = await factor.locator("code").innerText()
    await factor.getByRole("img").waitFor()
    const app = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
    await factor.getByLabel(t("account.code")).fill("000000")
    await factor.getByRole("button", { name: t("account.factor_confirm") }).click()
    await factor.locator(".field .error", { hasText: t("accounts.code_wrong") }).waitFor()
    await factor.getByLabel(t("account.code")).fill(app.generate())
    await factor.getByRole("button", { name: t("account.factor_confirm") }).click()
    await notice(page, t("account.factor_is_on"))
    await soon(() => factor.locator("code").count()).toBe(10)
    const codes = await factor.locator("code").allInnerTexts()

    const tokens = part(t("account.tokens"))
    await tokens.getByLabel(t("account.token_name"), { exact: true }).fill("Mon programme")
    // The summary of errors names the group of checkboxes of which none is chosen.
    await tokens.getByRole("checkbox", { checked: true }).uncheck()
    await tokens.getByRole("button", { name: t("account.make_token") }).click()
    await tokens.getByRole("link", { name: t("account.token_may") }).waitFor()
    await tokens.getByRole("checkbox").first().check()
    await tokens.getByRole("button", { name: t("account.make_token") }).click()
    expect(await tokens.locator("code").innerText()).toMatch(/^foyer_/)
    await tokens.getByRole("button", { name: t("account.revoke_what", { what: "Mon programme" }) }).click()
    await notice(page, t("account.token_revoked"))
    await soon(() => tokens.locator("code").count()).toBe(0) // a revoked token must not be there to copy
    const [archive] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: t("account.download") }).click(),
    ])
    expect(archive.suggestedFilename()).toMatch(/\.zip$/)

    await page.getByRole("button", { name: t("personal.log_out"), exact: true }).click()
    await notice(page, t("account.logged_out"))
    await arrive(page, `${site}${prefix}/login?next=%2Fme%2Faccount`)
    await page.getByLabel(t("account.username")).fill(name)
    await page.getByLabel(t("account.password"), { exact: true }).fill(password)
    await page.getByRole("button", { name: t("layout.log_in") }).click()
    await page.getByLabel(t("account.code"), { exact: true }).fill(codes[0] as string)
    await page.getByRole("button", { name: t("layout.log_in") }).click()
    await page.waitForURL(`${site}${prefix}/me/account`)

    const leave = part(t("account.leave"))
    await leave.getByLabel(t("account.password"), { exact: true }).fill("ce n’est pas la bonne")
    await leave.getByRole("button", { name: t("account.leave_do") }).click()
    await leave.locator(".field .error").waitFor()
    await leave.getByLabel(t("account.password"), { exact: true }).fill(password)
    await leave.getByRole("button", { name: t("account.leave_do") }).click()
    await notice(page, t("account.account_deleted"))
    await header(page)
      .getByRole("link", { name: t("layout.log_in") })
      .waitFor()
    await close()
    expect(troubles).toEqual([])
  })
})

test("the profile hydrates without errors in a browser that knows other time zones than the server", async () => {
  const person = await somebody(server, "fuseau")
  const { page, troubles, close } = await visit(browser, { storageState: person.state })
  await runsFirst(page, () => {
    Intl.supportedValuesOf = () => ["Europe/Brussels"]
  })
  await arrive(page, `${site}/me`)
  expect(await page.locator('select[name="timezone"] option').count()).toBeGreaterThan(100)
  expect(troubles).toEqual([])
  await close()
})
