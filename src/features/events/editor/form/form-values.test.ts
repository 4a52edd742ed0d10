import { expect, test } from "vitest"
import { dateFields, datesBody } from "./form-dates.ts"
import { eventChange, newEvent } from "../../writing/inputs.ts"
import { eventOf } from "./form-event.ts"
import { nameInApi, nameInForm, formFaults } from "./form-errors.ts"
import { amountIn, bodyOf, changesIn, fieldsOfEvent, requestBody, tagsOf } from "./form-values.ts"
import type { Event } from "../../event.ts"
import { ruleFields, ruleText } from "../dates/rule.ts"

const occurrence = (id: number, start: string, end: string | null, more: object = {}) => ({
  id,
  start,
  end,
  status: "scheduled" as const,
  original_start: null,
  ...more,
})
const hangar = { fid: "hangar", type: "place" as const, name: "Le Hangar", url: "" }
const seuils = { fid: "seuils", type: "group" as const, name: "Seuils", url: "" }

const event = {
  id: 42,
  uid: "0191f2a0-7b1c-7000-8000-000000000001",
  url: "",
  language: "fr",
  title: { fr: "L’été", en: "Summer", nl: "De zomer" },
  summary: { fr: "Court." },
  description: { fr: "<p>Long.</p>" },
  category: "theatre",
  tags: ["cirque", "été"],
  start: "2026-10-24T20:30:00+02:00",
  end: "2026-10-24T22:15:00+02:00",
  timezone: "Europe/Brussels",
  all_day: false,
  doors: "2026-10-24T19:45:00+02:00",
  next: null,
  occurrences: [
    occurrence(1, "2026-10-24T20:30:00+02:00", "2026-10-25T00:30:00+02:00"),
    occurrence(2, "2026-10-31T20:30:00+01:00", "2026-10-31T22:15:00+01:00", { status: "cancelled" }),
  ],
  recurrence: null,
  status: "scheduled",
  status_reason: null,
  mode: "onsite",
  online_url: null,
  place: hangar,
  room: { id: 3, name: "Grande nef" },
  location: null,
  organizers: [hangar],
  lineup: [
    { actor: seuils, name: "Seuils", role: "Au plateau", confirmed: true },
    { actor: null, name: "Une voix", role: null, confirmed: false },
  ],
  parent: null,
  children: [],
  images: [],
  prices: [
    { label: "Plein", amount: 12.5, currency: "EUR", free: false, pay_what_you_can: false },
    { label: null, amount: null, currency: "EUR", free: true, pay_what_you_can: false },
  ],
  ticket_url: "https://billets.example/",
  capacity: 120,
  age: { min: 12, max: null },
  languages: ["fr", "vgt", "oc"],
  access: { step_free: "yes", strobe: "no", checked: "2026-05-01" },
  workflow: "published",
  publish_at: null,
  my_attendance: null,
  confirmations: [{ actor: seuils, part: "organizer", status: "pending" }],
  poster_roll: 4,
  sequence: 0,
  version: 3,
  created: "",
  updated: "",
} as unknown as Event

test("an event turned into form fields and back is the same, in three languages and across clock changes", () => {
  const body = requestBody(bodyOf(fieldsOfEvent(event)))
  expect(body).toMatchObject({
    language: "fr",
    title: event.title,
    summary: { fr: "Court." },
    description: { fr: "<p>Long.</p>" },
    tags: ["cirque", "été"],
    languages: ["fr", "vgt", "oc"],
    timezone: "Europe/Brussels",
    doors: "19:45",
    recurrence: null,
    occurrences: [
      { id: 1, start: "2026-10-24T20:30", end: "2026-10-25T00:30", status: "scheduled" },
      { id: 2, start: "2026-10-31T20:30", end: "2026-10-31T22:15", status: "cancelled" },
    ],
    place: "hangar",
    room: 3,
    location: null,
    organizers: ["hangar", "seuils"],
    lineup: [{ fid: "seuils", name: "Seuils", role: "Au plateau" }, { name: "Une voix" }],
    prices: [
      { label: "Plein", amount: 12.5, free: false },
      { amount: null, free: true },
    ],
    capacity: 120,
    age: { min: 12, max: null },
    access: { step_free: "yes", strobe: "no", checked: "2026-05-01" },
    poster_roll: 4,
  })
  expect(changesIn(fieldsOfEvent(event), event)).toEqual({})
})

