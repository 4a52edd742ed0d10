import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"
import { inspectorOf } from "./inspector.ts"

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
/** The rules that dark or light mode can affect: a mode is a class of the document and changes nothing but colours. */
const ofColour = ["color-contrast", "link-in-text-block"]
/** The rules that another width can affect as well. */
const ofSize = ["target-size", "scrollable-region-focusable"]

/**
 * Leaves out selectors for rules that passed, and style sheets, which none of these rules reads and axe would otherwise parse.
 */
const options = { resultTypes: ["violations" as const], preload: { assets: ["media" as const], timeout: 10_000 } }

/**
 * Runs axe on the page, or a part of it, as it stands, and returns one line per violation. The first mode is checked with all
 * rules, or with those of size if all rules have already run at another width (`rules: "size"`); the other mode with the colour
 * rules alone. Colours are checked on three elements of each kind, so on the first three of a list of fifty lines; where not all
 * rules run, only kinds that have not been checked in this mode before. The page is scrolled to its top first: elsewhere the
 * sticky header covers part of what is just under it, which is allowed.
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
  // In the middle of a transition an element has neither of its colours. Emulating this twice would lay out the page anew.
  if (!(await page.evaluate(() => matchMedia("(prefers-reduced-motion: reduce)").matches)))
    await page.emulateMedia({ reducedMotion: "reduce" })
  const found: string[] = []
  for (const [at, mode] of modes.entries()) {
    const kinds = await page.evaluate(kindsIn, { mode, part })
    const isWhole = at === 0 && rules === "all"
    const wanted = isWhole ? kinds : kinds.filter((kind) => !lookedAt[mode].has(kind))
    for (const kind of kinds) lookedAt[mode].add(kind)
    // Kinds are only collected in the main document: a page with frames is checked entirely.
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

/** The kinds of elements whose colours axe has checked in each mode, in any document. */
const lookedAt = { dark: new Set<string>(), light: new Set<string>() }

/** The global by which axe is called in the document. */
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
    /** Defines axe in the document. */
    bringsAxe?: () => void
    /** The first visible elements with text of each kind. */
    kinds?: Map<string, Element[]>
  }
}

type Looked = { part: string | undefined; kinds: string[] | undefined; options: object }

/**
 * Runs in the document: returns axe’s violations of it or of a part of it. If kinds are given, colours are checked on these only.
 */
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
 * Runs in the document: switches it to a mode and returns the kinds of its visible elements with text. A kind is made of the tag
 * and class names on the way to the element, the colours of it and of its ancestors, and what else axe judges by.
 */
function kindsIn({ mode, part }: { mode: string; part: string | undefined }): string[] {
  document.documentElement.classList.toggle("dark", mode === "dark")
  /** More than one, because axe leaves an element that something else covers undecided. */
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

  /** Returns an element’s own text, or the whole text if it is a link. */
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

  /** Computes two 32-bit hashes similar to FNV-1a, so that a kind stays short however deeply its element is nested. */
  function hashed(text: string) {
    let [first, second] = [0x811c9dc5, 0x01000193]
    for (let at = 0; at < text.length; at++) {
      first = Math.imul(first ^ text.charCodeAt(at), 0x01000193)
      second = Math.imul(second ^ text.charCodeAt(at), 0x85ebca6b)
    }
    return (first >>> 0).toString(36) + (second >>> 0).toString(36)
  }
}

/** Pages that define axe in each of their documents. */
const known = new WeakSet<Page>()

/**
 * Makes axe available in the page. Axe is half a million characters: sending and compiling it in a document takes half a CPU
 * second. It is sent to a page once, which keeps it, compiled, for all its documents; each document runs it when it is checked.
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

/** Runs in the document after axe, and configures it. */
function besideAxe() {
  // None of our content is in a frame of another origin, which axe could only check with a page of its own to merge the results.
  axe.configure({ allowedOrigins: ["<same_origin>"] })

  // Axe skips the colours of what is not drawn. The tests hide the whole document with an opacity of 0 (`drawing.ts`), so axe
  // reads an opacity of 1; it can judge colours without drawing.
  const ownStyle = window.getComputedStyle.bind(window)
  window.getComputedStyle = (element, part) => {
    const style = ownStyle(element, part)
    if (element !== document.documentElement) return style
    const valueOf = style.getPropertyValue.bind(style)
    style.getPropertyValue = (name) => (name === "opacity" ? "1" : valueOf(name))
    return style
  }

  // Axe parses the same few colours anew for every element, which is a sixth of its time.
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
