import { expect, test } from "vitest"
import { paragraphsOf, fittingParagraphs, textOf } from "./print-layout.ts"

test("the paragraphs of a description are its text without markup", () => {
  expect(
    paragraphsOf(
      "<h2>Un &amp; deux</h2><p>Trois <em>quatre</em>,<br>cinq&nbsp;&lt;6&gt;</p><ul><li>a</li><li>b</li></ul><p> </p>",
    ),
  ).toEqual(["Un & deux", "Trois quatre,", "cinq <6>", "a", "b"])
})

test("paragraphs that fit are not cut, longer ones are cut between two words", () => {
  const words = "Quatre machinistes répètent en secret. ".repeat(20).trim()
  expect(fittingParagraphs(["", words], 40)).toBeUndefined()
  const cut = fittingParagraphs(["Résumé.", words, words], 12) ?? []
  expect(cut[0]).toBe("Résumé.")
  expect(cut).toHaveLength(2)
  expect(cut[1]).toMatch(/ \[…\]$/)
  const said = (cut[1] ?? "").replace(" […]", "")
  expect(words.startsWith(said) && /\s/.test(words.charAt(said.length))).toBe(true)
  expect(said.length).toBeLessThan(12 * 64)
  expect(fittingParagraphs([words, words], 2)).toEqual([])
})

test("a summary that is the beginning of the description is not repeated", () => {
  expect(
    textOf("Un festival à Paris, dirigé par…", "<p>Un festival à Paris, dirigé par deux sœurs.</p><p>Le soir.</p>"),
  ).toEqual(["", "Un festival à Paris, dirigé par deux sœurs.", "Le soir."])
  expect(textOf("Une soirée.", "<p>Une nuit.</p>")).toEqual(["Une soirée.", "Une nuit."])
  expect(textOf("Une soirée.", "")).toEqual(["Une soirée."])
})