test("only changed fields are sent, but dates are sent all together", () => {
  const fields = fieldsOfEvent(event)
  expect(changesIn({ ...fields, "title.nl": " Zomer ", "summary.fr": "Court.\r\n" }, event)).toEqual({
    title: { ...event.title, nl: "Zomer" },
  })
  expect(changesIn({ ...fields, "dates.1.start": "21:00" }, event)).toMatchObject({
    timezone: "Europe/Brussels",
    recurrence: null,
    occurrences: [{ id: 1 }, { id: 2, start: "2026-10-31T21:00" }],
  })
  expect(changesIn({ ...fields, "title.en": "" }, event)).toEqual({ title: { fr: "L’été", nl: "De zomer" } })
  expect(changesIn({ ...fields, place: "", "place.text": "", "location.locality": "Ath" }, event)).toEqual({
    place: null,
    room: null,
    location: { locality: "Ath" },
  })
})

const series = {
  timezone: "Europe/Brussels",
  all_day: false,
  doors: null,
  recurrence: "RRULE:FREQ=WEEKLY;BYDAY=TU,SA;COUNT=6\nEXDATE:20261027T203000,20261103T193000Z",
  occurrences: [
    occurrence(1, "2026-10-24T20:30:00+02:00", "2026-10-24T22:15:00+02:00"),
    occurrence(3, "2026-10-31T20:30:00+01:00", "2026-10-31T22:15:00+01:00", { status: "cancelled" }),
    occurrence(5, "2026-11-08T18:00:00+01:00", "2026-11-08T19:00:00+01:00", {
      status: "moved",
      original_start: "2026-11-07T20:30:00+01:00",
    }),
    occurrence(6, "2026-11-10T20:30:00+01:00", "2026-11-10T22:15:00+01:00"),
  ],
}

test("a rule with removed, moved and cancelled dates is turned into form fields and back", () => {
  const fields = dateFields(series)
  expect(fields).toMatchObject({
    repeats: "on",
    "rule.freq": "WEEKLY",
    "rule.days.TU": "on",
    "rule.days.SA": "on",
    "rule.ends": "count",
    "rule.count": "6",
    "dates.0.date": "2026-10-24",
    "dates.0.start": "20:30",
    "dates.0.end": "22:15",
    "exceptions.20261027T2030.do": "removed",
    "exceptions.20261103T2030.do": "removed",
    "exceptions.20261031T2030.do": "cancelled",
    "exceptions.20261107T2030.do": "moved",
    "exceptions.20261107T2030.date": "2026-11-08",
  })
  expect(datesBody(fields)).toEqual({
    timezone: "Europe/Brussels",
    all_day: false,
    doors: null,
    start: "2026-10-24T20:30",
    end: "2026-10-24T22:15",
    recurrence: "RRULE:FREQ=WEEKLY;BYDAY=TU,SA;COUNT=6\nEXDATE:20261027T203000,20261103T203000",
    exceptions: [
      { original_start: "2026-10-31T20:30", status: "cancelled" },
      { original_start: "2026-11-07T20:30", start: "2026-11-08T18:00", end: "2026-11-08T19:00" },
    ],
  })
})

test("an all-day event shows and sends its last day as its end", () => {
  const days = {
    ...series,
    all_day: true,
    recurrence: null,
    occurrences: [occurrence(1, "2027-03-26T00:00:00+01:00", "2027-03-29T00:00:00+02:00")],
  }
  const fields = dateFields(days)
  expect(fields).toMatchObject({ all_day: "on", "dates.0.date": "2027-03-26", "dates.0.end_date": "2027-03-28" })
  expect(datesBody(fields).occurrences).toEqual([
    { id: 1, start: "2027-03-26", end: "2027-03-28", status: "scheduled" },
  ])
})

test.each([
  "RRULE:FREQ=DAILY;COUNT=5",
  "RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20271231",
  "RRULE:FREQ=WEEKLY",
  "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10",
  "RRULE:FREQ=MONTHLY;BYDAY=3SA;UNTIL=20280101",
  "RRULE:FREQ=MONTHLY;BYDAY=-1SU",
  "RRULE:FREQ=MONTHLY;COUNT=3",
  "RRULE:FREQ=YEARLY;BYMONTH=5;COUNT=3",
  "RRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20271224T200000",
])("the form's fields turn the rule %s back into the same rule", (rule) => {
  expect(ruleText(ruleFields(rule), "2026-11-21")).toBe(rule)
})

