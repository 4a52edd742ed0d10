import { expect, inject, test } from "vitest"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { isOfEvents, lookingDifferent, screens } from "./screens.ts"
import { examines } from "./walking.ts"

const site = inject("siteUrl")
const browser = await sharedBrowser()

test(
  "every public screen about events is complete in French, fits every width and passes axe in both modes",
  { timeout: 900_000 },
  async () => {
    const seen = lookingDifferent(await screens(site)).filter(isOfEvents)
    expect(await examines(browser, { site, screens: seen })).toEqual([])
  },
)

/** Options for a page into which the test inserts HTML, which the site’s Trusted Types policy forbids. */
const putIn = { bypassCSP: true }

test("the axe helper finds low contrast in dark and light mode although the page is transparent", async () => {
  const { page } = await visit(browser, putIn)
  await arrive(page, `${site}/about`)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).opacity)).toBe("0")
  await page.locator("main").evaluate((main) => {
    main.innerHTML = '<h1 style="color: #777; background: #888">Veilleuse</h1>'
  })
  const found = await axeFinds(page)
  expect(found.filter((one) => one.includes("color-contrast"))).toEqual([
    expect.stringContaining("(dark)"),
    expect.stringContaining("(light)"),
  ])
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).opacity)).toBe("0")
})

test("the axe helper finds low contrast beside empty fields, single characters and disabled buttons", async () => {
  const { page } = await visit(browser, putIn)
  await arrive(page, `${site}/about`)
  const faint = 'style="color: #777; background: #888"'
  await page.locator("main").evaluate((main, style) => {
    const buttons = `<button disabled ${style}>Veilleuse</button>`.repeat(3) + `<button ${style}>Veilleuse</button>`
    const fields = `<input aria-label="a" ${style}>`.repeat(3) + `<input aria-label="b" value="Veilleuse" ${style}>`
    main.innerHTML = `<h1>Titre</h1>${buttons}${fields}${`<p ${style}>1</p>`.repeat(3)}<p ${style}>Veilleuse</p>`
  }, faint)
  const found = (await axeFinds(page)).filter((one) => one.includes("color-contrast"))
  expect(found.map((one) => [...one.matchAll(/<(\w+)/g)].map(([, tag]) => tag))).toEqual([
    ["button", "input", "p"],
    ["button", "input", "p"],
  ])
})

test("with fewer rules the axe helper reports a low contrast only once, in each mode", async () => {
  const { page } = await visit(browser, putIn)
  await arrive(page, `${site}/about`)
  await axeFinds(page)
  // In colours that no other test uses, because each kind is checked only once.
  const [line, rules] = ['<p style="color: #757575; background: #858585">Veilleuse</p>', "size" as const]
  await page.locator("main").evaluate((main, html) => void (main.innerHTML = html), line.repeat(5))
  const three = [line, line, line].join(" | ")
  expect(await axeFinds(page, "here", { rules })).toEqual([
    `here (dark): color-contrast – ${three}`,
    `here (light): color-contrast – ${three}`,
  ])
  expect(await axeFinds(page, "here", { rules })).toEqual([])
})

test("days without events in the strip of days pass axe", async () => {
  const { page } = await visit(browser)
  await arrive(page, site)
  // The sample content always has an event today, so the empty state is set by its class.
  const days = await page.locator(".days a").evaluateAll((all) => all.map((day) => day.classList.add("none")))
  expect(days.length).toBeGreaterThan(6)
  expect(await axeFinds(page, "the strip", { part: ".days" })).toEqual([])
})
