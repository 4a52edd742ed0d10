import fc from "fast-check"
import { expect, test } from "vitest"
import { decodeEntities, plainText, sanitise, sanitiseEach } from "./html.ts"

test("plainText returns the words of HTML with a space between its blocks", () => {
  expect(plainText("<p>Radio <b>Minuit</b></p><p>à 20&nbsp;h</p>")).toBe("Radio Minuit à 20 h")
  expect(plainText("un<br>deux<p class=x>trois")).toBe("un deux trois")
})

test("sanitise gives the same result without the parser as with it", () => {
  const names = ["p", "h2", "h4", "b", "strong", "em", "i", "ul", "div", "script", "P", "p "]
  const tags = names.flatMap((name) => [`<${name}>`, `</${name}>`])
  const texts = [
    "un",
    " ",
    "\n",
    '"',
    "'",
    "é\u00a0",
    "\0",
    "&amp;",
    "&lt;",
    "&gt;",
    "&nbsp;",
    "&",
    ">",
    "<br />",
    "<br>",
  ]
  const anything = fc.array(fc.constantFrom(...tags, ...texts)).map((parts) => parts.join(""))
  const inside = fc
    .array(fc.constantFrom("a", "&amp;", "<br />", "<b>b</b>", "<em>c &lt; d</em>"))
    .map((parts) => parts.join(""))
  const paragraphs = fc
    .array(fc.tuple(fc.constantFrom("p", "h2", "h3"), inside).map(([name, words]) => `<${name}>${words}</${name}>`))
    .map((parts) => parts.join("\n"))
  // The added tag is removed by the parser, which it forces to run.
  fc.assert(
    fc.property(fc.oneof(anything, paragraphs), (html) => {
      expect(sanitise(html)).toBe(sanitise(`${html}<u></u>`))
    }),
    { numRuns: 500 },
  )
  expect(sanitise("<p>un</p><p onclick=x>deux</p><script>x</script>")).toBe("<p>un</p><p>deux</p>")
})

test("sanitise takes time in proportion to the length of deeply nested HTML, and keeps its words", () => {
  const nested = "<b>".repeat(70_000) + "Radio" + "</i>".repeat(50_000)
  const before = process.cpuUsage()
  expect(sanitise(`<div>${nested}</div>`)).toMatch(/^<p>(<b>)+Radio(<\/b>)+<\/p>$/)
  expect(plainText(nested)).toBe("Radio")
  const { user } = process.cpuUsage(before)
  expect(user / 1000).toBeLessThan(2000)
})

test("sanitise keeps every item of a long list, link and nested list, whether their end tags are written or not", () => {
  const parts = [
    '<ul><li>Anna Fontaine</li><li><a href="https://anna.example/">Anna</a></li></ul>',
    "<ul><li>un<li>deux<ul><li><p>trois</p></li></ul></ul>",
    "<p>quatre<p>cinq</p>",
    "<table><tr><td>six<td>sept<tr><td>huit</table>",
    "<h2>neuf</h2><blockquote><ol><li><em>dix</em></li></ol></blockquote>",
  ]
  const each = parts.map(sanitise)
  const many = Array.from({ length: 400 }, (_, nth) => nth % parts.length)
  expect(sanitise(many.map((nth) => parts[nth]).join(""))).toBe(many.map((nth) => each[nth]).join(""))
})

test("sanitiseEach recognises the texts that it returned, so that a checked text is not sanitised again to be stored", () => {
  const clean = sanitiseEach({ fr: "<p onclick=x>un</p>", en: null, nl: "<script>x</script>" })
  expect(clean).toEqual({ fr: "<p>un</p>" })
  expect(sanitiseEach(clean)).toBe(clean)
  expect(() => Object.assign(clean, { fr: "<script>x</script>" })).toThrow(TypeError)
  expect(sanitiseEach({ ...clean })).not.toBe(clean)
})

test("plainText and sanitise handle hostile HTML within 20 seconds", { timeout: 60_000 }, () => {
  // With the first two the work used to grow with the square of the length, and took minutes.
  const pieces: [string, number][] = [
    ["<p", 1_000_000],
    ["</li ", 1_000_000],
    ...["<div<", "</", "<b>", "&amp", "<p>", "<!--", "a<", "<p>a</p>", "<b>&lt;</b>"].map((piece): [string, number] => [
      piece,
      40_000,
    ]),
  ]
  for (const [piece, length] of pieces) {
    const started = performance.now()
    plainText(piece.repeat(length / piece.length))
    if (length < 100_000) sanitise(`<p>${piece.repeat(length / piece.length)}<`)
    expect(performance.now() - started, piece).toBeLessThan(20_000)
  }
})

test("decodeEntities decodes valid entities, drops invalid code points and keeps unknown names", () => {
  expect(decodeEntities("&eacute;t&#233; &#x1F3B5; &#xD800;&#0;&#x110000;|")).toBe("été 🎵 |")
  expect(decodeEntities("&valueOf; &toString;")).toBe("&valueOf; &toString;")
})
