import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { spokenName } from "./spoken-name.ts"

test.each([
  ["fr", "En français et langue des signes (LSFB)", "sfb"],
  ["en", "In French and sign language (VGT)", "vgt"],
  ["nl", "Voertaal: Frans en gebarentaal (VGT)", "vgt"],
] as const)("in %s, sign languages are named: %s", (language, sentence, sign) => {
  const t = messagesIn(language)
  expect(t("events.spoken", { languages: t.list(["fr", sign].map((code) => spokenName(t, code))) })).toBe(sentence)
})

test("a text that is no language code is shown unchanged", () => {
  expect(spokenName(messagesIn("fr"), "no language")).toBe("no language")
})
