import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"
import { inspectorOf } from "./inspector.ts"

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
/** What the other mode can change: it is a class of the document and nothing but colours. */
const ofColour = ["color-contrast", "link-in-text-block"]
/** What another width can change beside it. */
const ofSize = ["target-size", "scrollable-region-focusable"]

/** No selectors are wanted for what passed, and none of these rules reads style sheets, which axe would otherwise take apart. */
const options = { resultTypes: ["violations" as const], preload: { assets: ["media" as const], timeout: 10_000 } }

/**
 * What axe finds on the page, or a part of it, as it stands; one line for each. In the first mode by all rules, or by those
 * of size where all were asked at another width (`rules: "size"`); else of colours alone. Colours are asked of three of each
 * kind, of fifty lines of a list the first ones; and where not all rules are asked, of kinds that were not looked at before
 * in this mode. The page is looked at from its top: wherever else one has come to, the header that stays hides some of what is
 * just under it, as it may.
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
  await givesAxe(page)
  // What is on its way from one colour to another has neither. Said again, the whole page would be laid out anew.
  if (!(await page.evaluate(() => matchMedia("(prefers-reduced-motion: reduce)").matches)))
    await page.emulateMedia({ reducedMotion: "reduce" })
  const found: string[] = []
  for (const [at, mode] of modes.entries()) {
    const kinds = await page.evaluate(kindsIn, { mode, part })
    const isWhole = at === 0 && rules === "all"
    const wanted = isWhole ? kinds : kinds.filter((kind) => !lookedAt[mode].has(kind))
    for (const kind of kinds) lookedAt[mode].add(kind)
    // Kinds are those of a document without frames.
    const ofAll = page.frames().length > 1
    const ofEach = wanted.length > 0 || ofAll ? ofColour : []
    const values = isWhole ? standards : [...(at === 0 ? ofSize : []), ...ofEach]
    if (values.length === 0) continue
    const runOnly = { type: isWhole ? "tag" : "rule", values }
    const faults = await page.evaluate(looks, {
      part,
      kinds: ofAll ? undefined : wanted,
      options: { ...options, runOnly },
    })
    found.push(...faults.map((fault) => `${name} (${mode}): ${fault}`))
  }
  return found
}

/** Of which kinds of elements axe has looked at the colours, in whatever document. */
const lookedAt = { dark: new Set<string>(), light: new Set<string>() }

/** What axe is called by in the document. */
declare const axe: {
  run(
    context: Document | { include: string[] },
    options: Parameters<AxeBuilder["options"]>[0],
  ): Promise<Pick<Awaited<ReturnType<AxeBuilder["analyze"]>>, "violations">>
  configure(spec: { rules?: { id: string; selector: string }[]; allowedOrigins?: string[] }): void
  commons: { color: { Color: { prototype: Colour } } }
}

type Colour = { r: number; g: number; b: number; alpha: number; parseString(written: string): Colour }

declare global {
  interface Window {
    /** Puts axe into the document. */
    bringsAxe?: () => void
    /** The first elements of each kind that say something and show. */
    kinds?: Map<string, Element[]>
  }
}

type Looked = { part: string | undefined; kinds: string[] | undefined; options: object }

/** To run in the document: what axe says of it, or of a part of it; of colours only of these kinds, if they are given. */
async function looks({ part, kinds, options }: Looked) {
  const marked = kinds?.flatMap((kind) => window.kinds?.get(kind) ?? []) ?? []
  for (const element of marked) element.setAttribute("data-kind", "")
  const mark = kinds ? "[data-kind]" : ""
  axe.configure({
    rules: [
      { id: "color-contrast", selector: `*${mark}` },
      { id: "link-in-text-block", selector: `:is(a[href], [role=link])${mark}` },
    ],
  })
  scrollTo({ top: 0, behavior: "instant" })
  const { violations } = await axe.run(part ? { include: [part] } : document, options)
  for (const element of marked) element.removeAttribute("data-kind")
  return violations.map(({ id, nodes }) => {
    const where = nodes.slice(0, 3).map(({ html }) => html.replace(' data-kind=""', "").slice(0, 160))
    return `${id} – ${where.join(" | ")}`
  })
}

