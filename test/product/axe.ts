import { AxeBuilder } from "@axe-core/playwright"
import type { Frame, Page } from "playwright-core"
import { isDrawn } from "./drawing.ts"

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
/** What the other mode can change: it is a class of the document and nothing but colours. */
const ofColour = ["color-contrast", "link-in-text-block"]
/** What another width can change beside it. */
const ofSize = ["target-size", "scrollable-region-focusable"]

/** No selectors are wanted for what passed, and none of these rules reads style sheets, which axe would otherwise take apart. */
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
  for (const frame of page.frames()) await givesAxe(frame)
  await page.emulateMedia({ reducedMotion: "reduce" }) // what is on its way from one colour to another has neither
  const ofFirst = rules === "size" ? [...ofColour, ...ofSize] : standards
  const runs = modes.map((mode, at) => ({
    mode,
    options: {
      ...options,
      runOnly: { type: at === 0 && rules === "all" ? "tag" : "rule", values: at === 0 ? ofFirst : ofColour },
    } as const,
  }))
  await isDrawn(page, true) // what is not drawn has no colours
  const found = await page.evaluate(looks, { runs, part })
  await isDrawn(page, false)
  return found.map(({ mode, id, where }) => `${name} (${mode}): ${id} – ${where.join(" | ")}`)
}

type Run = { mode: "dark" | "light"; options: Parameters<AxeBuilder["options"]>[0] }

/** What axe is called by in the document. */
declare const axe: {
  run(
    context: Document | { include: string[] },
    options: Run["options"],
  ): Promise<Pick<Awaited<ReturnType<AxeBuilder["analyze"]>>, "violations">>
  commons: { color: { Color: { prototype: Colour } } }
}

type Colour = { r: number; g: number; b: number; alpha: number; parseString(written: string): Colour }

/** To run in the document: asks axe once for each mode. */
async function looks({ runs, part }: { runs: Run[]; part: string | undefined }) {
  const found: { mode: string; id: string; where: string[] }[] = []
  scrollTo({ top: 0, behavior: "instant" })
  for (const { mode, options } of runs) {
    document.documentElement.classList.toggle("dark", mode === "dark")
    const { violations } = await axe.run(part ? { include: [part] } : document, options)
    for (const { id, nodes } of violations)
      found.push({ mode, id, where: nodes.slice(0, 3).map(({ target }) => target.join(" ")) })
  }
  return found
}

/** Nothing of ours is in a frame of another origin, which would need a page of its own to gather what was found. */
async function givesAxe(frame: Frame) {
  if (await frame.evaluate("'axe' in window")) return
  const source = new AxeBuilder({ page: frame.page() })["script"]()
  await frame.evaluate(`${source};axe.configure({ allowedOrigins: ["<same_origin>"] });(${remembersColours})()`)
}

/** To run beside axe, which takes the same few colours apart for every element again: a sixth of its time. */
function remembersColours() {
  const { prototype } = axe.commons.color.Color
  const parse = prototype.parseString
  const known = new Map<string, Pick<Colour, "r" | "g" | "b" | "alpha">>()
  prototype.parseString = function (this: Colour, written: string) {
    const before = known.get(written)
    if (before) return Object.assign(this, before)
    parse.call(this, written)
    const { r, g, b, alpha } = this
    known.set(written, { r, g, b, alpha })
    return this
  }
}
