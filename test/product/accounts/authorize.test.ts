import { createHash, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { password } from "../../worlds/signed-up.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, settled, visit } from "../browser/browser.ts"
import { type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

const t = messagesIn("fr")
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()

/** A program on the user’s own machine: it receives the callback on a free port, then redirects to another origin. */
const came: URLSearchParams[] = []
const receiver = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1")
  if (pathname === "/back") {
    came.push(searchParams)
    response.writeHead(303, { location: back.replace(/127\.0\.0\.1(.*)back/, "localhost$1home") }).end()
    return
  }
  response.setHeader("content-type", "text/html").end("<!doctype html><title>x</title><h1>Carnet</h1>")
})
let back: string
let maker: Person
beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening))
  back = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/back`
  maker = await somebody(server)
})
afterAll(() => {
  receiver.close()
})

async function program(name: string) {
  const { client_id } = await maker.ask("POST", "/api/me/programs/", {
    name,
    website: "https://programme.example/",
    redirects: ["http://127.0.0.1/back"],
    kind: "public",
  })
  const verifier = randomBytes(32).toString("base64url")
  const state = randomBytes(8).toString("hex")
  const asked = new URLSearchParams({
    client_id,
    redirect_uri: back,
    response_type: "code",
    scope: "read follow",
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  })
  const changes = async (code: string) => {
    const form = { grant_type: "authorization_code", client_id, redirect_uri: back, code, code_verifier: verifier }
    const answer = await fetch(`${site}/oauth/token`, { method: "POST", body: new URLSearchParams(form) })
    return { status: answer.status, body: await answer.json() }
  }
  return { address: `/oauth/authorize?${asked}`, state, changes }
}

test("a visitor logs in and allows a program, whose token works until the permission is revoked", async () => {
  const { name } = await somebody(server)
  const { address, state, changes } = await program("Carnet <b>de</b> bal")
  const { page, troubles, close } = await visit(browser)
  await arrive(page, site + address)
  await page.getByText(t("programs.sign_in_first", { name: "Carnet <b>de</b> bal" })).waitFor()
  await page.getByLabel(t("account.username_or_email")).fill(name)
  await page.getByLabel(t("account.password"), { exact: true }).fill(password)
  await page
    .locator("main")
    .getByRole("button", { name: t("layout.log_in") })
    .click()
  // The address is the same, with its whole query.
  await page.getByRole("heading", { name: t("programs.asks", { name: "Carnet <b>de</b> bal" }) }).waitFor()
  expect(page.url()).toBe(site + address)
  await settled(page)
  for (const words of [t("programs.unverified"), t("programs.may_read"), t("programs.may_follow"), new URL(back).host])
    expect(await page.locator("main").innerText()).toContain(words)
  expect(await page.locator("main").innerText()).not.toContain(t("programs.may_write"))
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole("button", { name: t("programs.allow"), exact: true }).click()
  await page.getByRole("heading", { name: "Carnet", exact: true }).waitFor()
  const answered = Object.fromEntries(came.splice(0)[0] ?? [])
  expect(answered).toEqual({ code: expect.any(String), state, iss: site })

  const { status, body } = await changes(answered.code as string)
  expect(status).toBe(200)
  const acts = () => fetch(`${site}/api/me/`, { headers: { authorization: `Bearer ${body.access_token}` } })
  expect(await (await acts()).json()).toMatchObject({ username: name })
  await arrive(page, `${site}/me/account`)
  await page.getByRole("button", { name: t("account.revoke_what", { what: "Carnet <b>de</b> bal" }) }).click()
  await page.getByText(t("programs.allowed_none")).waitFor()
  expect((await acts()).status).toBe(403)
  await close()
  expect(troubles).toEqual([])
})

test("without script a refusal and a permission reach the program, and an answered request stays answered", async () => {
  const { name } = await somebody(server)
  const { address, state, changes } = await program("Carnet")
  const { page, troubles, close } = await visit(browser, { javaScriptEnabled: false })
  await page.goto(`${site}/en${address}`)
  const en = messagesIn("en")
  await page.getByLabel(en("account.username_or_email")).fill(name)
  await page.getByLabel(en("account.password"), { exact: true }).fill(password)
  await page
    .locator("main")
    .getByRole("button", { name: en("layout.log_in") })
    .click()
  await soon(() => page.url()).toBe(`${site}/en${address}`)
  await page.getByRole("button", { name: en("programs.refuse"), exact: true }).click()
  await page.getByRole("heading", { name: "Carnet", exact: true }).waitFor()
  expect(Object.fromEntries(came.splice(0)[0] ?? [])).toEqual({ error: "access_denied", state, iss: site })
  await page.goto(`${site}/en${address}`)
  await page.getByRole("button", { name: en("programs.allow"), exact: true }).click()
  await page.getByRole("heading", { name: "Carnet", exact: true }).waitFor()
  const code = came.splice(0)[0]?.get("code") as string
  expect((await changes(code)).status).toBe(200)
  // An authorization request that has been answered cannot be answered again.
  await page.goto(`${site}/en${address}`)
  await page.getByRole("button", { name: en("programs.allow"), exact: true }).click()
  await page.getByText(en("errors.consent_used")).waitFor()
  await close()
  expect(troubles).toEqual([])
})

test("invalid authorization requests are not redirected, foreign forms are refused, the page is never cached or framed", async () => {
  const { address } = await program("Carnet")
  const { cookie } = await somebody(server)
  const asked = (change: (query: URLSearchParams) => void) => {
    const there = new URL(site + address)
    change(there.searchParams)
    return fetch(there, { redirect: "manual", headers: { cookie } })
  }
  const wrong: [words: string, change: (query: URLSearchParams) => void][] = [
    [t("programs.wrong_unknown"), (query) => query.set("client_id", "x")],
    [t("programs.wrong_redirect"), (query) => query.set("redirect_uri", "https://ailleurs.example/")],
    [t("programs.wrong_redirect"), (query) => query.set("redirect_uri", "javascript:alert(1)")],
    [t("programs.wrong_form"), (query) => query.delete("redirect_uri")],
    [t("programs.wrong_form"), (query) => query.append("state", "twice")],
    [t("programs.wrong_form"), (query) => query.set("state", "x".repeat(2500))],
  ]
  for (const [words, change] of wrong) {
    const answer = await asked(change)
    const html = await answer.text()
    expect([answer.status, answer.headers.get("location")], words).toEqual([400, null])
    expect(html).toContain(words)
    expect(html, words).not.toMatch(/href="(https:\/\/ailleurs|javascript)/)
    expect(answer.headers.get("content-security-policy")).toMatch(/form-action 'self'(;|$)/)
  }
  const fault = await asked((query) => query.set("code_challenge_method", "plain"))
  expect([fault.status, fault.headers.get("location")]).toEqual([400, null])
  expect(fault.headers.get("content-security-policy")).toContain("form-action 'self';")
  expect(await fault.text()).toContain(`${back}?error=invalid_request`)

  const good = await asked(() => {})
  expect(good.headers.get("cache-control")).toBe("private, no-store")
  const policy = good.headers.get("content-security-policy")
  // Browsers apply form-action to every redirect that follows the form, wherever the program leads.
  expect(policy).not.toContain("form-action")
  for (const rule of ["frame-ancestors 'none'", "base-uri 'none'", "'nonce-"]) expect(policy).toContain(rule)
  expect(await good.text()).toMatch(/<meta name="robots" content="noindex/)

  const sends = (headers: Record<string, string>) =>
    fetch(site + address, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, "content-type": "application/x-www-form-urlencoded", ...headers },
      body: "form=allow",
    })
  for (const headers of [{}, { origin: "null" }, { origin: "https://ailleurs.example" }] as Record<string, string>[]) {
    const answer = await sends(headers)
    expect([answer.status, answer.headers.get("location")], JSON.stringify(headers)).toEqual([403, null])
  }
  const answer = await sends({ origin: site })
  expect(answer.status).toBe(303)
  expect(answer.headers.get("location")).toContain(`${back}?code=`)
  const elsewhere = await fetch(`${site}/.well-known/oauth-authorization-server`)
  expect(await elsewhere.json()).toMatchObject({ issuer: site, authorization_endpoint: `${site}/oauth/authorize` })
  expect((await fetch(`${site}/oauth/token`)).status).toBe(405)
})

test("the programs page shows new secrets and invalid addresses; without script a refused removal shows an error", async () => {
  const writer = await somebody(server)
  const confidential = {
    website: "https://programme.example/",
    redirects: ["https://programme.example/retour"],
    kind: "confidential",
  }
  const first = await writer.ask("POST", "/api/me/programs/", { name: "Carnet", ...confidential })
  const { page, troubles, close } = await visit(browser, { storageState: writer.state })
  await arrive(page, `${site}/me/account/programs`)
  await page.getByRole("button", { name: t("programs.renew_what", { what: "Carnet" }) }).click()
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("programs.renew"), exact: true })
    .click()
  const secrets = page.locator(".once code")
  await secrets.waitFor()
  const renewed = await secrets.innerText()
  await page.getByLabel(t("programs.name"), { exact: true }).fill("Cahier")
  await page.getByLabel(t("programs.website")).fill(confidential.website)
  await page.getByLabel(t("programs.redirects")).fill("https://a.example/\nhttp://b.example/\nhttp://c.example/")
  const sends = page.locator("main").getByRole("button", { name: t("programs.register") })
  await sends.click()
  for (const address of ["http://b.example/", "http://c.example/"]) {
    const wrong = t("programs.redirect_is", { address, what: t("accounts.redirect_invalid") })
    await page.locator(".error", { hasText: wrong }).waitFor()
  }
  await page.getByLabel(t("programs.redirects")).fill("https://a.example/")
  await sends.click()
  await soon(() => secrets.count()).toBe(2)
  expect((await secrets.allInnerTexts())[0]).toBe(renewed)
  expect(await axeFinds(page)).toEqual([])
  await close()
  expect(troubles).toEqual([])

  const plain = await visit(browser, { storageState: writer.state, javaScriptEnabled: false })
  await plain.page.goto(`${site}/me/account/programs?program=${first.id}`)
  await plain.page.getByRole("button", { name: t("programs.remove_what", { what: "Carnet" }) }).click()
  await plain.page.locator("main").getByRole("alert").waitFor()
  await plain.close()
})
