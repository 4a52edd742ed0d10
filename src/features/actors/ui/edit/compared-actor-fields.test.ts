import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { comparedActorFields } from "./compared-actor-fields.ts"

test("the location compared for a group has no street or point; that of a place has both", () => {
  const where = (type: "group" | "place") =>
    comparedActorFields(messagesIn("fr"), type).find(({ key }) => key === "location")?.read ?? (() => "")
  const form = { "location.locality": "Liège", "location.country": "BE" }
  const saved = { ...form, "location.street": "1 quai", "location.point": "50.63, 5.58" }
  expect(where("group")(saved)).toBe(where("group")(form))
  expect(where("place")(saved)).toBe("1 quai, Liège, BE, 50.63, 5.58")
})
