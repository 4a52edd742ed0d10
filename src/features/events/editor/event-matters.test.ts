import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { differencesOf } from "#web/editing/edit-values.ts"
import { eventMatters } from "./event-matters.ts"

const matters = eventMatters(messagesIn("fr"), { pages: [], rooms: [] })

test("the country that the form always names is no address somebody changed", () => {
  const mine = { "title.fr": "Veilleuse", "location.country": "BE" }
  expect(differencesOf(matters, mine, { "title.fr": "Veilleuse" })).toEqual([])
  const [address] = differencesOf(matters, { ...mine, "location.locality": "Liège" }, mine)
  expect(address).toMatchObject({ key: "location", mine: "Liège, BE", theirs: "" })
})
