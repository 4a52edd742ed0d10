import { mkdirSync, writeFileSync } from "node:fs"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { languages } from "#i18n/languages.ts"
import { everyMail, hostile, type SentMail } from "#test/worlds/every-mail.ts"
import { shellPath } from "../scripts/browser.mjs"
import { axeFinds } from "./product/browser/axe.ts"

// Every mail the product sends, in every language, as a mail server receives it and as a reader sees it.

const seen = process.env.SEE_MAILS

let sent: SentMail[]
let browser: Browser

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: shellPath, args: ["--no-sandbox", "--disable-gpu"] })
  sent = await everyMail()
}, 240_000)
afterAll(() => browser?.close())

test("notices of dates that are new, moved or restored contain a map for each colour mode; other mails have none", () => {
  const mapsIn = ({ html }: SentMail) => html.match(/class="by-(day|night)"/g) ?? []
  const drawn = sent.filter((mail) => mapsIn(mail).length > 0)
  expect([...new Set(drawn.map(({ name }) => name))].sort()).toEqual(
    ["date_moved", "date_restored", "dates", "published", "rescheduled", "restored", "returned"].map(
      (kind) => `notice-${kind}`,
    ),
  )
  expect(drawn.length).toBe(7 * languages.length)
  for (const mail of drawn) {
    expect(mapsIn(mail)).toEqual(['class="by-day"', 'class="by-night"'])
    expect(mail.html).toMatch(/alt="(Carte\s: |Map: |Kaart: )Le Hangar/)
    expect(Buffer.byteLength(mail.source)).toBeLessThan(300_000)
  }
})

test("each mail has text and HTML parts in the recipient's language, embeds its pictures and loads nothing remote", () => {
  expect(sent).toHaveLength(46 * languages.length)
  for (const { name, language, source, text, html, subject } of sent) {
    const which = `${name} ${language}`
    const head = source.split("\r\n\r\n")[0] ?? ""
    expect(head, which).toMatch(/^Content-Type: multipart\/alternative;/m)
    expect(head.match(/^(bcc|cc|to|from|subject):/gim)?.length, which).toBe(3)
    expect(html, which).toContain(`<html lang="${language}">`)
    // No remote resource is loaded, and user text contains no markup.
    expect(
      [...html.matchAll(/ src="([^"]*)"/g)].every(([, at]) => at?.startsWith("cid:")),
      which,
    ).toBe(true)
    expect(html, which).not.toMatch(/<img src=x|onerror=alert\(1\)>|url\(|<script|<link|@import/)
    for (const [, cid] of html.matchAll(/"cid:([^"]+)"/g)) expect(source, which).toContain(`Content-ID: <${cid}>`)
    // No message key appears in place of its text.
    for (const words of [text, html.replace(/<style>.*?<\/style>/s, ""), subject])
      expect(words, which).not.toMatch(
        /\b(mail|notices|telling|manage|reports|contact-mails|ui|layout)\.[a-z]+_[a-z_]+|undefined|\[object/,
      )
    expect(text, which).not.toMatch(/<\/?(p|td|a|h1)\b|&[a-z]+;|\n{3}/)
    expect(text.trim().split("\n").length, which).toBeGreaterThan(4)
    expect(text, which).not.toMatch(language === "fr" ? /\S: http/ : /\s: http/)
  }
})

test("the text part names the event's title once, and marks what people wrote as a quotation", () => {
  const bodies = (...names: string[]) =>
    sent.filter(({ name }) => names.includes(name)).map(({ text }) => text.split(/^-- \r?$/m)[0] ?? "")
  const ofEvents = bodies("notice-date_moved", "notice-place", "notice-returned", "notice-published")
  const ofPeople = bodies("claim-accepted", "claim-refused", "notice-message")
  expect([ofEvents.length, ofPeople.length]).toEqual([4 * 3, 3 * 3])
  for (const body of ofEvents) expect(body.split(hostile)).toHaveLength(2)
  for (const body of ofPeople) expect(body).toContain(`> ${hostile}`)
})

test("the text of each mail differs in every language", () => {
  const names = [...new Set(sent.map(({ name }) => name))]
  for (const name of names) {
    const of = sent.filter((one) => one.name === name)
    const words = of.map(({ text }) =>
      text
        .split("\n")
        .filter((line) => !line.includes("foyer.example"))
        .join("\n"),
    )
    expect(new Set(words).size, name).toBe(languages.length)
  }
})

test("only notices have an unsubscribe link and a one-click header, and every mail has a footer", () => {
  for (const { name, text, html, source } of sent) {
    const isNotice = name.startsWith("notice-")
    expect(/unsubscribe\?token=/.test(text), name).toBe(isNotice)
    expect(/unsubscribe\?token=/.test(html), name).toBe(isNotice)
    expect(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m.test(source), name).toBe(isNotice)
    expect(text.split(/-- \r?\n/)[1]?.trim().length ?? 0, name).toBeGreaterThan(40)
  }
})

test("each mail passes axe, shows its pictures and does not scroll sideways at 320 and 640 pixels", async () => {
  const page = await reader()
  const faults: string[] = []
  for (const mail of sent) {
    await page.setContent(withPictures(mail))
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme })
      // Light mode differs only in colours.
      for (const width of colorScheme === "dark" || seen ? [640, 320] : []) {
        await page.setViewportSize({ width, height: 900 })
        const which = `${mail.name} ${mail.language} ${width}`
        const { scrolls, missing, titles } = await page.evaluate(() => ({
          scrolls: document.documentElement.scrollWidth - innerWidth,
          missing: [...document.images].filter((image) => image.naturalWidth === 0).length,
          titles: document.querySelectorAll("h1").length,
        }))
        if (scrolls > 0) faults.push(`${which}: ${scrolls} pixels too wide`)
        if (missing > 0) faults.push(`${which}: a picture is missing`)
        if (titles !== 1) faults.push(`${which}: ${titles} titles`)
        if (seen && mail.language === seen) await look(page, `${mail.name}-${colorScheme}-${width}`)
      }
      // The content is the same in all languages; axe checks each kind once in each colour mode.
      if (mail.language === languages[sent.indexOf(mail) % languages.length] || mail.name === "notice-cancelled")
        faults.push(...(await axeFinds(page, `${mail.name} ${colorScheme}`, { modes: ["light"] })))
    }
  }
  expect(faults).toEqual([])
  await page.context().close()
}, 180_000)

