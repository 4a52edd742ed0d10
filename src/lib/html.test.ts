import { expect, test } from "vitest"
import { decodeEntities, plainText } from "./html.ts"

test("the words of markup, however it is broken", () => {
  expect(plainText("<p>Radio <b>Minuit</b></p><p>à 20&nbsp;h</p>")).toBe("Radio Minuit à 20 h")
  expect(plainText("un<br>deux<p class=x>trois")).toBe("un deux trois")
})

test("what is hostile costs as much as it is long", { timeout: 60_000 }, () => {
  // Quadratic, each of these took minutes.
  for (const piece of ["<p", "<p ", "<div<", "</", "<b>", "&amp", "<p>", "<!--", "a<"]) {
    const started = performance.now()
    plainText(piece.repeat(200_000 / piece.length))
    expect(performance.now() - started, piece).toBeLessThan(30_000)
  }
})

test("an entity is a character or stays as it is written: no half of one, and nothing that objects have", () => {
  expect(decodeEntities("&eacute;t&#233; &#x1F3B5; &#xD800;&#0;&#x110000;|")).toBe("été 🎵 |")
  expect(decodeEntities("&valueOf; &toString;")).toBe("&valueOf; &toString;")
})
