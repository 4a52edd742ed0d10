import { expect, test } from "vitest"
import { venueIn } from "./location.ts"
import { whereaboutsIn } from "./online.ts"

test.each([
  ["Le Hangar, Rue Haute 12, Liège, 4000, Belgique", ["Le Hangar", "Rue Haute 12", "4000", "Liège", "BE"]],
  ["Café Central (Rue Haute 12, Bruxelles, Belgique)", ["Café Central", "Rue Haute 12", undefined, "Bruxelles", "BE"]],
  ["10 Rue Jangot 69007 Lyon Auvergne-Rhône-Alpes France", [undefined, "10 Rue Jangot", "69007", "Lyon", "FR"]],
  ["Salle X, 252 rue Haute, Paris, Île-de-France, France", ["Salle X", "252 rue Haute", undefined, "Paris", "FR"]],
  ["Le Hangar\\, 12 rue Haute\\, 4000 Liège", ["Le Hangar", "12 rue Haute", "4000", "Liège", undefined]],
])("the address %s is split into name, street, postal code, town and country", (text, expected) => {
  const place = venueIn(text)
  expect([place?.name, place?.street, place?.postal_code, place?.locality, place?.country]).toEqual(expected)
})

test.each([
  ["Online event", { mode: "online" }],
  ["En ligne", { mode: "online" }],
  ["https://zoom.us/j/123", { mode: "online", online_url: "https://zoom.us/j/123" }],
  ["Le Hangar / https://meet.google.com/abc", { mode: "hybrid", place: "Le Hangar" }],
  ["Le Hangar (https://lehangar.example)", { mode: "onsite", place: "Le Hangar" }],
  ["Café Online, Gent", { mode: "onsite", place: "Café Online, Gent" }],
])("the venue %s is read as online, hybrid or on site", (text, expected) => {
  expect(whereaboutsIn(text)).toMatchObject(expected)
})