test("without its pictures a mail about a cancelled date still names the event, the date and those that remain", async () => {
  const page = await reader()
  const mail = sent.find(({ name, language }) => name === "notice-date_cancelled" && language === "fr") as SentMail
  await page.setContent(mail.html)
  const image = page.locator("img").first()
  expect(await image.getAttribute("alt")).toMatch(/^Foyer\. .*Annulé.*/)
  expect(await image.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe("rgb(250, 224, 75)")
  expect(await page.locator("h1").textContent()).toContain("<img src=x onerror=alert(1)>")
  expect(await page.locator("s").textContent()).toMatch(/20:30/)
  expect(await page.locator("h2").allTextContents()).toContain("Dates maintenues")
  await page.context().close()
})

/** Opens a browser page that sends no requests. */
async function reader(): Promise<Page> {
  const context = await browser.newContext({ locale: "fr-BE" })
  const page = await context.newPage()
  await page.route("**/*", (route) => route.abort())
  return page
}

/** Embeds the attached pictures, as a mail program does. */
function withPictures({ html, source }: SentMail) {
  return html.replaceAll(/cid:([\w.@-]+)/g, (_, cid: string) => {
    const body = source.slice(source.indexOf("\r\n\r\n", source.indexOf(`Content-ID: <${cid}>`)) + 4)
    return `data:image/png;base64,${/^[\w+/=\r\n]+/.exec(body)?.[0].replaceAll(/\s/g, "")}`
  })
}

async function look(page: Page, name: string) {
  mkdirSync("/tmp/mails", { recursive: true })
  writeFileSync(`/tmp/mails/${name}.png`, await page.screenshot({ fullPage: true }))
}
