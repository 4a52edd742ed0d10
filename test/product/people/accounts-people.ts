import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { until } from "../../elsewhere/mail-server.ts"
import { password } from "../../worlds/signed-up.ts"
import { arrive } from "../browser/browser.ts"

let count = 0

/** Returns an account name that no test has used yet. */
export const newName = (stem = "mirelle") => `${stem}${process.pid}${++count}`

export const prefixOf = (language: Language) => (language === "fr" ? "" : `/${language}`)

/** Registers an account through the form and waits until it is signed in. */
export async function registers(page: Page, site: string, language: Language = "fr", name = newName()) {
  const t = messagesIn(language)
  await arrive(page, `${site}${prefixOf(language)}/register`)
  await page.getByLabel(t("account.username"), { exact: true }).fill(name)
  await page.getByLabel(t("account.email"), { exact: true }).fill(`${name}@exemple.be`)
  await page.getByLabel(t("account.password"), { exact: true }).fill(password)
  await page.getByRole("button", { name: t("account.make_account") }).click()
  await page.waitForURL(`${site}${prefixOf(language)}/me`)
  return name
}

/** Returns the link in the newest mail to an address whose file name has this ending. */
export function linkMailedTo(
  dataDir: string,
  address: string,
  path: "/verify" | "/password/reset" | "/subscriptions/confirm",
) {
  const folder = join(dataDir, "mail")
  return until(() => {
    const mails = listed(folder).filter((file) => file.includes(`_${address}_`))
    for (const file of mails.reverse()) {
      const text = readFileSync(join(folder, file), "utf8")
        .replaceAll("=\r\n", "")
        .replaceAll("=\n", "")
        .replaceAll("=3D", "=")
      const link = new RegExp(`https?://[^\\s"<]*${path}\\?token=[\\w-]+(?:&next=[\\w%.+-]+)?`).exec(text)?.[0]
      if (link) return link
    }
    return undefined
  }, 60)
}

function listed(folder: string) {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
