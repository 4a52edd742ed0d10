import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { linkMailedTo, newName, registers } from "./accounts-people.ts"
import { visit } from "./browser.ts"

export type Person = {
  name: string
  email: string
  /** What a window of theirs is opened with. */
  state: NonNullable<Extract<BrowserContextOptions["storageState"], object>>
  /** Asks the API as them, and answers what it said. */
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever it is
  ask(method: string, path: string, body?: object): Promise<any>
}

/** Somebody with an account, whose address is verified. */
export async function somebody(browser: Browser, site: string, dataDir: string, stem?: string): Promise<Person> {
  const { page, close } = await visit(browser)
  const name = await registers(page, site, "fr", newName(stem))
  const email = `${name}@exemple.be`
  await page.goto(await linkMailedTo(dataDir, email, "/verify"), { waitUntil: "networkidle" })
  await page.getByRole("button", { name: messagesIn("fr")("account.verify_do") }).click()
  await page.locator(".note--success, .toast--ok, .toast").first().waitFor()
  const state = await page.context().storageState()
  await close()
  return {
    name,
    email,
    state,
    async ask(method, path, body) {
      const asking = await visit(browser, { storageState: state })
      try {
        await asking.page.goto(`${site}/server`)
        return await send(asking.page, method, path, body)
      } finally {
        await asking.close()
      }
    },
  }
}

function send(page: Page, method: string, path: string, body: object | undefined) {
  return page.evaluate(
    async ([verb, address, content]) => {
      const token = /csrftoken=(\w+)/.exec(document.cookie)?.[1] ?? ""
      const answer = await fetch(address, {
        method: verb,
        headers: { "content-type": "application/json", "x-csrftoken": token },
        ...(content ? { body: JSON.stringify(content) } : {}),
      })
      if (!answer.ok) throw new Error(`${verb} ${address} answered ${answer.status}: ${await answer.text()}`)
      return answer.status === 204 || answer.status === 202 ? undefined : answer.json()
    },
    [method, path, body] as const,
  )
}
