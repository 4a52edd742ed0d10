import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { noticeReason } from "./notice-words.ts"

const t = messagesIn("fr")
const invitation = { kind: "invitation", because: "page", actor: { name: "Le Hangar" } } as const

test("an invitation to be a member gives no reason, other notices for a page name that page as the reason", () => {
  expect(noticeReason(t, { ...invitation, becomes: { relation: "member" } })).toBeUndefined()
  expect(noticeReason(t, { ...invitation, becomes: { relation: "partner" } })).toBe(t("manage.because_page"))
  expect(noticeReason(t, { ...invitation, kind: "confirmation", becomes: {} })).toBe(t("manage.because_page"))
})
