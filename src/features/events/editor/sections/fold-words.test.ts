import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { publicationWords } from "./fold-words.ts"

test("when and by whom it is published is a whole sentence, also while nobody is named", () => {
  const t = messagesIn("fr")
  expect(publicationWords(t, {}, "Le Hangar", false)).toBe("Tout de suite, par Le Hangar")
  expect(publicationWords(t, {}, " ", false)).toBe("Tout de suite")
  expect(publicationWords(t, {}, "Le Hangar", true)).toBe("Publié, par Le Hangar")
})