/**
 * To run in the document: puts it into a mode, and answers the kinds of what says something and shows: where it is by the
 * names that style sheets go by, what colours it and all around it have, and what else axe judges by.
 */
function kindsIn({ mode, part }: { mode: string; part: string | undefined }): string[] {
  document.documentElement.classList.toggle("dark", mode === "dark")
  /** Of one that something lies over axe decides nothing. */
  const mostOfAKind = 3
  const known = new Map<Element, string>()
  window.kinds = new Map()
  for (const element of document.querySelectorAll(part ? `:is(${part}), :is(${part}) *` : "body *")) {
    const text = textOf(element)
    if (!text || !element.checkVisibility({ visibilityProperty: true })) continue
    const { fontSize, fontWeight } = getComputedStyle(element)
    const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24)
    const isDisabled = element instanceof HTMLLabelElement && element.control?.matches(":disabled")
    const kind = hashed([kindOf(element), isLarge, isDisabled, text.length === 1].join())
    const alike = window.kinds.get(kind) ?? []
    if (alike.length < mostOfAKind) window.kinds.set(kind, [...alike, element])
  }
  return [...window.kinds.keys()]

  /** Its own words, or those of the link that it is. */
  function textOf(element: Element) {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return element.value.trim() || element.placeholder.trim()
    if (element.matches("a[href], [role=link], select")) return element.textContent.trim()
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    return own.map(({ nodeValue }) => nodeValue?.trim() ?? "").join("")
  }

  function kindOf(element: Element): string {
    const before = known.get(element)
    if (before !== undefined) return before
    const { color, backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const around = element.parentElement ? kindOf(element.parentElement) : ""
    const isDisabled = element.matches(":disabled, [aria-disabled=true]")
    const names = [element.tagName, element.getAttribute("class"), isDisabled]
    const kind = hashed([around, ...names, color, backgroundColor, backgroundImage, opacity].join())
    known.set(element, kind)
    return kind
  }

  /** Two sums in the manner of FNV-1a, of 32 bits each, so that a kind is short however deep it stands. */
  function hashed(text: string) {
    let [first, second] = [0x811c9dc5, 0x01000193]
    for (let at = 0; at < text.length; at++) {
      first = Math.imul(first ^ text.charCodeAt(at), 0x01000193)
      second = Math.imul(second ^ text.charCodeAt(at), 0x85ebca6b)
    }
    return (first >>> 0).toString(36) + (second >>> 0).toString(36)
  }
}

/** Pages whose documents have axe at hand. */
const known = new WeakSet<Page>()

/**
 * Axe is half a million signs: to send them into a document and to compile them there takes half a CPU second. They are sent
 * to a page once, which keeps them, compiled, for all its documents; each runs them when it is looked at.
 */
async function givesAxe(page: Page) {
  if (!known.has(page)) {
    const source = `window.bringsAxe = () => { ${new AxeBuilder({ page })["script"]()}; (${besideAxe})() }`
    const inspector = await inspectorOf(page)
    await inspector.send("Page.enable")
    await inspector.send("Page.addScriptToEvaluateOnNewDocument", { source, runImmediately: true })
    known.add(page)
  }
  for (const frame of page.frames()) await frame.evaluate(() => void ("axe" in window || window.bringsAxe?.()))
}

/** To run beside axe. */
function besideAxe() {
  // Nothing of ours is in a frame of another origin, which would need a page of its own to gather what was found.
  axe.configure({ allowedOrigins: ["<same_origin>"] })

  // What is not drawn has no colours: axe is told that the whole document is, which it need not be for them.
  const ownStyle = window.getComputedStyle.bind(window)
  window.getComputedStyle = (element, part) => {
    const style = ownStyle(element, part)
    if (element !== document.documentElement) return style
    const valueOf = style.getPropertyValue.bind(style)
    style.getPropertyValue = (name) => (name === "opacity" ? "1" : valueOf(name))
    return style
  }

  // It takes the same few colours apart for every element again: a sixth of its time.
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
