import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { differencesOf } from "#web/editing/edit-values.ts"
import { eventMatters } from "./event-matters.ts"

const matters = eventMatters(messagesIn("fr"), { pages: [], rooms: [] })

test("the form's preset country alone is not a changed address, a town is", () => {
  const mine = { "title.fr": "Veilleuse", "location.country": "BE" }
  expect(differencesOf(matters, mine, { "title.fr": "Veilleuse" })).toEqual([])
  const [address] = differencesOf(matters, { ...mine, "location.locality": "Liège" }, mine)
  expect(address).toMatchObject({ key: "place+location", mine: "Liège, BE", theirs: "" })
})

test("the name and address of a place without a page are compared as one difference", () => {
  const free = (name: string, locality: string) => ({
    "place.text": name,
    "location.name": name,
    "location.locality": locality,
    "location.country": "BE",
  })
  const found = differencesOf(matters, free("Le hangar", "Namur"), free("La halle", "Liège"))
  expect(found).toMatchObject([{ mine: "Le hangar, Namur, BE", theirs: "La halle, Liège, BE" }])
  expect(found[0]?.fields).toMatchObject({ "place.text": "La halle", "location.locality": "Liège" })
  const page = { place: "hangar", "place.text": "Le Hangar" }
  expect(differencesOf(matters, page, free("La halle", "Liège"))).toMatchObject([{ mine: "Le Hangar" }])
})