test("an amount is shown in the format of the page's language, and is read back as the same amount", () => {
  expect(fieldsOfEvent(event, "fr")["prices.0.amount"]).toBe("12,50")
  expect(fieldsOfEvent(event, "en")["prices.0.amount"]).toBe("12.50")
  expect(changesIn(fieldsOfEvent(event, "en"), event)).toEqual({})
})

test("amounts and tags are read in several notations; unreadable or missing values are faults of their fields", () => {
  expect([amountIn("8,50"), amountIn("12 €"), amountIn(""), amountIn("1 200")]).toEqual([8.5, 12, null, 1200])
  expect(tagsOf("Cirque, #Été ; cirque")).toEqual(["cirque", "été"])
  const fields = {
    ...fieldsOfEvent(event),
    "prices.0.amount": "huit",
    capacity: "beaucoup",
    "dates.0.end_date": "",
    "dates.0.end": "19:15",
    "dates.1.date": "",
  }
  expect(formFaults(fields)).toEqual({
    "prices.0.amount": { id: "event-editor.amount_wrong" },
    capacity: { id: "event-editor.number_wrong" },
    "dates.0.end": { id: "event-editor.end_next_day", day: "2026-10-25", time: "19:15" },
    "dates.1.date": { id: "errors.required" },
  })
  expect(formFaults(fieldsOfEvent(event))).toEqual({})
  // Both the day and the time are reported; whole days have no time.
  const empty = { "dates.0.date": "", "dates.0.start": "", "dates.0.end": "" }
  expect(formFaults(empty)).toEqual({
    "dates.0.date": { id: "errors.required" },
    "dates.0.start": { id: "event-editor.time_missing" },
  })
  expect(formFaults({ ...empty, all_day: "on" })).toEqual({ "dates.0.date": { id: "errors.required" } })
})

test("the API's names of wrong fields are turned into the names of the form's fields", () => {
  const fields = { ...fieldsOfEvent(event), "dates.7.date": "2026-12-01", "dates.7.start": "20:00" }
  expect(nameInForm("occurrences.2.start", fields)).toBe("dates.7.start")
  expect(nameInForm("title", { ...fields, language: "nl" })).toBe("title.nl")
  expect(nameInForm("prices.1.amount", fields)).toBe("prices.1.amount")
  expect(nameInForm("lineup.0.name", { ...fields, "lineup.0.removed": "on" })).toBe("lineup.1")
  expect(nameInForm("exceptions.1.start", { ...dateFields(series) })).toBe("exceptions.20261107T2030.date")
  expect(nameInForm("ticket_url", fields)).toBe("ticket_url")
  // Whole days have no time fields that could be faulty.
  const days = { all_day: "on", "dates.0.date": "2027-03-26", "dates.0.end_date": "2027-03-28" }
  expect(["start", "end", "occurrences.0.start", "occurrences.0.end"].map((name) => nameInForm(name, days))).toEqual([
    "dates.0.date",
    "dates.0.end_date",
    "dates.0.date",
    "dates.0.end_date",
  ])
})

test("a wrong form field maps to an API field that refuses the value false", () => {
  const wrong = [
    "prices.0.amount",
    "capacity",
    "age.min",
    "dates.0.date",
    "dates.1.end",
    "exceptions.20261121T2030.date",
    "place",
    "organizers.1",
    "lineup.2",
    "parent",
    "location.point",
  ]
  for (const fields of [{}, { repeats: "on" }] as Record<string, string>[])
    for (const name of wrong)
      for (const schema of [newEvent, eventChange]) {
        const field = schema.shape[nameInApi(name, fields) as keyof typeof schema.shape]
        expect(field?.safeParse(false).success, name).toBe(false)
      }
})

test("in the preview, confirmed line-up entries stay confirmed and an added page is unconfirmed", () => {
  const around = { uid: event.uid, event, pages: [], images: [] } as unknown as Parameters<typeof eventOf>[1]
  const fields = { ...fieldsOfEvent(event), "lineup.7": "trio", "lineup.7.text": "Trio", "lineup.7.type": "group" }
  expect(eventOf(fields, around).lineup.map(({ name, confirmed }) => [name, confirmed])).toEqual([
    ["Seuils", true],
    ["Une voix", false],
    ["Trio", false],
  ])
})
