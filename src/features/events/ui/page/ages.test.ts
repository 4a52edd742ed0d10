import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"

test("an age of one year is in the singular in each language", () => {
  const [fr, en, nl] = [messagesIn("fr"), messagesIn("en"), messagesIn("nl")]
  expect([fr("events.age_from", { age: 1 }), fr("events.age_from", { age: 4 })]).toEqual(["Dès 1 an", "Dès 4 ans"])
  expect(fr("events.age_between", { min: 0, max: 1 })).toBe("De 0 à 1 an")
  expect(fr("event-editor.holds_age", { age: 1 })).toBe("dès 1 an")
  expect(en("event-editor.holds_age", { age: 1 })).toBe("from 1 year")
  expect(nl("event-editor.holds_age", { age: 1 })).toBe("vanaf 1 jaar")
})
