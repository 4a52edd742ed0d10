import { expect, test } from "vitest"
import { threadTime } from "#test/thread-time.ts"
import { readBody } from "./fields.ts"
import { readActor } from "./read-actor.ts"
import { readEvent } from "./read-event.ts"
import { readNote } from "./read-note.ts"
import { isRefused, type Refused } from "./refused.ts"

const actor = "https://a.test/u/ada"
const isPublic = ["https://www.w3.org/ns/activitystreams#Public"]
const event = (change: Record<string, unknown> = {}) =>
  readEvent({
    id: "https://a.test/e/1",
    type: "Event",
    name: "Nuit d’ardoise",
    attributedTo: actor,
    to: isPublic,
    startTime: "2026-12-20T20:00:00+01:00",
    ...change,
  })

function was<Value extends object>(value: Value | Refused): Value {
  if (isRefused(value)) throw new Error(value.refused)
  return value
}

test("an event attributed to an actor of another host, or to another actor than its author, is refused", () => {
  expect(event({ attributedTo: "https://b.test/u" })).toEqual({ refused: "foreign_object" })
  const sent = { id: "https://a.test/e/1", type: "Event", name: "x", startTime: "2026-12-20T20:00:00Z" }
  expect(readEvent(sent, { author: "https://b.test/u" })).toEqual({ refused: "foreign_object" })
  expect(readEvent({ ...sent, attributedTo: "https://a.test/u/eve" }, { author: actor })).toEqual({
    refused: "not_owner",
  })
  expect(was(readEvent(sent, { author: actor })).author).toBe(actor)
})

test("a join mode or status of 900,000 characters is read by its part after the last slash", () => {
  const word = `${"a".repeat(900_000)}/`
  expect(was(event({ joinMode: word, status: word, eventStatus: word, "ical:status": word })).joinMode).toBeNull()
  expect(was(event({ joinMode: `${word}free`, eventStatus: `${word}EventCancelled` }))).toMatchObject({
    joinMode: "free",
    event: { status: "cancelled" },
  })
})

test.each<[string, Record<string, unknown>, string]>([
  [
    "its own zone",
    { timezone: "Europe/Lisbon", startTime: "2026-12-20T20:00:00" },
    "Europe/Lisbon 2026-12-20T20:00:00.000Z",
  ],
  [
    "its point",
    { location: { type: "Place", name: "x", latitude: 50.85, longitude: 4.35 } },
    "Europe/Brussels 2026-12-20T19:00:00.000Z",
  ],
  [
    "its country",
    { location: { name: "x", address: { addressCountry: "Belgique" } } },
    "Europe/Brussels 2026-12-20T19:00:00.000Z",
  ],
  ["its offset", {}, "Etc/GMT-1 2026-12-20T19:00:00.000Z"],
  ["nothing", { startTime: "2026-12-20T20:00:00Z" }, "Etc/UTC 2026-12-20T20:00:00.000Z"],
])("the time zone of an event is derived from %s", (_, change, expected) => {
  const { event: read } = was(event(change))
  expect(`${read.timezone} ${read.occurrences[0]?.starts_at.toISOString()}`).toBe(expected)
})

test("an event whose start is invalid or in an implausible year is refused, and an implausible end is left out", () => {
  for (const startTime of [
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "+275760-09-13T00:00:00Z",
    "",
    12,
    {},
    "2026-02-30T20:00:00Z",
  ])
    expect(event({ startTime })).toEqual({ refused: "no_start" })
  expect(was(event({ endTime: "9999-12-31T23:59:59Z" })).event.occurrences[0]?.ends_at).toBeNull()
})

test("an event from midnight to midnight is an all-day event, across a clock change too", () => {
  const day = {
    timezone: "Europe/Brussels",
    startTime: "2027-03-28T00:00:00+01:00",
    endTime: "2027-03-29T00:00:00+02:00",
  }
  expect(was(event(day)).event.all_day).toBe(true)
  expect(was(event({ ...day, endTime: "2027-03-28T02:00:00+01:00" })).event.all_day).toBe(false)
})

test.each<[string, unknown, object]>([
  ["a text", "Salle des fêtes", { name: "Salle des fêtes" }],
  [
    "a place with an address in one text",
    { type: "Place", name: "Hall", address: "Rue Haute 3, 1000 Bruxelles" },
    { name: "Hall", street: "Rue Haute 3", postal_code: "1000", locality: "Bruxelles" },
  ],
  [
    "a place with its address in a list",
    { type: "Place", name: "Hall", address: [{ addressLocality: "Gent" }] },
    { name: "Hall", locality: "Gent" },
  ],
  [
    "a point the wrong way round",
    { name: "Cour", address: { addressCountry: "FR" }, geo: { latitude: -1.549, longitude: 47.216 } },
    { lat: 47.216, lon: -1.549 },
  ],
  ["numbers written as text", { name: "Hall", latitude: "50.85", longitude: "4.35" }, { lat: 50.85, lon: 4.35 }],
])("a location is read from %s", (_, location, expected) => {
  expect(was(event({ location })).event.location).toMatchObject(expected)
})

