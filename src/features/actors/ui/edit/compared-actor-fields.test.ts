import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { comparedActorFields } from "./compared-actor-fields.ts"

test("of a page that is no place two people differ about the town, not about what its form does not ask", () => {
  const where = (type: "group" | "place") =>
    comparedActorFields(messagesIn("fr"), type).find(({ key }) => key === "location")?.read ?? (() => "")
  const form = { "location.locality": "Liège", "location.country": "BE" }
  const saved = { ...form, "location.street": "1 quai", "location.point": "50.63, 5.58" }
  expect(where("group")(saved)).toBe(where("group")(form))
  expect(where("place")(saved)).toBe("1 quai, Liège, BE, 50.63, 5.58")
})
