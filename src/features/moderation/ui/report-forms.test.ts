import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { decisionNews } from "./report-forms.ts"

test("after a report, an account with an unverified address is told to verify it, not that it has none", () => {
  const t = messagesIn("en")
  const email = "nour@foyer.example"
  const [verified, not] = [true, false].map((email_verified) => decisionNews(t, { email, email_verified }, ""))
  expect(verified).toBe("You will hear of it by e-mail, at nour@foyer.example.")
  expect(not).toBe("To hear by e-mail what was decided, verify your address, nour@foyer.example.")
  expect(decisionNews(t, null, email)).toBe(verified)
  expect(decisionNews(t, null, "")).toBe("Without an e-mail address we cannot tell you what was decided.")
})
