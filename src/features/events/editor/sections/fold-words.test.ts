import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { publicationWords, textWords } from "./fold-words.ts"

test("when and by whom it is published is a whole sentence, also while nobody is named", () => {
  const t = messagesIn("fr")
  expect(publicationWords(t, {}, "Le Hangar", false)).toBe("Tout de suite, par Le Hangar")
  expect(publicationWords(t, {}, " ", false)).toBe("Tout de suite")
  expect(publicationWords(t, {}, "Le Hangar", true)).toBe("Publié, par Le Hangar")
})

test("of a presentation its words are told, not how a link is written", () => {
  const t = messagesIn("fr")
  const description = "Quatre conteuses. [exemple.be](https://exemple.be/veillee)"
  const fields = { language: "fr", "description.fr": description, "description.fr.format": "markdown" }
  expect(textWords(t, fields)).toBe("Quatre conteuses. exemple.be")
  expect(textWords(t, {})).toBe(t("event-editor.holds_no_text"))
})
