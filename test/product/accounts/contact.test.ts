import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { languages } from "#i18n/languages.ts"
import { parse } from "#mail/dev-mail.ts"
import { until } from "../../elsewhere/mail-server.ts"
import { prefixOf } from "../people/accounts-people.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { inDatabase } from "../servers/database-of.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { notice, soon } from "../browser/waiting.ts"

const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
let owner: Person
let fid: string
beforeAll(async () => {
  owner = await somebody(server, "odalys")
  fid = `${owner.name}_l`
  await givePage(owner, { fid, name: "Le Hangar" })
})

const send = (page: Page, t: ReturnType<typeof messagesIn>) => page.getByRole("button", { name: t("contact.send") })
async function fill(page: Page, t: ReturnType<typeof messagesIn>, subject: string) {
  await page.getByLabel(t("contact.email"), { exact: true }).fill("ilse@exemple.be")
  await page.getByLabel(t("contact.name"), { exact: true }).fill("Ilse Vandoorn")
  await page.getByLabel(t("contact.subject"), { exact: true }).fill(subject)
  await page.getByLabel(t("contact.message"), { exact: true }).fill("Bonsoir,\nla grande nef est-elle libre ?")
}
const inbox = () => owner.ask("GET", `/api/actors/${fid}/messages/`) as Promise<{ subject: string; message: string }[]>

/** Waits for mails with this subject and returns them. */
function mailsAbout(subject: string) {
  const folder = join(server.dataDir, "mail")
  return until(() => {
    const mails = readdirSync(folder).map((file) => {
      const source = readFileSync(join(folder, file), "utf8")
      return { ...parse(source), source }
    })
    const found = mails.filter((mail) => mail.subject.includes(subject))
    return found.length > 0 && found
  }, 60)
}

