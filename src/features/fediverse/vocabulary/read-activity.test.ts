import { expect, test } from "vitest"
import { longestBody, readBody } from "./fields.ts"
import { readActivity } from "./read-activity.ts"
import { readActor } from "./read-actor.ts"
import { readCollection } from "./read-collection.ts"
import { readNodeInfo, readWebFinger } from "./read-discovery.ts"
import { readNote } from "./read-note.ts"
import { isRefused, type Refused } from "./refused.ts"

const publicUrl = "https://app.test"
const actor = "https://a.test/u/ada"
const activity = (change: Record<string, unknown> = {}, signer?: string) =>
  readActivity(
    { id: "https://a.test/act/1", type: "Follow", actor, object: "https://app.test/ap/actors/salle", ...change },
    { publicUrl, ...(signer !== undefined && { signer }) },
  )

function was<Value extends object>(value: Value | Refused): Value {
  if (isRefused(value)) throw new Error(value.refused)
  return value
}

test("a body is refused when it is too large, too deep, has too long a list, or is not a JSON object", () => {
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
  ["with a sign in its id that nothing can write down", { id: "https://a.test/\u00001" }, "bad_id"],
  ["with half a character in its id", { id: "https://a.test/\ud83d" }, "bad_id"],
  ["of a host with a point at its end", { actor: "https://a.test./u/ada" }, "bad_actor"],
  [
    "of a host that is an IPv6 address, which no list of hosts can name",
    { actor: "https://[2001:db8::1]/u" },
    "bad_actor",
  ],
  ["with an id in capitals, which would be another id", { id: "HTTPS://a.test/1" }, "bad_id"],
  ["with an id that no index can hold", { id: `https://a.test/${"写".repeat(700)}` }, "bad_id"],
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

test("an activity signed by another actor is refused", () => {
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
])("a Delete can name its object by %s", (_, object) => {
  expect(activity({ type: "Delete", object })).toMatchObject({
    type: "Delete",
    object: "https://a.test/n",
    isActor: false,
  })
})

test("a Delete whose object is its actor is read as the deletion of that actor", () => {
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
])("an Undo can name the undone activity by %s", (_, object, of) => {
  expect(activity({ type: "Undo", object })).toMatchObject({ type: "Undo", of })
})

test("an Announce is read as the address of its object, or of the object of an announced Create, without embedded content", () => {
  const note = { type: "Note", id: "https://b.test/n", content: "forged" }
  expect(activity({ type: "Announce", object: note })).toMatchObject({ object: "https://b.test/n" })
  const said = { type: "Create", id: "https://b.test/c", actor: "https://b.test/u", object: note }
  expect(activity({ type: "Announce", object: said })).toMatchObject({ object: "https://b.test/n" })
})

test("a Flag is read as the addresses that it reports, with its content as plain text", () => {
  const flag = activity({
    type: "Flag",
    object: ["https://app.test/ap/events/1", 3],
    content: "<b>spam</b><script>x</script>",
  })
  expect(flag).toMatchObject({ type: "Flag", objects: ["https://app.test/ap/events/1"], text: "spam" })
})

test("a key of another owner or host is left out of an actor; an actor of a wrong type, host or inbox is refused", () => {
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

test("a reply is read with its visibility, the object it replies to and its mentions, without scripts", () => {
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

test("a collection leads to its first page, and a page that names itself as next is the last", () => {
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

test("a WebFinger answer yields the actor and the subscribe template, and an unsafe template is ignored", () => {
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

test("the name of a server's software has at most a hundred characters, though lower case can be longer", () => {
  expect(readNodeInfo({ software: { name: "İ".repeat(100) } }).software).toHaveLength(100)
})
