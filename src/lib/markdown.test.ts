import { expect, test } from "vitest"
import { markdownOf } from "./as-markdown.ts"
import { sanitise } from "./html.ts"
import { htmlOfMarkdown } from "./markdown.ts"

test("what an editor makes survives a trip through Markdown", async () => {
  const html =
    '<h2>Le lieu</h2><p>Une <strong>salle</strong> au <em>bord</em> de l’eau, <a href="https://exemple.be/plan">ici</a>.</p>' +
    "<ul><li>un</li><li>deux</li></ul><ol><li>premier</li><li>second</li></ol><blockquote><p>« Entrez »</p></blockquote>"
  const back = await htmlOfMarkdown(markdownOf(html))
  expect(sanitise(back).replaceAll(/\s*\n\s*/g, "")).toBe(sanitise(html))
})

test("it is written as people write it", () => {
  expect(markdownOf("<h3>Accès</h3><p>Par <em>le quai</em></p><ul><li>à pied</li></ul>")).toBe(
    "### Accès\n\nPar *le quai*\n\n-   à pied",
  )
  expect(markdownOf("")).toBe("")
  expect(markdownOf("  ")).toBe("")
})

test("lines of a plain text field stay lines, whichever way the browser ends them", async () => {
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
])("nothing that runs or loads gets through: %s", async (hostile, forbidden) => {
  expect(sanitise(await htmlOfMarkdown(hostile))).not.toMatch(forbidden)
})

test("Markdown as a stranger may write it takes no long time", async () => {
  const long = "*".repeat(20_000) + "[".repeat(20_000) + "> ".repeat(2000)
  expect((await htmlOfMarkdown(long)).length).toBeGreaterThan(0)
}, 20_000)
