import { expect, inject, test } from "vitest"
import { axeFinds } from "./axe.ts"
import { arrive, sharedBrowser, visit } from "./browser.ts"
import { isOfEvents, lookingDifferent, screens } from "./screens.ts"
import { examines } from "./walking.ts"

const site = inject("siteUrl")
const browser = await sharedBrowser()

test(
  "every screen about events is right in French, fits, and axe finds nothing: phones and wide, dark and light",
  { timeout: 900_000 },
  async () => {
    const seen = lookingDifferent(await screens(site)).filter(isOfEvents)
    expect(await examines(browser, { site, screens: seen })).toEqual([])
  },
)

test("axe sees what is too faint, in the dark and in the light, although nothing is drawn until it looks", async () => {
  const { page } = await visit(browser)
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

test("where not all rules are asked, axe sees what is too faint once, in each mode", async () => {
  const { page } = await visit(browser)
  await arrive(page, `${site}/about`)
  await axeFinds(page)
  await page.locator("main").evaluate((main) => {
    main.innerHTML = '<p style="color: #777; background: #888">Veilleuse</p>'.repeat(3)
  })
  const [line, rules] = ['<p style="color: #777; background: #888">Veilleuse</p>', "size" as const]
  expect(await axeFinds(page, "here", { rules })).toEqual([
    `here (dark): color-contrast – ${line}`,
    `here (light): color-contrast – ${line}`,
  ])
  expect(await axeFinds(page, "here", { rules })).toEqual([])
})

test("a day without events can be read in the strip, today too", async () => {
  const { page } = await visit(browser)
  await arrive(page, site)
  // The sample content always has something today.
  const days = await page.locator(".days a").evaluateAll((all) => all.map((day) => day.classList.add("none")))
  expect(days.length).toBeGreaterThan(6)
  expect(await axeFinds(page, "the strip", { part: ".days" })).toEqual([])
})
