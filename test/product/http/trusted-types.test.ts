import { expect, test } from "vitest"
import { arrive, runsFirst, sharedBrowser, visit } from "../browser/browser.ts"
import { opensEditor, richText } from "../editing/editors.ts"
import { somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"

// Trusted Types. The walks check that no screen violates them (walking.ts).

const site = await sharedServer()
const browser = await sharedBrowser()

/** Runs in the page: tries the ways in which a bug or an injected script could insert HTML, and returns the results. */
async function tries() {
  const { defaultPolicy: policy } = (window as never as { trustedTypes: { defaultPolicy: Policy } }).trustedTypes
  const script = document.createElement("script")
  const attempts: Record<string, () => unknown> = {
    "an element": () => (document.createElement("div").innerHTML = "<img src=x>"),
    "what ends a text": () => document.createElement("p").insertAdjacentHTML("beforeend", "a<b>"),
    "a whole document": () => new DOMParser().parseFromString("<p>a</p>", "text/html"),
    "a frame's document": () => (document.createElement("iframe").srcdoc = "<p>a</p>"),
    "the text of a script": () => (script.text = "1"),
    "a file somebody uploaded": () => (script.src = "/media/original/x.js"),
    "a script of the API": () => script.setAttribute("src", "/api/contents/events/"),
    "a script from elsewhere": () => (script.src = "https://example.org/assets/a.js"),
    "a worker of text": () => new Worker("data:text/javascript,1"),
    "code in a text": () => setTimeout("1"),
    "a policy of one's own": () => trustedTypes?.createPolicy("other", { createHTML: (html) => html }),
    "ours once more": () => trustedTypes?.createPolicy("foyer", { createHTML: (html) => html }),
    "the policy of libraries, by name": () => policy.createHTML("a"),
    "a text without a tag": () => (document.createElement("p").innerHTML = "&amp;"),
    nothing: () => (document.createElement("p").innerHTML = ""),
    "a script of this build": () => (script.src = "/assets/a.js"),
  }
  type Policy = { createHTML(html: string): unknown }
  return Object.entries(attempts).flatMap(([name, attempt]) => {
    try {
      attempt()
      return [name]
    } catch {
      return []
    }
  })
}

test("Trusted Types refuse strings as HTML, script or worker on public and personal pages", async () => {
  const { state } = await somebody(site)
  for (const [path, options] of [["/events", {}] as const, ["/me/account", { storageState: state }] as const]) {
    const { page, close } = await visit(browser, options)
    await arrive(page, site.url + path)
    expect(await page.evaluate(tries)).toEqual(["a text without a tag", "nothing", "a script of this build"])
    await close()
  }
})

test("the event editor takes pasted text with and without tags, and edited dates, without Trusted Types errors", async () => {
  const { state } = await somebody(site)
  const { page, troubles, close } = await visit(browser, { storageState: state })
  await opensEditor(page, `${site.url}/events/new`)
  for (const html of ["plain &amp; simple ", "<b>bold</b> ", '<p>x</p><h2>A title</h2><img src="x"><p>y</p>'])
    await richText(page).evaluate((text, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text/html", pasted)
      text.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
    }, html)
  expect(await richText(page).innerHTML()).toContain("plain &amp; simple")
  expect(await richText(page).innerHTML()).toContain("<strong>bold</strong>")
  expect(await richText(page).innerHTML()).toContain("<h2>A title</h2>")
  await page.locator('[data-row="0"] .segments [role=spinbutton]').first().focus()
  for (const key of ["1", "ArrowUp", "ArrowUp", "Backspace", "ArrowDown"]) await page.keyboard.press(key)
  expect(troubles).toEqual([])
  await close()
})

test("a page changed before hydration is rendered anew and works, without Trusted Types errors", async () => {
  const { page, troubles, close } = await visit(browser)
  await runsFirst(page, () => {
    addEventListener("DOMContentLoaded", () => {
      document.querySelector("h1")?.replaceWith("changed")
      document.querySelector("main")?.firstElementChild?.remove()
    })
  })
  await arrive(page, `${site.url}/events`)
  expect(await page.locator("h1").count()).toBe(1)
  expect(troubles.filter((one) => !/Minified React error #418/.test(one))).toEqual([])
  // The page works as usual from then on.
  await page.locator("main h3 a").first().click()
  await page.waitForURL(/\/events\/\d+$/)
  expect(troubles.filter((one) => !/Minified React error #418/.test(one))).toEqual([])
  await close()
})
