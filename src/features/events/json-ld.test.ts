import { expect, test } from "vitest"
import type { Event } from "./event.ts"
import { eventJsonLd } from "./json-ld.ts"

const quai = {
  fid: "quairouge",
  type: "place",
  name: "Théâtre du Quai Rouge",
  url: "https://foyer.example/actors/quairouge",
} as const
const seuils = {
  fid: "seuils",
  type: "group",
  name: "Compagnie des Seuils",
  url: "https://foyer.example/actors/seuils",
} as const
const first = {
  id: 3,
  start: "2026-11-21T20:30:00+01:00",
  end: "2026-11-21T22:15:00+01:00",
  status: "scheduled",
  original_start: null,
} as const

const giants: Event = {
  id: 3,
  uid: "01a1fe46-0fd0-71ba-ad87-5e1b94e02b92",
  url: "https://foyer.example/events/3",
  language: "fr",
  title: { fr: "L’été des géantes", nl: "De zomer van de reuzinnen" },
  summary: { fr: "Elles sont quatre." },
  category: "theatre",
  tags: ["création"],
  start: first.start,
  end: first.end,
  timezone: "Europe/Brussels",
  all_day: false,
  doors: "2026-11-21T20:00:00+01:00",
  next: first,
  occurrences: [first],
  recurrence: null,
  status: "scheduled",
  status_reason: null,
  mode: "onsite",
  online_url: null,
  place: quai,
  room: { id: 13, name: "Grande salle" },
  location: {
    name: "Théâtre du Quai Rouge",
    street: "12 quai des Forges",
    postal_code: "4020",
    locality: "Liège",
    region: null,
    country: "BE",
    lat: 50.6391,
    lon: 5.5822,
    precision: "street",
  },
  organizers: [quai, seuils],
  lineup: [
    { actor: seuils, name: seuils.name, role: "au plateau", confirmed: true },
    { actor: null, name: "Ada Nuit", role: null, confirmed: false },
  ],
  parent: null,
  children: [],
  images: [],
  prices: [
    { label: "Plein tarif", amount: 14, currency: "EUR", free: false, pay_what_you_can: false },
    { label: null, amount: null, currency: "EUR", free: false, pay_what_you_can: true },
  ],
  ticket_url: null,
  capacity: null,
  age: { min: 12, max: null },
  languages: ["fr"],
  access: {},
  workflow: "published",
  publish_at: null,
  my_attendance: null,
  poster_roll: 0,
  sequence: 0,
  created: "2026-10-01T10:00:00+02:00",
  updated: "2026-10-01T10:00:00+02:00",
} as unknown as Event

const options = {
  language: "fr",
  url: "https://foyer.example/events/3",
  images: ["https://foyer.example/card.png"],
} as const
const ld = (change: Partial<Event> = {}, language: "fr" | "en" | "nl" = "fr") =>
  eventJsonLd({ ...giants, ...change }, { ...options, language })

test("an evening at the theatre is a TheaterEvent with its hours, place, prices and people", () => {
  expect(ld()).toMatchObject({
    "@type": "TheaterEvent",
    name: "L’été des géantes",
    startDate: "2026-11-21T20:30:00+01:00",
    endDate: "2026-11-21T22:15:00+01:00",
    doorTime: "2026-11-21T20:00:00+01:00",
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "Place",
      name: "Théâtre du Quai Rouge, Grande salle",
      address: {
        streetAddress: "12 quai des Forges",
        postalCode: "4020",
        addressLocality: "Liège",
        addressCountry: "BE",
      },
      geo: { latitude: 50.6391, longitude: 5.5822 },
    },
    offers: [
      { name: "Plein tarif", price: 14, priceCurrency: "EUR", url: "https://foyer.example/events/3" },
      { price: 0, priceCurrency: "EUR" },
    ],
    performer: [
      { "@type": "PerformingGroup", name: "Compagnie des Seuils" },
      { "@type": "Person", name: "Ada Nuit" },
    ],
    organizer: [{ "@type": "Organization" }, { "@type": "PerformingGroup" }],
    inLanguage: ["fr"],
    typicalAgeRange: "12-",
    image: ["https://foyer.example/card.png"],
  })
  expect(JSON.stringify(ld())).not.toContain("null")
})

test("a text that is missing in a language is given in the event's language", () => {
  expect(ld({}, "nl")).toMatchObject({ name: "De zomer van de reuzinnen", description: "Elles sont quatre." })
  expect(ld({}, "en")).toMatchObject({ name: "L’été des géantes" })
})

test("a cancelled, postponed or online event has schema.org's status", () => {
  expect(ld({ status: "cancelled" }).eventStatus).toBe("https://schema.org/EventCancelled")
  expect(ld({ status: "postponed" }).eventStatus).toBe("https://schema.org/EventPostponed")
  expect(ld({ status: "moved_online", online_url: "https://tv.example" })).toMatchObject({
    eventStatus: "https://schema.org/EventMovedOnline",
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    location: [{ "@type": "Place" }, { "@type": "VirtualLocation", url: "https://tv.example" }],
  })
})

test("a moved date has its previous start, and other dates are sub-events", () => {
  const moved = { ...first, status: "moved" as const, original_start: "2026-11-20T20:30:00+01:00" }
  const second = { ...first, id: 4, start: "2026-11-28T20:30:00+01:00", status: "cancelled" as const }
  expect(ld({ next: moved, occurrences: [moved, second] })).toMatchObject({
    eventStatus: "https://schema.org/EventRescheduled",
    previousStartDate: "2026-11-20T20:30:00+01:00",
    subEvent: [{ startDate: "2026-11-28T20:30:00+01:00", eventStatus: "https://schema.org/EventCancelled" }],
  })
  expect(ld({ next: second, occurrences: [first, second] }).doorTime).toBe("2026-11-28T20:00:00+01:00")
})

test("a festival's events are its sub-events, and an all-day event starts on a date without a time", () => {
  const child = {
    id: 9,
    title: { fr: "Nuit" },
    language: "fr" as const,
    status: "cancelled" as const,
    start: first.start,
    url: "https://foyer.example/events/9",
  }
  expect(ld({ children: [child], all_day: true })).toMatchObject({
    "@type": "Festival",
    startDate: "2026-11-21",
    subEvent: [
      { name: "Nuit", url: "https://foyer.example/events/9", eventStatus: "https://schema.org/EventCancelled" },
    ],
  })
  expect(ld({ parent: child })).toMatchObject({ superEvent: { "@type": "Festival", name: "Nuit" } })
})
