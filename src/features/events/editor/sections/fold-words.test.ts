import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { publicationWords, textWords } from "./fold-words.ts"

test("the words on publication form a whole phrase with and without an organizer's name", () => {
  const t = messagesIn("fr")
  expect(publicationWords(t, {}, "Le Hangar", false)).toBe("Tout de suite, par Le Hangar")
  expect(publicationWords(t, {}, " ", false)).toBe("Tout de suite")
  expect(publicationWords(t, {}, "Le Hangar", true)).toBe("Publié, par Le Hangar")
})

test("a description is summed up without Markdown syntax, an empty one by a message", () => {
  const t = messagesIn("fr")
  const description = "Quatre conteuses. [exemple.be](https://exemple.be/veillee)"
  const fields = { language: "fr", "description.fr": description, "description.fr.format": "markdown" }
  expect(textWords(t, fields)).toBe("Quatre conteuses. exemple.be")
  expect(textWords(t, {})).toBe(t("event-editor.holds_no_text"))
})
