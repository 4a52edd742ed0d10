import sanitizeHtml from "sanitize-html"

const allowed: sanitizeHtml.IOptions = {
  allowedTags: ["p", "br", "strong", "em", "b", "i", "ul", "ol", "li", "h2", "h3", "h4", "a", "blockquote"],
  allowedAttributes: { a: ["href", "rel"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  // The content of these elements is not text and is removed with them.
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "title", "xmp", "noembed", "noframes"],
  transformTags: {
    a: (_tag, attributes) => ({
      tagName: "a",
      attribs: attributes.href ? { href: attributes.href, rel: "nofollow noopener" } : ({} as Record<string, string>),
    }),
    // The page has its own h1, and a div becomes a paragraph.
    h1: "h2",
    h5: "h4",
    h6: "h4",
    div: "p",
  },
  nestingLimit: 32,
}

/** Matches text, partly emphasised, in unnested paragraphs and headings: sanitising would not change it. */
const words = String.raw`[^<>&]*(?:(?:&(?:amp|lt|gt);|<br \/>)[^<>&]*)*`
const marked = String.raw`${words}(?:<(?<mark>strong|em|b|i)>${words}<\/\k<mark>>${words})*`
const clean = new RegExp(String.raw`^${words}(?:<(?<block>p|h[234])>${marked}<\/\k<block>>${words})*$`)

/**
 * Sanitises foreign HTML: keeps text, links and simple structure, and removes everything that could run or load. Most texts are
 * paragraphs of which nothing has to be removed: they skip the parser, which took a fifth of the time of an import.
 */
export function sanitise(html: string): string {
  return (clean.test(html) ? html : sanitizeHtml(shallow(html), allowed)).trim()
}

/** Elements that can be inside each other, more than the sanitiser keeps (`nestingLimit`). */
const deepest = 64
/** Elements that a start tag ends, as long as the innermost open one is among them: lists and tables may omit their end tags. */
const ended: Record<string, readonly string[]> = {
  li: ["li"],
  p: ["p"],
  dt: ["dt", "dd"],
  dd: ["dt", "dd"],
  td: ["td", "th"],
  th: ["td", "th"],
  tr: ["tr", "td", "th"],
}
/** Elements that have no end, or whose content is removed with them. */
const unnested = new Set([...(allowed.nonTextTags ?? []), "br", "hr", "img", "input", "wbr", "col", "link", "meta"])

/** A shorter text cannot be nested deeply enough to matter. */
const shortest = 4000

/**
 * Removes start tags that are nested too deeply, and their end tags. The parser's work grows with the square of the depth: 95 KB of
 * `<b>` took it 100 ms, and as much of `<b>` and then `</i>` 300; now they take 10. Other texts stay as they are.
 */
function shallow(html: string): string {
  if (html.length < shortest) return html
  const open: string[] = []
  const removed = new Map<string, number>()
  return html.replaceAll(/<[^<>]*>/g, (tag) => {
    const [, slash, written = ""] = /^<(\/?)([a-z][a-z\d]*)/i.exec(tag) ?? []
    const name = written.toLowerCase()
    if (name === "" || unnested.has(name)) return tag
    if (slash) {
      const tooDeep = removed.get(name) ?? 0
      if (tooDeep > 0) removed.set(name, tooDeep - 1)
      else if (open.includes(name)) open.length = open.lastIndexOf(name)
      return tooDeep > 0 ? "" : tag
    }
    while (ended[name]?.includes(open.at(-1) ?? "")) open.pop()
    if (open.length >= deepest) {
      removed.set(name, (removed.get(name) ?? 0) + 1)
      return ""
    }
    open.push(name)
    return tag
  })
}

/** Texts that `sanitiseEach` returned. They are frozen, so they stay clean. */
const cleanTexts = new WeakSet<object>()

/**
 * Sanitises the texts of an object, by language for instance, and leaves out those of which nothing remains. Texts that it returned
 * before are returned as they are: checked and stored later, a long text is sanitised once.
 */
export function sanitiseEach<Key extends string>(
  texts: Partial<Record<Key, string | null>>,
): Partial<Record<Key, string>> {
  if (cleanTexts.has(texts)) return texts as Partial<Record<Key, string>>
  const sanitised = Object.entries<string | null | undefined>(texts)
    .map(([key, html]) => [key, sanitise(html ?? "")] as const)
    .filter(([, html]) => html)
  const result = Object.freeze(Object.fromEntries(sanitised)) as Partial<Record<Key, string>>
  cleanTexts.add(result)
  return result
}

const blocks = /<\/?(?:p|div|br|li|ul|ol|h[1-6]|blockquote|tr|td|th|table|section|article)\b[^<>]*>/gi

/** Returns the plain text of HTML: entities decoded, blocks separated by a space. */
export function plainText(html: string): string {
  const words = sanitizeHtml(shallow(html).replace(blocks, " $& "), {
    ...allowed,
    allowedTags: [],
    allowedAttributes: {},
  })
  return decodeEntities(words).replaceAll(/\s+/g, " ").trim()
}

/** Converts plain text to HTML: markup is escaped, empty lines separate paragraphs. */
export function htmlOfText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br />")}</p>`)
    .join("")
}

/** Returns whether a text looks like HTML rather than plain text. */
export function isHtml(text: string): boolean {
  return /<\/?(?:p|br|div|span|a|b|i|strong|em|ul|ol|li|h[1-6]|blockquote|table|img|u|font)\b[^<>]*>/i.test(text)
}

/** Escapes plain text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}

const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  laquo: "«",
  raquo: "»",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  euro: "€",
  deg: "°",
  eacute: "é",
  egrave: "è",
  ecirc: "ê",
  euml: "ë",
  agrave: "à",
  acirc: "â",
  auml: "ä",
  ccedil: "ç",
  icirc: "î",
  iuml: "ï",
  ocirc: "ô",
  ouml: "ö",
  oelig: "œ",
  ugrave: "ù",
  ucirc: "û",
  uuml: "ü",
  Eacute: "É",
  Egrave: "È",
  Agrave: "À",
  Ccedil: "Ç",
}

/** Decodes the entities found in titles: `&amp;`, `&#039;`, `&eacute;`. Unknown ones stay as written. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return wordOf(name) ?? wordOf(name.toLowerCase()) ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : ""
  })
}

/** Looks an entity up by name. `&valueOf;` is not an entity, although every object has that property. */
function wordOf(name: string): string | undefined {
  return Object.hasOwn(named, name) ? named[name] : undefined
}
