import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { create } from "qrcode"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { arrive, runsFirst, sharedBrowser, visit } from "../browser/browser.ts"
import { givePage, somebody } from "../people/page-people.ts"
import { isCalm, type Listed, listedEvents } from "../screens/screens.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

const siteUrl = inject("siteUrl")
const t = messagesIn("fr")

const browser = await sharedBrowser()
let events: Listed[]
let event: Listed
let house: string
beforeAll(async () => {
  events = await listedEvents(siteUrl)
  event = events.find((one) => one.place && isCalm(one)) as Listed
  house = event.place?.fid as string
})

test.each(["fr", "nl"] as const)(
  "in %s the link and the embed code are copied, and the preview shows the chosen card",
  async (language) => {
    const words = messagesIn(language)
    const prefix = language === "fr" ? "" : `/${language}`
    const { page, troubles, close } = await visit(browser, { permissions: ["clipboard-read", "clipboard-write"] })
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await arrive(page, `${siteUrl}${prefix}/events/share/${event.id}`)

    await page
      .locator("#link")
      .getByRole("button", { name: words("share.copy") })
      .click()
    await soon(clipboard).toBe(`${siteUrl}${prefix}/events/${event.id}`)

    const site = page.locator("#on-site")
    await site.getByRole("radio", { name: words("share.look_poster") }).check()
    await site.getByLabel(words("share.follow_theme")).uncheck()
    await site.getByRole("radio", { name: words("share.theme_dark") }).check()
    await site.getByRole("button", { name: words("share.copy_code") }).click()
    const address = `${siteUrl}${prefix}/embed/events/${event.id}?look=poster&amp;theme=dark`
    await soon(clipboard).toContain(`<iframe src="${address}"`)
    await soon(clipboard).toMatch(/ height="540" loading="lazy" style="border:0"><\/iframe>$/)

    // The preview shows the copied code.
    const card = page.frameLocator("#on-site iframe")
    await card.locator(".sheet").waitFor()
    await soon(() => card.locator("html").getAttribute("data-theme")).toBe("dark")
    expect(troubles).toEqual([])
    await close()
  },
)

test("without clipboard access the link is selected, and a message says to copy it by hand", async () => {
  const { page, close } = await visit(browser)
  await runsFirst(page, () => Object.defineProperty(navigator, "clipboard", { value: undefined }))
  await arrive(page, `${siteUrl}/events/share/${event.id}`)
  await page
    .locator("#link")
    .getByRole("button", { name: t("share.copy") })
    .click()
  await page.locator("#link").getByText(t("share.copy_by_hand")).waitFor()
  const selected = await page
    .locator("#link input")
    .evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0))
  expect(selected).toBe(`${siteUrl}/events/${event.id}`)
  await close()
})

test("the QR codes of an event and a page encode their addresses", async () => {
  for (const path of [`/events/${event.id}`, `/actors/${house}`]) {
    const answer = await fetch(`${siteUrl}${path}/qr.png`)
    const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { modules } = create(siteUrl + path, { errorCorrectionLevel: "M" })
    const unit = info.width / (modules.size + 8)
    const isDark = (x: number, y: number) =>
      (data[Math.floor((y + 4.5) * unit) * info.width * info.channels + Math.floor((x + 4.5) * unit) * info.channels] ??
        255) < 128
    const wrong: string[] = []
    for (let y = -4; y < modules.size + 4; y++)
      for (let x = -4; x < modules.size + 4; x++) {
        const isIn = x >= 0 && y >= 0 && x < modules.size && y < modules.size
        if (isDark(x, y) !== (isIn && Boolean(modules.get(y, x)))) wrong.push(`${x},${y}`)
      }
    expect(wrong).toEqual([])
  }
})

