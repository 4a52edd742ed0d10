import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
/** What the other mode can change: it is a class of the document and nothing but colours. */
const ofColour = ["color-contrast", "link-in-text-block"]
/** What another width can change beside it. */
const ofSize = ["target-size", "scrollable-region-focusable"]

/** None of these rules reads style sheets, which axe would otherwise take apart each time. */
const options = { resultTypes: ["violations" as const], preload: { assets: ["media" as const], timeout: 10_000 } }

/**
 * What axe finds on the page, or a part of it, as it stands; one line for each. In the first mode by all rules, or by those
 * of colour and size where all were asked at another width (`rules: "size"`); in the others by those of colour. It is looked
 * at from its top: wherever else one has come to, the header that stays hides some of what is just under it, as it may.
 */
export async function axeFinds(
  page: Page,
  name = "the page",
  {
    modes = ["dark", "light"],
    part,
    rules = "all",
  }: { modes?: readonly ("dark" | "light")[]; part?: string; rules?: "all" | "size" } = {},
): Promise<string[]> {
  const found: string[] = []
  // The builder would have the browser read axe twice for each time it is run.
  const source = new AxeBuilder({ page })["script"]()
  for (const frame of page.frames()) if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(source)
  await page.emulateMedia({ reducedMotion: "reduce" }) // what is on its way from one colour to another has neither
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }))
  for (const mode of modes) {
    await page.evaluate((isDark) => document.documentElement.classList.toggle("dark", isDark), mode === "dark")
    // Nothing of ours is in a frame of another origin (only then a page of its own is needed to gather what was found), and
    // no selectors are wanted for all that passed: a quarter of the time.
    const axe = new AxeBuilder({ page, axeSource: "0" }).setLegacyMode(true).options(options)
    if (part) axe.include(part)
    if (mode !== modes[0]) axe.withRules(ofColour)
    else if (rules === "size") axe.withRules([...ofColour, ...ofSize])
    else axe.withTags(standards)
    const { violations } = await axe.analyze()
    for (const { id, nodes } of violations) {
      const where = nodes.slice(0, 3).map(({ target }) => target.join(" "))
      found.push(`${name} (${mode}): ${id} – ${where.join(" | ")}`)
    }
  }
  return found
}
