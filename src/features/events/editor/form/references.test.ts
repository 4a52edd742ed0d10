import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Api } from "#web/api.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import { resolvedFields } from "./references.ts"

const t = messagesIn("fr")
/** A directory that has one place. */
const api = {
  get: () => Promise.reject(new Error("nobody is called so")),
  list: async (_path: string, { q }: { q: string }) => {
    const items = q === "Le Hangar" ? [{ fid: "hangar", name: "Le Hangar", type: "place" }] : []
    return { items, total: items.length }
  },
} as unknown as Api

const where = async (fields: Fields) => {
  const { fields: read, wrong } = await resolvedFields(api, fields, t, undefined)
  return [read.place || undefined, read["location.name"], Object.keys(wrong).includes("place")]
}

test("a typed place becomes the page of that name or a plain name, and a separate address name stays", async () => {
  const before = { "place.was": "De Koer", "place.text": "De Koer", "location.name": "De Koer" }
  expect(await where(before)).toEqual([undefined, "De Koer", false])
  expect(await where({ ...before, "place.text": "Café Autre" })).toEqual([undefined, "Café Autre", false])
  expect(await where({ ...before, "place.text": "" })).toEqual([undefined, "", false])
  expect(await where({ ...before, "place.text": "Le Hangar" })).toEqual(["hangar", "De Koer", false])
  expect(await where({ ...before, "place.text": "Café Autre", "location.name": "Salle du fond" })).toEqual([
    undefined,
    "Salle du fond",
    false,
  ])
  // A name that already existed stays a name, though a page has it by now.
  const same = { "place.was": "Le Hangar", "place.text": "Le Hangar", "location.name": "Le Hangar" }
  expect(await where(same)).toEqual([undefined, "Le Hangar", false])
  expect(await where({ "place.text": "Chez nous" })).toEqual([undefined, "Chez nous", false])
  expect(await where({ "place.text": "@personne" })).toEqual([undefined, undefined, true])
})