test.each([
  [0, 0],
  [91, 4],
  [50, 181],
  [Number.NaN, 4],
  ["x", "y"],
  [null, 4],
])("a location at latitude %s, longitude %s is read without coordinates", (latitude, longitude) => {
  const { location } = was(event({ location: { name: "Hall", latitude, longitude } })).event
  expect(location).toMatchObject({ name: "Hall" })
  expect(location?.lat).toBeUndefined()
})

test("the image named Banner is preferred to other images, and images and links with unsafe addresses are left out", () => {
  const image = (name: string) => ({
    type: "Document",
    mediaType: "image/png",
    url: `https://a.test/${name}.png`,
    name,
  })
  const pictures = [{ type: "Link", mediaType: "text/html", href: "https://a.test" }, image("first"), image("Banner")]
  expect(was(event({ attachment: pictures })).picture).toEqual({ url: "https://a.test/Banner.png" })
  expect(was(event({ attachment: pictures.slice(0, 2) })).picture).toEqual({
    url: "https://a.test/first.png",
    alt: "first",
  })
  expect(was(event({ image: { type: "Image", url: "javascript:alert(1)" } })).picture).toBeNull()
  expect(was(event({ externalParticipationUrl: "javascript:alert(1)", url: "data:text/html,x" }))).toMatchObject({
    url: "https://a.test/e/1",
    event: { ticket_url: null },
  })
})

test("the category is read from Mobilizon's category where one matches, otherwise from the texts and tags", () => {
  expect(was(event({ category: "MUSIC" })).event.category).toBe("music")
  expect(was(event({ category: ["meeting", "theatre"] })).event.category).toBe("theatre")
  expect(
    was(event({ category: "PERFORMING_VISUAL_ARTS", tag: { type: "Hashtag", name: "#Danse" } })).event.category,
  ).toBe("dance")
  expect(was(event({ category: "constructor", name: "x" })).event).not.toHaveProperty("category")
})

test("plain-text content is escaped and split into paragraphs", () => {
  const { description } = was(event({ content: "a < b\n\nc", mediaType: "text/plain" })).event
  expect(description).toEqual({ fr: "<p>a &lt; b</p><p>c</p>" })
})

test("bodies of the largest size are each read in less than two seconds of processor time", () => {
  const long = "x".repeat(900_000)
  const tags = Array.from({ length: 1000 }, (_, at) => ({ type: "Hashtag", name: `#${at}` }))
  const bodies = [
    { content: `${"<p>".repeat(300_000)}` },
    { content: "<".repeat(900_000) },
    { content: `<p>${"&".repeat(900_000)}` },
    { content: "<a ".repeat(300_000) },
    { name: long },
    { name: "<b>".repeat(300_000) },
    { nameMap: Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`fr-${at}`, "<i>".repeat(300)])) },
    {
      contentMap: Object.fromEntries(
        ["fr", "nl", "en", "fr-BE", "de"].map((one) => [one, "<p>a <b>b</b> ".repeat(12_000)]),
      ),
    },
    { location: Array.from({ length: 1000 }, () => ({ name: "x,".repeat(200), address: "1000 a,".repeat(50) })) },
    { location: { name: long.slice(0, 400_000), address: "a,1000 ".repeat(60_000) } },
    { tag: tags, attachment: tags, category: tags.map(({ name }) => name), to: tags },
    { summary: "\n".repeat(900_000), startTime: `2026-12-20T20:00:00${" ".repeat(800_000)}` },
    { id: `https://a.test/${long}`, url: `https://a.test/${long}`, timezone: "a/".repeat(400_000), inLanguage: long },
  ]
  const slowest = Math.max(
    ...bodies.map((change) => {
      const body = JSON.stringify({
        id: "https://a.test/e/1",
        type: "Event",
        name: "x",
        startTime: "2026-12-20T20:00:00Z",
        ...change,
      })
      const begins = threadTime()
      readEvent(readBody(body))
      readNote({ ...(readBody(body) as object), type: "Note", attributedTo: actor })
      readActor({ ...(readBody(body) as object), type: "Person", inbox: actor })
      return threadTime() - begins
    }),
  )
  expect(slowest).toBeLessThan(2000)
})