describe.each(languages)("in %s", (language) => {
  const t = messagesIn(language)
  const address = () => `${site}${prefixOf(language)}/actors/contact/${fid}`

  test("a message is sent without a challenge question, and reaches the page's inbox and its owner by mail", async () => {
    const { page, troubles, close } = await visit(browser)
    await arrive(page, address())
    // Submitted at once: the missing fields are named, and nothing typed is lost.
    await page.getByLabel(t("contact.message"), { exact: true }).fill("Bonsoir")
    await send(page, t).click()
    await page.locator(".field .error").first().waitFor()
    await soon(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("email")
    expect(await page.getByLabel(t("contact.message"), { exact: true }).inputValue()).toBe("Bonsoir")

    const subject = `Une date ${language}`
    await fill(page, t, subject)
    await send(page, t).click()
    await page.locator(".contact__sent").waitFor()
    expect(await page.locator(".contact__sent").innerText()).toContain(t("contact.sent"))
    await soon(() => page.evaluate(() => document.activeElement?.className)).toContain("contact__sent")
    await close()
    expect(troubles).toEqual([])

    expect((await inbox())[0]).toMatchObject({ subject, message: "Bonsoir,\nla grande nef est-elle libre ?" })
    const [mail] = await mailsAbout(subject)
    expect(mail?.source).toMatch(/^Reply-To: .*<ilse@exemple\.be>/m)
  })

  test("without script a wrong answer to the question is refused, the subject stays, and the right answer sends", async () => {
    const { page, troubles, close } = await visit(browser, { javaScriptEnabled: false })
    await page.goto(address())
    const subject = `Sans script ${language}`
    await fill(page, t, subject)
    await page.locator("input[name=code]").fill("certainement pas")
    await send(page, t).click()
    await page.locator(".field .error").first().waitFor()
    expect(await page.getByLabel(t("contact.subject"), { exact: true }).inputValue()).toBe(subject)
    expect(await page.locator("input[name=code]").inputValue()).toBe("")
    await send(page, t).click()
    await soon(() => page.locator(".field .error").first().innerText()).toBe(t("errors.required"))

    const question = await page.locator(".contact__check label").innerText()
    await page.locator("input[name=code]").fill(answerTo(t, question))
    await send(page, t).click()
    await page.getByText(t("contact.sent_hint", { name: "Le Hangar", email: "ilse@exemple.be" })).waitFor()
    expect((await inbox())[0]).toMatchObject({ subject })
    await close()
    expect(troubles).toEqual([])
  })
})

test("by keyboard alone a message is written and sent to the inbox by answering the question", async () => {
  const t = messagesIn("fr")
  const { page, troubles, close } = await visit(browser)
  await arrive(page, `${site}/actors/${fid}#contacts`)
  await page
    .locator("#contacts")
    .getByRole("link", { name: t("actor-tabs.write_message") })
    .focus()
  await page.keyboard.press("Enter")
  await page.getByLabel(t("contact.email"), { exact: true }).waitFor()
  expect(page.url(), "the form opens where one is").toContain(`/actors/${fid}#contacts`)
  // The first field has the focus: the choice of a channel.
  await soon(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("channel")
  await page.keyboard.press("ArrowDown")
  await soon(() => page.locator("input[name=channel]:checked").inputValue()).toBe("inbox")
  const typed = ["", "Tarek", "Objet trouvé", "Une écharpe rouge."]
  for (const words of typed) {
    await page.keyboard.press("Tab")
    if (words) await page.keyboard.type(words)
  }
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  const code = page.locator("input[name=code]")
  await code.waitFor()
  const question = await page.locator(".contact__check label").innerText()
  await code.focus()
  await page.keyboard.type(answerTo(t, question))
  await soon(() => code.inputValue()).not.toBe("")
  await page.keyboard.press("Enter")
  await page.getByText(t("contact.sent_hint_inbox", { name: "Le Hangar" })).waitFor()
  expect((await inbox())[0]).toMatchObject({ subject: "Objet trouvé", message: "Une écharpe rouge." })
  await close()
  expect(troubles).toEqual([])
})

test("an inbox message is read once opened, can be archived, and is deleted after a confirmation", async () => {
  const t = messagesIn("fr")
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/actors/manage/${fid}?tab=messages`)
  const first = page.locator(".letter").first()
  await first.locator("summary").click()
  await soon(() => page.locator(".letter--unread").count()).toBe((await inbox()).length - 1)
  await first.getByRole("button", { name: t("contact.archive") }).click()
  await notice(page, t("contact.archived"))
  await page.getByRole("link", { name: t("contact.state_archived") }).click()
  // The list before may have one letter too.
  await page.locator('a[aria-current="true"]', { hasText: t("contact.state_archived") }).waitFor()
  await soon(() => page.locator(".letter").count()).toBe(1)
  await page.locator(".letter summary").click()
  await page.getByRole("button", { name: new RegExp(`^${t("contact.delete")}`) }).click()
  const dialog = page.getByRole("alertdialog")
  await dialog.getByRole("button", { name: t("contact.delete") }).click()
  await notice(page, t("contact.deleted"))
  await soon(() => page.locator(".letter").count()).toBe(0)
  await close()
  expect(troubles).toEqual([])
})

test("the contact page is never cached, and each request gets another challenge token", async () => {
  const [one, other] = await Promise.all(
    [1, 2].map(async () => {
      const answer = await fetch(`${site}/actors/contact/${fid}`)
      const token = /name="captcha_token" value="([^"]+)"/.exec(await answer.text())?.[1]
      return { cache: answer.headers.get("cache-control"), token }
    }),
  )
  expect([one?.cache, other?.cache]).toEqual(["private, no-store", "private, no-store"])
  expect(one?.token).toBeTruthy()
  expect(one?.token).not.toBe(other?.token)
})

test("a person without an e-mail address is warned by the contact form, in each language", async () => {
  const person = await somebody(server, "sansadresse")
  await inDatabase(server.dataDir, (db) => db.query("delete from emails where email = $1", [person.email]))
  const { page, troubles, close } = await visit(browser, { storageState: person.state })
  for (const language of languages) {
    await arrive(page, `${site}${prefixOf(language)}/actors/contact/${fid}`)
    await page.locator(".note--warning", { hasText: messagesIn(language)("contact.no_email") }).waitFor()
  }
  await close()
  expect(troubles).toEqual([])
})

/** Answers the challenge question as a reader would, in any language. */
function answerTo(t: ReturnType<typeof messagesIn>, question: string): string {
  const list = (words: string) => words.split(", ")
  const numbers = list(t("contact-questions.numbers"))
  const valueOf = (word: string) => numbers.indexOf(word)
  const inside = (id: Parameters<typeof t>[0], names: string[]) => {
    const marks = Object.fromEntries(names.map((name) => [name, `«${name}»`]))
    const pattern = (t as unknown as (id: string, args: object) => string)(id, marks)
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/«\w+»/g, "(.+)")
    return new RegExp(`^${pattern}$`).exec(question)?.slice(1)
  }
  const sum = inside("contact-questions.sum", ["a", "b"])
  if (sum) return String(valueOf(sum[0] as string) + valueOf(sum[1] as string))
  const difference = inside("contact-questions.difference", ["a", "b"])
  if (difference) return String(valueOf(difference[0] as string) - valueOf(difference[1] as string))
  const digits = inside("contact-questions.digits", ["number"])
  if (digits) return String(valueOf(digits[0] as string))
  const largest = inside("contact-questions.largest", ["a", "b", "c"])
  if (largest) return numbers[Math.max(...largest.map(valueOf))] as string
  const nth = inside("contact-questions.nth", ["nth", "words"])
  if (nth) return list(nth[1] as string)[list(t("contact-questions.ordinals")).indexOf(nth[0] as string)] as string
  const copy = inside("contact-questions.copy", ["word", "other"])
  if (copy) return copy[0] as string
  for (const [id, name, all] of [
    ["contact-questions.day_after", "day", list(t("contact-questions.days"))],
    ["contact-questions.month_after", "month", list(t("contact-questions.months"))],
  ] as const) {
    const found = inside(id, [name])
    if (found) return all[(all.indexOf(found[0] as string) + 1) % all.length] as string
  }
  throw new Error(`no answer to ${question}`)
}
