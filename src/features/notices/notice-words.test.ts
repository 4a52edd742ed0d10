import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { noticeReason, noticeTitle } from "./notice-words.ts"

const t = messagesIn("fr")
const invitation = { kind: "invitation", because: "page", actor: { name: "Le Hangar", type: "place" } } as const

test("an invitation to be a member gives no reason, other notices for a page name that page as the reason", () => {
  expect(noticeReason(t, { ...invitation, becomes: { relation: "member" } })).toBeUndefined()
  expect(noticeReason(t, { ...invitation, becomes: { relation: "partner" } })).toBe(t("manage.because_page"))
  expect(noticeReason(t, { ...invitation, kind: "confirmation", becomes: {} })).toBe(t("manage.because_page"))
})

test("a group shows people in its line-up, and a person asks to be shown in the group's", () => {
  const notice = { ...invitation, becomes: { relation: "group" }, was: {}, subject: null, event: null }
  const [group, person] = (["group", "person"] as const).map((type) =>
    noticeTitle(t, { ...notice, actor: { name: "Nour", type } }),
  )
  expect(group).toBe(t("manage.notice_invitation_group", { page: "Nour" }))
  expect(person).toBe(t("manage.notice_invitation_belonging", { page: "Nour" }))
})
