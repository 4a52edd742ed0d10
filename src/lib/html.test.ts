import { expect, test } from "vitest"
import { decodeEntities, plainText } from "./html.ts"

test("the words of markup, however it is broken", () => {
  expect(plainText("<p>Radio <b>Minuit</b></p><p>à 20&nbsp;h</p>")).toBe("Radio Minuit à 20 h")
  expect(plainText("un<br>deux<p class=x>trois")).toBe("un deux trois")
})

test("what is hostile costs as much as it is long", { timeout: 60_000 }, () => {
  // Of the first two the work grew with the square of the length: these took minutes.
  const pieces: [string, number][] = [
    ["<p", 1_000_000],
    ["</li ", 1_000_000],
    ...["<div<", "</", "<b>", "&amp", "<p>", "<!--", "a<"].map((piece): [string, number] => [piece, 40_000]),
  ]
  for (const [piece, length] of pieces) {
    const started = performance.now()
    plainText(piece.repeat(length / piece.length))
    expect(performance.now() - started, piece).toBeLessThan(20_000)
  }
})

test("an entity is a character or stays as it is written: no half of one, and nothing that objects have", () => {
  expect(decodeEntities("&eacute;t&#233; &#x1F3B5; &#xD800;&#0;&#x110000;|")).toBe("été 🎵 |")
  expect(decodeEntities("&valueOf; &toString;")).toBe("&valueOf; &toString;")
})
