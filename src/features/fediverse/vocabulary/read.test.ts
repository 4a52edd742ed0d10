import { expect, test } from "vitest"
import { longestBody, readBody } from "./fields.ts"
import { readActivity } from "./read-activity.ts"
import { readActor } from "./read-actor.ts"
import { readCollection } from "./read-collection.ts"
import { readWebFinger } from "./read-discovery.ts"
import { readEvent } from "./read-event.ts"
import { readNote } from "./read-note.ts"
import { isRefused, type Refused } from "./refused.ts"

const publicUrl = "https://app.test"
const actor = "https://a.test/u/ada"
const isPublic = ["https://www.w3.org/ns/activitystreams#Public"]
const activity = (change: Record<string, unknown> = {}, signer?: string) =>
  readActivity(
    { id: "https://a.test/act/1", type: "Follow", actor, object: "https://app.test/ap/actors/salle", ...change },
    { publicUrl, ...(signer !== undefined && { signer }) },
  )
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

test("a body is refused when it is too large, too deep, too long, or no object of JSON", () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`
  expect(readBody(nested(32))).not.toHaveProperty("refused")
  expect(readBody(nested(33))).toEqual({ refused: "too_deep" })
  expect(readBody(`{"a":${"[".repeat(400_000)}${"]".repeat(400_000)}}`)).toEqual({ refused: "too_deep" })
  expect(readBody(JSON.stringify({ to: Array.from({ length: 1000 }, () => 1) }))).not.toHaveProperty("refused")
  const keys = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`k${at}`, 1]))
  expect(readBody(JSON.stringify({ a: keys }))).toEqual({ refused: "too_long" })
  expect(readBody(JSON.stringify({ a: { to: Array.from({ length: 1001 }, () => 1) } }))).toEqual({
    refused: "too_long",
  })
  expect(readBody(`{"a":"${"x".repeat(longestBody)}"}`)).toEqual({ refused: "too_large" })
  for (const body of ["", "x", "{", '{"a":1}x']) expect(readBody(body)).toEqual({ refused: "not_json" })
  expect(readBody(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual({ refused: "not_json" })
  for (const body of ["1", "null", "[]", '"x"']) expect(readBody(body)).toEqual({ refused: "not_an_object" })
})

test.each<[string, Record<string, unknown>, string]>([
  ["without an actor", { actor: undefined }, "no_actor"],
  ["of several actors", { actor: [actor, "https://a.test/u/eve"] }, "several_actors"],
  ["of an actor that is no address", { actor: "acct:ada@a.test" }, "bad_actor"],
  ["without an id", { id: undefined }, "no_id"],
  ["with an id that is no address", { id: "urn:uuid:1" }, "bad_id"],
  ["with an id in two lines", { id: "https://a.test/\n1" }, "bad_id"],
  ["with a password in its id", { id: "https://a:b@a.test/1" }, "bad_id"],
  ["with an id on another host", { id: "https://b.test/1" }, "foreign_id"],
  ["with an id on another port", { id: "https://a.test:8443/1" }, "foreign_id"],
  ["of no known type", { type: "Travel" }, "unknown_type"],
  ["of a type that objects have", { type: "constructor" }, "unknown_type"],
  ["that means nothing here", { type: "Invite" }, "unsupported"],
  ["about nothing", { object: null }, "no_object"],
  ["about two things", { object: ["https://app.test/1", "https://app.test/2"] }, "no_object"],
  ["about itself", { object: "https://a.test/act/1" }, "self_reference"],
  [
    "that undoes what another did",
    { type: "Undo", object: { type: "Follow", actor: "https://a.test/u/eve", object: "https://app.test/1" } },
    "not_owner",
  ],
  ["that undoes by an id elsewhere", { type: "Undo", object: "https://b.test/follows/1" }, "not_owner"],
  ["that moves another", { type: "Move", object: "https://a.test/u/eve", target: "https://b.test/u" }, "not_owner"],
  [
    "that updates another actor",
    { type: "Update", object: { type: "Person", id: "https://a.test/u/eve" } },
    "not_owner",
  ],
  ["that announces a like", { type: "Announce", object: { id: "https://b.test/1", type: "Like" } }, "unsupported"],
  [
    "that says what another wrote",
    { type: "Create", object: { type: "Note", id: "https://a.test/n", attributedTo: "https://a.test/u/eve" } },
    "not_owner",
  ],
  [
    "that says what is elsewhere",
    { type: "Create", object: { type: "Note", id: "https://b.test/n", attributedTo: actor } },
    "foreign_object",
  ],
  ["that deletes elsewhere", { type: "Delete", object: { type: "Tombstone", id: "https://b.test/n" } }, "not_owner"],
])("an activity %s is refused", (_, change, reason) => {
  expect(activity(change)).toEqual({ refused: reason })
})

test("an activity that another one signed is refused", () => {
  expect(activity({}, "https://a.test/u/eve")).toEqual({ refused: "wrong_signer" })
  expect(activity({}, actor)).toMatchObject({ type: "Follow", host: "a.test" })
})

test.each<[string, unknown]>([
  ["an id", "https://a.test/n"],
  ["a Tombstone", { type: "Tombstone", id: "https://a.test/n", formerType: "Event" }],
  [
    "all that it was",
    { type: "Event", id: "https://a.test/n", name: "x", attributedTo: actor, startTime: "2026-12-20T20:00:00Z" },
  ],
  ["a list of one", ["https://a.test/n"]],
])("what is deleted may be said by %s", (_, object) => {
  expect(activity({ type: "Delete", object })).toMatchObject({
    type: "Delete",
    object: "https://a.test/n",
    isActor: false,
  })
})

test("an actor deletes itself", () => {
  expect(activity({ type: "Delete", object: actor })).toMatchObject({ isActor: true })
})

test.each<[string, unknown, object]>([
  [
    "the follow with all",
    { id: "https://a.test/f/1", type: "Follow", actor, object: "https://app.test/ap/actors/salle" },
    { type: "Follow", id: "https://a.test/f/1", object: "https://app.test/ap/actors/salle" },
  ],
  [
    "the follow without an id",
    { type: "Follow", actor: { id: actor }, object: { id: "https://app.test/ap/actors/salle" } },
    { type: "Follow", object: "https://app.test/ap/actors/salle" },
  ],
  ["the id of the follow", "https://a.test/f/1", { id: "https://a.test/f/1" }],
  [
    "whom it followed",
    "https://app.test/ap/actors/salle",
    { type: "Follow", object: "https://app.test/ap/actors/salle" },
  ],
  [
    "the page it followed",
    "https://app.test/nl/actors/salle",
    { type: "Follow", object: "https://app.test/nl/actors/salle" },
  ],
  ["what it liked", "https://app.test/ap/events/1", { object: "https://app.test/ap/events/1" }],
])("undone may be said by %s", (_, object, of) => {
  expect(activity({ type: "Undo", object })).toMatchObject({ type: "Undo", of })
})

test("announced is what an address names, never what came along; of a group's, what it is about", () => {
  const note = { type: "Note", id: "https://b.test/n", content: "forged" }
  expect(activity({ type: "Announce", object: note })).toMatchObject({ object: "https://b.test/n" })
  const said = { type: "Create", id: "https://b.test/c", actor: "https://b.test/u", object: note }
  expect(activity({ type: "Announce", object: said })).toMatchObject({ object: "https://b.test/n" })
})

test("a report names what it is about, in plain words", () => {
  const flag = activity({
    type: "Flag",
    object: ["https://app.test/ap/events/1", 3],
    content: "<b>spam</b><script>x</script>",
  })
  expect(flag).toMatchObject({ type: "Flag", objects: ["https://app.test/ap/events/1"], text: "spam" })
})

test("only its own server says what an event is", () => {
  expect(event({ attributedTo: "https://b.test/u" })).toEqual({ refused: "foreign_object" })
  const sent = { id: "https://a.test/e/1", type: "Event", name: "x", startTime: "2026-12-20T20:00:00Z" }
  expect(readEvent(sent, { author: "https://b.test/u" })).toEqual({ refused: "foreign_object" })
  expect(readEvent({ ...sent, attributedTo: "https://a.test/u/eve" }, { author: actor })).toEqual({
    refused: "not_owner",
  })
  expect(was(readEvent(sent, { author: actor })).author).toBe(actor)
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
])("the zone of an event is told by %s", (_, change, expected) => {
  const { event: read } = was(event(change))
  expect(`${read.timezone} ${read.occurrences[0]?.starts_at.toISOString()}`).toBe(expected)
})

test("years nobody plans in are no dates", () => {
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

test("from midnight to midnight is a whole day", () => {
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
])("a location may be %s", (_, location, expected) => {
  expect(was(event({ location })).event.location).toMatchObject(expected)
})

test.each([
  [0, 0],
  [91, 4],
  [50, 181],
  [Number.NaN, 4],
  ["x", "y"],
  [null, 4],
])("%s, %s is nowhere on a map", (latitude, longitude) => {
  const { location } = was(event({ location: { name: "Hall", latitude, longitude } })).event
  expect(location).toMatchObject({ name: "Hall" })
  expect(location?.lat).toBeUndefined()
})

test("the banner stands before other pictures, and links that lead nowhere good are none", () => {
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

test("the category is Mobilizon's word where it says one, else what the texts speak of", () => {
  expect(was(event({ category: "MUSIC" })).event.category).toBe("music")
  expect(was(event({ category: ["meeting", "theatre"] })).event.category).toBe("theatre")
  expect(
    was(event({ category: "PERFORMING_VISUAL_ARTS", tag: { type: "Hashtag", name: "#Danse" } })).event.category,
  ).toBe("dance")
  expect(was(event({ category: "constructor", name: "x" })).event).not.toHaveProperty("category")
})

test("a text that is not HTML is text", () => {
  const { description } = was(event({ content: "a < b\n\nc", mediaType: "text/plain" })).event
  expect(description).toEqual({ fr: "<p>a &lt; b</p><p>c</p>" })
})

test("an actor that says another's key is its own has none", () => {
  const pem = "-----BEGIN PUBLIC KEY-----\nAA\n-----END PUBLIC KEY-----"
  const ada = { id: actor, type: "Person", inbox: `${actor}/inbox`, preferredUsername: "ada" }
  const keys = (publicKey: unknown) => was(readActor({ ...ada, publicKey })).keys
  expect(keys({ id: `${actor}#key`, owner: actor, publicKeyPem: pem })).toEqual([{ id: `${actor}#key`, pem }])
  expect(keys({ id: `${actor}#key`, owner: "https://a.test/u/eve", publicKeyPem: pem })).toEqual([])
  expect(keys({ id: "https://b.test/key", owner: actor, publicKeyPem: pem })).toEqual([])
  expect(keys("https://a.test/key")).toEqual([])
  expect(readActor({ ...ada, type: "Place" })).toEqual({ refused: "unknown_type" })
  expect(readActor(ada, "https://b.test/u/ada")).toEqual({ refused: "foreign_id" })
  expect(readActor({ ...ada, inbox: "ftp://a.test" })).toEqual({ refused: "no_inbox" })
  expect(was(readActor({ ...ada, preferredUsername: "<b>ada</b> @x" })).username).toBe("ada")
})