test("sharing opens the viewer's Fediverse instance with the text, and contacts it only then", async () => {
  const { page, close } = await visit(browser)
  const foreign: string[] = []
  await page.context().route(/mon-instance\.example/, (route) => {
    foreign.push(route.request().url())
    return route.fulfill({ contentType: "text/html", body: "<title>instance</title>" })
  })
  page.on("request", (request) => {
    if (!request.url().startsWith(siteUrl)) foreign.push(request.url())
  })
  await arrive(page, `${siteUrl}/events/share/${event.id}`)
  const field = page.getByLabel(t("share.from_fediverse"))
  const press = () => page.getByRole("button", { name: t("share.publish") }).click()

  await field.fill("javascript:alert(1)")
  await press()
  await page.getByText(t("share.instance_error")).waitFor()
  expect(await field.inputValue()).toBe("javascript:alert(1)")
  await soon(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(foreign).toEqual([])

  await field.fill("@moi@mon-instance.example")
  const [opened] = await Promise.all([page.context().waitForEvent("page"), press()])
  await opened.waitForURL(/mon-instance/)
  const address = new URL(opened.url())
  expect(address.origin + address.pathname).toBe("https://mon-instance.example/share")
  expect(address.searchParams.get("text")).toContain(`${siteUrl}/events/${event.id}`)
  expect(await opened.evaluate(() => window.opener)).toBe(null)
  await close()
})

test("without script the sharing forms show the embed code and a link to the instance", async () => {
  const { page, troubles, close } = await visit(browser, { javaScriptEnabled: false })
  await page.goto(`${siteUrl}/en/events/share/${event.id}`)
  await page.getByLabel(messagesIn("en")("share.from_fediverse")).fill("my-instance.example")
  await page.getByRole("button", { name: messagesIn("en")("share.publish") }).click()
  const link = page.getByRole("link", { name: "Open my-instance.example" })
  expect(await link.getAttribute("href")).toMatch(/^https:\/\/my-instance\.example\/share\?text=/)

  await page.getByRole("radio", { name: "Poster" }).check()
  await page.getByLabel("Follow light or dark mode").uncheck()
  await page.getByRole("radio", { name: "Dark", exact: true }).check()
  await page.getByRole("button", { name: "Show the code" }).click()
  await soon(() => page.locator("#on-site code").first().innerText()).toContain("?look=poster&amp;theme=dark")
  expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})

describe("embedded on another site", () => {
  let elsewhere: Server
  let elsewhereUrl: string
  beforeAll(async () => {
    elsewhere = createServer((_, answer) => {
      answer.setHeader("content-type", "text/html")
      answer.end(
        `<!doctype html><title>Ailleurs</title>
        <iframe id="line" src="${siteUrl}/embed/events/${event.id}" width="600" height="132"></iframe>
        <iframe id="agenda" src="${siteUrl}/nl/embed/actors/${house}?theme=dark" width="600" height="480"></iframe>
        <iframe id="page" src="${siteUrl}/events/${event.id}" width="600" height="480"></iframe>`,
      )
    }).listen(0, "127.0.0.1")
    await new Promise((done) => elsewhere.once("listening", done))
    elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
  })
  afterAll(() => elsewhere.close())

  test("cards are shown without script and link to a new tab, and pages refuse to be framed", async () => {
    const { page, close } = await visit(browser)
    const asked: string[] = []
    page.on("request", (request) => asked.push(request.resourceType()))
    await page.goto(elsewhereUrl, { waitUntil: "load" })

    const line = page.frameLocator("#line")
    expect(await line.locator("h1").innerText()).toBe(event.title.fr ?? Object.values(event.title)[0])
    expect(await line.locator("body").evaluate((body) => getComputedStyle(body).margin)).toBe("0px")
    expect(await page.frameLocator("#agenda").locator("li").count()).toBeGreaterThan(0)
    expect(await page.frameLocator("#agenda").locator("html").getAttribute("lang")).toBe("nl")
    const framed = page.frames().find((frame) => frame.url().includes("/events/") && !frame.url().includes("/embed/"))
    expect(
      (await framed
        ?.locator("h1")
        .count()
        .catch(() => 0)) ?? 0,
    ).toBe(0)
    expect(asked).not.toContain("script")

    // A link opens a new tab, which has no access to the frame.
    const [opened] = await Promise.all([page.context().waitForEvent("page"), line.locator("h1 a").click()])
    await opened.waitForURL(`${siteUrl}/events/${event.id}`)
    expect(await opened.evaluate(() => window.opener)).toBe(null)
    await close()
  })

  test("event cards fit into 320 × 132 px", async () => {
    const { page, close } = await visit(browser, { viewport: { width: 320, height: 132 } })
    for (const { id } of events.slice(0, 25)) {
      await page.goto(`${siteUrl}/embed/events/${id}`)
      const over = await page.evaluate(() => {
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement
        return [scrollWidth - clientWidth, scrollHeight - clientHeight]
      })
      expect(`${id}: ${over.join()}`).toBe(`${id}: 0,0`)
    }
    await close()
  })
})

test("sharing pages answer 200 to invalid parameters and 404 to unknown events and pages", async () => {
  for (const path of [
    `/events/share/${event.id}?look=%00&theme=%F0&instance=%00`,
    `/events/${event.id}/print?size=%00`,
    `/actors/${house}/week?week=2026-W99`,
    `/actors/${house}/week?week=%F0%28`,
    `/embed/actors/${house}?theme=&look=`,
  ])
    expect(`${path} ${(await fetch(siteUrl + path)).status}`).toBe(`${path} 200`)
  for (const path of [
    "/events/share/abc",
    "/events/999999999/print",
    "/actors/share/nobody-there",
    "/actors/nobody-there/week",
  ])
    expect(`${path} ${(await fetch(siteUrl + path)).status}`).toBe(`${path} 404`)
})

test("calendars and cards are compressed, answer 304 to their ETag, and ignore a session cookie", async () => {
  for (const path of [
    `/events/${event.id}/calendar.ics`,
    `/actors/${house}/calendar.ics`,
    `/embed/events/${event.id}`,
  ]) {
    const first = await fetch(siteUrl + path, { headers: { "accept-encoding": "gzip" } })
    expect(first.headers.get("content-encoding")).toBe("gzip")
    const tag = first.headers.get("etag") ?? ""
    expect((await fetch(siteUrl + path, { headers: { "if-none-match": tag } })).status).toBe(304)
    const other = await fetch(siteUrl + path, { headers: { cookie: "sessionid=nobody" } })
    expect(await other.text()).toBe(await first.text())
    expect(first.headers.get("x-frame-options")).toBe(path.includes("/embed/") ? null : "DENY")
  }
  expect((await fetch(`${siteUrl}/events/${event.id}`)).headers.get("x-frame-options")).toBe("DENY")
})

test("the owner of a draft page reads why it cannot be shared; visitors get 404", async () => {
  const server = await sharedServer()
  const owner = await somebody(server)
  const fid = `${owner.name}_d`
  await givePage(owner, { fid, name: "La maison secrète", status: "draft" })
  const { page } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${server.url}/actors/share/${fid}`)
  await page.getByText(t("share.draft_page")).waitFor()
  expect(await page.locator("#link, #on-site").count()).toBe(0)
  for (const path of [
    `/actors/share/${fid}`,
    `/actors/${fid}/week`,
    `/embed/actors/${fid}`,
    `/actors/${fid}/calendar.ics`,
  ]) {
    const answer = await fetch(server.url + path)
    expect(`${path} ${answer.status}`).toBe(`${path} 404`)
    expect(await answer.text()).not.toContain("secrète")
  }
  // The printed week and the embed do not exist for the page’s managers either.
  expect((await page.goto(`${server.url}/actors/${fid}/week`))?.status()).toBe(404)
  expect((await page.goto(`${server.url}/embed/actors/${fid}`))?.status()).toBe(404)
})

test("a published list is shared from its page: link, newsletter, calendar, code and embedded card", async () => {
  const server = await sharedServer()
  const owner = await somebody(server)
  const list = await owner.ask("POST", "/api/me/lists/", { name: "Nuits d’août", published: true })
  const [next] = await listedEvents(server.url)
  await owner.ask("PUT", `/api/me/lists/${list.id}/entries/event/${next?.id}/`)
  const { page, troubles, close } = await visit(browser)
  await arrive(page, `${server.url}/agendas/${list.slug}`)
  await page.getByRole("link", { name: t("lists.share") }).click()
  await page.locator("#link input").waitFor()
  expect(await page.locator("#link input").inputValue()).toBe(`${server.url}/agendas/${list.slug}`)
  expect(await page.locator("#mail input[name=list]").inputValue()).toBe(list.slug)
  expect(await page.locator(`#calendar a[href="/agendas/${list.slug}.ics"]`).count()).toBe(1)
  const code = await (await fetch(`${server.url}${await page.locator(".bill__qr").getAttribute("src")}`)).text()
  expect(code).toContain("<svg")
  await page.frameLocator("#on-site iframe").locator(".agenda").waitFor()
  expect(troubles).toEqual([])
  await close()
})
