import { expect, test } from "vitest"
import { markdownOf } from "#ui/rich-text/as-markdown.ts"
import { plainText, sanitise } from "./html.ts"
import { htmlOfMarkdown } from "./markdown.ts"

test("HTML of the editor is the same after conversion to Markdown and back", async () => {
  const html =
    '<h2>Le lieu</h2><p>Une <strong>salle</strong> au <em>bord</em> de l’eau, <a href="https://exemple.be/plan">ici</a>.</p>' +
    "<ul><li>un</li><li>deux</li></ul><ol><li>premier</li><li>second</li></ol><blockquote><p>« Entrez »</p></blockquote>"
  const back = await htmlOfMarkdown(markdownOf(html))
  expect(sanitise(back).replaceAll(/\s*\n\s*/g, "")).toBe(sanitise(html))
})

test.each(["<b>", "<ul><li>", "<blockquote>"])(
  "HTML that is nested too deeply becomes plain text in Markdown: %s",
  (tag) => {
    expect(markdownOf(`${tag.repeat(8000)}Le lieu`)).toBe("Le lieu")
  },
)

test("markdownOf writes headings, emphasis and lists in the usual notation", () => {
  expect(markdownOf("<h3>Accès</h3><p>Par <em>le quai</em></p><ul><li>à pied</li></ul>")).toBe(
    "### Accès\n\nPar *le quai*\n\n-   à pied",
  )
  expect(markdownOf("")).toBe("")
  expect(markdownOf("  ")).toBe("")
})

test("lines and blank lines of a text field become lines and paragraphs, with CRLF line ends", async () => {
  expect(sanitise(await htmlOfMarkdown("Un vers\r\net un autre\r\n\r\nUne strophe"))).toBe(
    "<p>Un vers<br />et un autre</p>\n<p>Une strophe</p>",
  )
})

test.each([
  ["[ici](javascript:alert(1))", /javascript/],
  ["<img src=x onerror=alert(1)>", /img|onerror/],
  ["<script>alert(1)</script>", /script|alert/],
  ["[x](data:text/html;base64,PHNjcmlwdD4=)", /data:/],
  ["![suivi](https://espion.example/pixel.gif)", /img|pixel/],
  ["<a href='https://a.example' onclick='x()' style='position:fixed'>a</a>", /onclick|style/],
  ["<iframe src='https://a.example'></iframe>", /iframe/],
])("Markdown that would run or load something is sanitised: %s", async (hostile, forbidden) => {
  expect(sanitise(await htmlOfMarkdown(hostile))).not.toMatch(forbidden)
})

test.each([
  ["quotes in quotes", "> ".repeat(50_000)],
  ["quotes without spaces", `${">".repeat(9000)} a`],
  ["lists in lists", "1. ".repeat(33_000)],
  ["lists in quotes", ">- ".repeat(3000)],
  ["emphasis that never ends", "_*a".repeat(33_000)],
  ["emphasis in half of it", "a_a".repeat(3900)],
  ["brackets", "[".repeat(50_000) + "]".repeat(50_000)],
  ["more than any text of ours", "a\n\n".repeat(40_000)],
])("Markdown that would take too long to convert stays as it was written: %s", async (_what, hostile) => {
  const html = await htmlOfMarkdown(hostile)
  expect(html).toMatch(/^<p>/)
  expect(html).not.toMatch(/<(?:ul|ol|blockquote|em|strong)>/)
  expect(plainText(html).replaceAll(" ", "")).toBe(hostile.replaceAll(/\s/g, ""))
})

test("a long run of spaces in Markdown becomes one space", async () => {
  expect(await htmlOfMarkdown(`a${" ".repeat(11_000)}*b*`)).toBe("<p>a <em>b</em></p>")
})

test("a long Markdown text keeps all its formatting", async () => {
  const part =
    "## Le lieu\n\nUne **salle** au *bord* de l’eau,\nici.\n\n- un\n- deux\n    - trois\n\n> « Entrez »\n\n---\n\n"
  const html = await htmlOfMarkdown(part.repeat(800))
  expect(html.match(/<h2>/g)).toHaveLength(800)
  expect(html.match(/<strong>salle<\/strong>/g)).toHaveLength(800)
  expect(html.match(/<li>trois<\/li>/g)).toHaveLength(800)
  expect(html.match(/<blockquote>/g)).toHaveLength(800)
})

test("a paragraph of many lines keeps all its formatting", async () => {
  const html = await htmlOfMarkdown("**20:00** Les Voisins — *chanson*\n".repeat(90))
  expect(html.match(/<em>chanson<\/em>/g)).toHaveLength(90)
})
