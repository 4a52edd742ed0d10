import { expect, test } from "vitest"
import type { Actor } from "./actor.ts"
import { actorJsonLd, schemaType } from "./json-ld.ts"

const hangar = {
  fid: "hangar",
  type: "place",
  category: "music",
  url: "https://foyer.test/actors/hangar",
  name: "Le Hangar des Vents",
  language: "fr",
  summary: { fr: "Une ancienne filature.", en: "A former spinning mill." },
  avatar: null,
  location: {
    name: "Le Hangar des Vents",
    street: "12 rue des Navettes",
    postal_code: "1080",
    locality: "Bruxelles",
    region: null,
    country: "BE",
    lat: 50.8561,
    lon: 4.3382,
    precision: "street",
  },
  rooms: [{ id: 1, name: "Grande nef", capacity: 320, access: {} }],
  links: [{ id: 1, url: "https://hangar.example", label: null, kind: "website", verified_at: null }],
  contacts: [{ kind: "email", label: null, value: "prog@hangar.example" }],
  relations: [],
} as unknown as Actor

test("a place for music is a MusicVenue with address, coordinates and capacity", () => {
  expect(actorJsonLd(hangar, "en")).toEqual({
    "@context": "https://schema.org",
    "@type": "MusicVenue",
    "@id": "https://foyer.test/actors/hangar",
    name: "Le Hangar des Vents",
    url: "https://foyer.test/actors/hangar",
    description: "A former spinning mill.",
    sameAs: ["https://hangar.example"],
    email: "prog@hangar.example",
    address: {
      "@type": "PostalAddress",
      streetAddress: "12 rue des Navettes",
      postalCode: "1080",
      addressLocality: "Bruxelles",
      addressCountry: "BE",
    },
    geo: { "@type": "GeoCoordinates", latitude: 50.8561, longitude: 4.3382 },
    maximumAttendeeCapacity: 320,
  })
})

test("a music group has members, and a person is a member of groups", () => {
  const nour = { fid: "nour", type: "person", name: "Nour", url: "https://foyer.test/actors/nour" } as const
  const band = { ...hangar, type: "group", relations: [{ relation: "group", actor: nour }] } as Actor
  expect(actorJsonLd(band, "fr")).toMatchObject({
    "@type": "MusicGroup",
    member: [{ "@type": "Person", name: "Nour" }],
  })
  const group = { fid: "b", type: "group", name: "Les Ampoules", url: "https://foyer.test/actors/b" } as const
  const person = { ...hangar, type: "person", relations: [{ relation: "group", actor: group }] } as Actor
  expect(actorJsonLd(person, "fr")).toMatchObject({
    "@type": "Person",
    memberOf: [{ "@type": "PerformingGroup", name: "Les Ampoules" }],
  })
})

test("a location known only by its town has no coordinates in the JSON-LD", () => {
  const vague = { ...hangar, location: { ...hangar.location, precision: "locality" } } as Actor
  expect(actorJsonLd(vague, "fr")).not.toHaveProperty("geo")
})

test("schemaType gives a schema.org type for the type and category of an actor", () => {
  expect(schemaType({ type: "group", category: "theatre" })).toBe("TheaterGroup")
  expect(schemaType({ type: "group", category: null })).toBe("PerformingGroup")
  expect(schemaType({ type: "place", category: "film" })).toBe("MovieTheater")
  expect(schemaType({ type: "place", category: null })).toBe("EventVenue")
  expect(schemaType({ type: "organizer", category: "music" })).toBe("Organization")
})
