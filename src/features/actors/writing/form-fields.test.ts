import { expect, test } from "vitest"
import { applyRowPress } from "#web/editing/edit-rows.tsx"
import type { Actor } from "../actor.ts"
import { changeIn, fieldNamesFor, fieldsOfActor, tagsIn } from "./form-fields.ts"
import { fidFrom, pickedFields, pickedIn, plain } from "../picked.ts"

const actor = {
  fid: "hangar",
  type: "place",
  name: "Le Hangar",
  language: "fr",
  summary: { fr: "Une salle" },
  description: { fr: "<p>Une salle</p>", nl: "<p>Een zaal</p>" },
  avatar: null,
  banner: null,
  category: "music",
  tags: ["jazz", "danse"],
  location: {
    name: null,
    street: "1 quai",
    postal_code: "4000",
    locality: "Liège",
    region: null,
    country: "BE",
    lat: 50.63,
    lon: 5.58,
    precision: "exact",
  },
  rooms: [
    { id: 11, name: "Grande", capacity: 200, access: { step_free: "yes", checked: "2026-02-28" } },
    { id: 12, name: "Petite", capacity: null, access: {} },
  ],
  access: { accessible_toilet: "no" },
  links: [{ id: 1, url: "https://hangar.example/", label: null, kind: "website", verified_at: null }],
  contacts: [
    { kind: "email", label: "Presse", value: "a@hangar.example", is_public: true },
    { kind: "phone", label: null, value: "+32", is_public: false },
  ],
} as unknown as Actor

test("changeIn is empty for an unchanged form", () => {
  const fields = fieldsOfActor(actor)
  expect(changeIn({ ...fields }, fields)).toEqual({})
})

test("changeIn contains only the parts that differ, each of them complete", () => {
  const saved = fieldsOfActor(actor)
  const change = changeIn(
    { ...saved, "rooms.1.capacity": "40", "summary.nl": "Een zaal", tags: "jazz, Danse ,, #été" },
    saved,
  )
  expect(Object.keys(change).sort()).toEqual(["rooms", "summary", "tags"])
  expect(change.tags).toEqual(["jazz", "Danse", "été"])
  expect(change.summary).toEqual({ fr: "Une salle", en: "", nl: "Een zaal" })
  expect(change.rooms).toEqual([
    { id: 11, name: "Grande", capacity: 200, access: { step_free: "yes", checked: "2026-02-28" } },
    { id: 12, name: "Petite", capacity: 40, access: {} },
  ])
})

test("an unticked box and the removal of the last row are changes", () => {
  const saved = fieldsOfActor(actor)
  const { "contacts.0.is_public": _, ...unticked } = saved
  expect(changeIn(unticked, saved).contacts?.[0]).toMatchObject({ value: "a@hangar.example", is_public: false })
  const without = Object.fromEntries(Object.entries(saved).filter(([name]) => !name.startsWith("links.")))
  expect(changeIn(without, saved).links).toEqual([])
})

test("parts that the form does not have are not changed", () => {
  const saved = fieldsOfActor(actor)
  const { fid: _, ...form } = saved
  expect(changeIn(form, saved)).toEqual({})
})

test("a capacity that is not a number is sent as it was typed", () => {
  const saved = fieldsOfActor(actor)
  expect(changeIn({ ...saved, "rooms.0.capacity": "beaucoup" }, saved).rooms?.[0]?.capacity).toBe("beaucoup")
})

test("fieldNamesFor maps the row numbers of the API to the rows of the form, skipping blank ones", () => {
  const fields = { "rooms.0.name": "", "rooms.4.name": "A", "rooms.7.name": "B", "links.2.url": "x" }
  const nameOf = fieldNamesFor(fields)
  expect(nameOf("rooms.1.name")).toBe("rooms.7.name")
  expect(nameOf("rooms.0.access.checked")).toBe("rooms.4.access.checked")
  expect(nameOf("links.0.url")).toBe("links.2.url")
  expect(nameOf("tags.3")).toBe("tags")
  expect(nameOf("location.lat")).toBe("location.point")
  expect(nameOf("summary.fr")).toBe("summary.fr")
})

test("applyRowPress adds or removes the row of the pressed button, and ignores other values", () => {
  const fields = { name: "x", "rooms.0.name": "A", "rooms.3.name": "B" }
  expect(applyRowPress(fields, "add rooms", { name: "" })).toEqual({ ...fields, "rooms.4.name": "" })
  expect(applyRowPress(fields, "remove rooms.0", {})).toEqual({ name: "x", "rooms.3.name": "B" })
  expect(applyRowPress(fields, "", {})).toBeUndefined()
  expect(applyRowPress(fields, "drop everything", {})).toBeUndefined()
})

test("fidFrom makes a fid from a name", () => {
  expect(fidFrom("Théâtre du Port !")).toBe("theatre-du-port")
  expect(fidFrom("L’Œuvre – Ça va?")).toMatch(/^[a-z0-9-]+$/)
  expect(fidFrom("Compagnie Internationale des Arts de la Rue et du Cirque").length).toBeLessThanOrEqual(30)
  expect(fidFrom("L’Œil du Søren Weiß")).toBe("l-oeil-du-soren-weiss")
  expect(fidFrom("Ça")).toBe("ca_page")
  expect(fidFrom("音楽")).toBe("")
  expect(fidFrom("")).toBe("")
})

test("pickedIn reads the page or the plain name that a picker holds", () => {
  const page = { fid: "nour", name: "Nour", type: "person" as const }
  expect(pickedIn(pickedFields("place", page), "place")).toEqual(page)
  expect(pickedIn(pickedFields("place", null), "place")).toBeNull()
  expect(pickedIn({ "lineup.0.text": " Une voix " }, "lineup.0")).toEqual({ fid: "", name: "Une voix" })
})

test("plain ignores accents, case and punctuation, and tagsIn splits a list of tags", () => {
  expect(plain("ÉTÉ — l’Hôtel")).toBe(plain("été l'hotel"))
  expect(tagsIn("a, #b; a\nc")).toEqual(["a", "b", "c"])
})

test("only a person's form has the directory setting, and changing it is a change", () => {
  const person = { ...actor, type: "person", in_directory: true } as unknown as Actor
  const saved = fieldsOfActor(person)
  expect(changeIn({ ...saved, in_directory: "no" }, saved)).toEqual({ in_directory: false })
  expect(changeIn(saved, saved)).toEqual({})
  expect(fieldsOfActor(actor).in_directory).toBeUndefined()
})
