import { expect, test } from "vitest"
import { differencesOf, fieldsOf, richText, resolveConflict, plainTextOf } from "./edit-values.ts"

test("fieldsOf omits the parameters that serve the form itself", () => {
  const sent = new URLSearchParams("form=save&version=3&do=&then=publish&keep.a=mine&name=x")
  expect(fieldsOf(sent.entries())).toEqual({ name: "x" })
})

test("a conflict is resolved field by field, and the other version brings all rows of its field", () => {
  const theirs = JSON.stringify({ "rooms.0.name": "Leur salle", "rooms.1.name": "Une autre", name: "hors sujet" })
  const sent = new URLSearchParams({
    name: "Mon nom",
    "keep.name": "mine",
    "theirs.name": '{"name":"Leur nom"}',
    "rooms.0.name": "Ma salle",
    "rooms.5.name": "Ma cinquième",
    "keep.rooms": "theirs",
    "theirs.rooms": theirs,
  })
  expect(resolveConflict(sent)).toEqual({ name: "Mon nom", "rooms.0.name": "Leur salle", "rooms.1.name": "Une autre" })
})

test("a field with several names is resolved as one", () => {
  const theirs = JSON.stringify({ place: "", "place.text": "La halle", "location.locality": "Liège" })
  const sent = new URLSearchParams({
    place: "hangar",
    "keep.place+location": "theirs",
    "theirs.place+location": theirs,
  })
  expect(resolveConflict(sent)).toEqual({ place: "", "place.text": "La halle", "location.locality": "Liège" })
})

test("malformed values of the other version are dropped", () => {
  const sent = new URLSearchParams({ name: "x", tags: "y", "keep.tags": "theirs", "theirs.tags": "{broken" })
  expect(resolveConflict(sent)).toEqual({ name: "x" })
  expect(
    resolveConflict(new URLSearchParams({ "keep.a": "theirs", "theirs.a": '{"a":{"b":1},"__proto__":"x"}' })),
  ).toEqual({})
})

test("where two versions differ, the other one is proposed for fields that the editor left unchanged", () => {
  const matters = [
    { key: "name", label: "Nom" },
    { key: "tags", label: "Mots" },
    { key: "summary.fr", label: "Résumé" },
  ]
  const base = { name: "A", tags: "x", "summary.fr": "même" }
  const found = differencesOf(matters, { ...base, name: "Mien" }, { ...base, name: "Leur", tags: "x, y" }, base)
  expect(found.map(({ key, proposed }) => [key, proposed])).toEqual([
    ["name", "mine"],
    ["tags", "theirs"],
  ])
  expect(found[1]).toMatchObject({ mine: "x", theirs: "x, y", fields: { tags: "x, y" } })
})

test("whitespace alone is no difference, and plainTextOf reads HTML as text", () => {
  expect(differencesOf([{ key: "a", label: "A" }], { a: "<p>Un\n texte</p>" }, { a: "<p>Un texte</p>" })).toEqual([])
  expect(plainTextOf("<h2>Titre</h2><p>Un &amp; deux<br>trois</p>")).toBe("Titre\nUn & deux\ntrois")
})

test("a rich text is HTML, whether it was written as HTML or as Markdown", async () => {
  expect(await richText({ d: "<p>x</p>" }, "d")).toBe("<p>x</p>")
  expect(await richText({ d: "**x**", "d.format": "markdown" }, "d")).toBe("<p><strong>x</strong></p>")
  expect(await richText({}, "d")).toBe("")
})