test("an answer knows what it answers to, whom it names and who may read it", () => {
  const note = was(
    readNote({
      id: "https://a.test/n/1",
      type: "Note",
      attributedTo: actor,
      to: `${actor}/followers`,
      content: '<p>hi <a href="javascript:x">l</a></p>',
      inReplyTo: "https://app.test/ap/events/1",
      tag: { type: "Mention", href: "https://app.test/ap/actors/salle" },
    }),
  )
  expect(note).toMatchObject({
    visibility: "followers",
    inReplyTo: "https://app.test/ap/events/1",
    mentions: ["https://app.test/ap/actors/salle"],
  })
  expect(note.content).not.toContain("javascript")
})

test("a collection that leads back to itself ends there", () => {
  const page = {
    id: "https://a.test/c?page=1",
    type: "OrderedCollectionPage",
    orderedItems: [1],
    next: "https://a.test/c?page=1",
  }
  expect(readCollection(page)).toMatchObject({ items: [1], next: null })
  const whole = { id: "https://a.test/c", type: "OrderedCollection", totalItems: 3, first: "https://a.test/c?page=1" }
  expect(readCollection(whole)).toEqual({
    id: "https://a.test/c",
    items: [],
    total: 3,
    next: "https://a.test/c?page=1",
  })
  const inline = { ...whole, first: { ...page, next: "https://a.test/c?page=2" } }
  expect(readCollection(inline)).toMatchObject({ items: [1], next: "https://a.test/c?page=2" })
})

test("a handle leads to an actor, and to where one answers for following", () => {
  const self = { rel: "self", type: "application/activity+json", href: actor }
  const subscribe = { rel: "http://ostatus.org/schema/1.0/subscribe", template: "https://a.test/follow?u={uri}" }
  expect(readWebFinger({ subject: "acct:ada@a.test", links: [self, subscribe] })).toMatchObject({
    actor,
    subscribe: "https://a.test/follow?u={uri}",
  })
  const bad = { ...subscribe, template: "javascript:{uri}" }
  expect(readWebFinger({ links: [self, bad] })).toMatchObject({ subscribe: null })
  expect(readWebFinger({ links: [{ ...self, type: "text/html" }] })).toEqual({ refused: "no_actor" })
})

test("the largest bodies are read in a moment, whatever is in them", () => {
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
      const begins = performance.now()
      readEvent(readBody(body))
      readNote({ ...(readBody(body) as object), type: "Note", attributedTo: actor })
      readActor({ ...(readBody(body) as object), type: "Person", inbox: actor })
      return performance.now() - begins
    }),
  )
  expect(slowest).toBeLessThan(2000)
})
