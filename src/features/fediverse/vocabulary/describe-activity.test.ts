import { expect, test } from "vitest"
import type { Event } from "#features/events/event.ts"
import { localObjectOf } from "./addresses.ts"
import { asDocument, eventContext, publicCollection } from "./contexts.ts"
import {
  describeActorUpdate,
  describeAnnounce,
  describeAnswer,
  describeChangeNote,
  describeCreate,
  describeDelete,
  describeFollow,
  describeJoin,
  describeLeave,
  describeUndo,
  describeUpdate,
} from "./describe-activity.ts"
import { describeActor, describeInstance } from "./describe-actor.ts"
import { describeEvent } from "./describe-event.ts"
import { concert, evening, house, site } from "./fixtures/site.ts"
import { readActivity } from "./read-activity.ts"
import { isRefused } from "./refused.ts"

const described = (change: Partial<Event> = {}, date = evening, settings = {}) =>
  describeEvent({ ...concert, ...change }, date, { author: "salle", ...settings }, site)
const salle = "https://foyer.example/ap/actors/salle"

test("the page of a place is described as an Organization with its location, key, boxes and links", () => {
  expect(describeActor(house, { publicKey: "PEM" }, site)).toEqual({
    id: salle,
    type: "Organization",
    preferredUsername: "salle",
    name: "La Salle des Marées",
    url: "https://foyer.example/actors/salle",
    summary: "<p>Une salle &lt;au bord&gt; de l’eau.</p>",
    summaryMap: { fr: "<p>Une salle &lt;au bord&gt; de l’eau.</p>", en: "<p>A hall by the water.</p>" },
    inbox: `${salle}/inbox`,
    outbox: `${salle}/outbox`,
    followers: `${salle}/followers`,
    following: `${salle}/following`,
    endpoints: { sharedInbox: "https://foyer.example/ap/inbox" },
    publicKey: { id: `${salle}#main-key`, owner: salle, publicKeyPem: "PEM" },
    manuallyApprovesFollowers: false,
    discoverable: true,
    indexable: true,
    published: "2026-10-01T08:00:00Z",
    updated: "2026-10-02T08:00:00Z",
    location: expect.objectContaining({ type: "Place", latitude: 50.8466 }) as unknown,
    attachment: [
      {
        type: "PropertyValue",
        name: "Site",
        value:
          '<a href="https://marees.example/?a=1&amp;b=2" rel="me nofollow noopener noreferrer" target="_blank">marees.example/?a=1&amp;b=2</a>',
      },
    ],
  })
})

test("pages are described as Person, Group or Organization, and the instance as an Application named relay", () => {
  const type = (one: typeof house.type) => describeActor({ ...house, type: one }, { publicKey: "" }, site).type
  expect([type("person"), type("group"), type("organizer")]).toEqual(["Person", "Group", "Organization"])
  const instance = describeInstance({ name: "Foyer", published: "2026-01-01T00:00:00Z" }, "PEM", site)
  expect(instance).toMatchObject({
    id: "https://foyer.example/ap/instance",
    type: "Application",
    preferredUsername: "relay",
    inbox: "https://foyer.example/ap/instance/inbox",
  })
})

test("a link without a label is named after its kind, in the language of the page", () => {
  const link = { ...house.links[0]!, label: null, kind: "ticketing" }
  const names = (kind: string) =>
    (
      describeActor({ ...house, links: [{ ...link, kind }] }, { publicKey: "" }, site).attachment as { name: string }[]
    ).map(({ name }) => name)
  expect([...names("ticketing"), ...names("whatever")]).toEqual(["Billetterie", "Lien"])
})

test("a moved page names its new account and its aliases, and an unlisted page is not discoverable", () => {
  const moved = describeActor(
    house,
    { publicKey: "", movedTo: "https://b.example/u", alsoKnownAs: ["https://a.example/u"], isListed: false },
    site,
  )
  expect(moved).toMatchObject({
    movedTo: "https://b.example/u",
    alsoKnownAs: ["https://a.example/u"],
    discoverable: false,
    indexable: false,
  })
})

test("Create, Update and Delete have predictable ids; Create and Delete have the event's audience and their context", () => {
  const event = described()
  const create = asDocument(describeCreate(event))
  expect(create).toMatchObject({
    "@context": eventContext,
    id: "https://foyer.example/ap/events/1#create",
    type: "Create",
    actor: salle,
    to: [publicCollection],
    cc: [`${salle}/followers`],
    object: event,
  })
  expect(create.object).not.toHaveProperty("@context")
  expect(describeUpdate(event, 5)).toMatchObject({ id: "https://foyer.example/ap/events/1#update-5", type: "Update" })
  const gone = { id: event.id, formerType: "Event", actor: salle }
  expect(asDocument(describeDelete(gone, "2026-12-01T10:00:00Z"))).toEqual({
    "@context": "https://www.w3.org/ns/activitystreams",
    id: "https://foyer.example/ap/events/1#delete",
    type: "Delete",
    actor: salle,
    to: [publicCollection],
    cc: [`${salle}/followers`],
    published: "2026-12-01T10:00:00Z",
    object: { id: event.id, type: "Tombstone", formerType: "Event", deleted: "2026-12-01T10:00:00Z" },
  })
})

test("a Follow names its object by address alone, and its Undo and its Accept embed the Follow", () => {
  const follow = describeFollow(salle, "https://gancio.example/u/1", 12)
  expect(follow).toEqual({
    id: `${salle}/follows/12`,
    type: "Follow",
    actor: salle,
    to: ["https://gancio.example/u/1"],
    cc: [],
    object: "https://gancio.example/u/1",
  })
  expect(describeUndo(follow)).toMatchObject({
    id: `${salle}/follows/12/undo`,
    type: "Undo",
    object: { id: `${salle}/follows/12`, type: "Follow", actor: salle, object: "https://gancio.example/u/1" },
  })
  const asked = { id: "https://a.example/f/1", type: "Follow", actor: "https://a.example/u", object: salle } as const
  expect(describeAnswer("Accept", salle, { ...asked, junk: "x" } as typeof asked, 3)).toEqual({
    id: `${salle}/accepts/3`,
    type: "Accept",
    actor: salle,
    to: ["https://a.example/u"],
    cc: [],
    object: asked,
  })
})

test("every described activity is read as an activity of the same type", () => {
  const event = described()
  const other = { id: "https://b.example/e/1", attributedTo: "https://b.example/u" }
  const follow = describeFollow(salle, other.attributedTo, 1)
  const activities = [
    describeCreate(event),
    describeUpdate(event, 2),
    describeActorUpdate(describeActor(house, { publicKey: "PEM" }, site), 3),
    describeDelete({ id: event.id, formerType: "Event", actor: salle }, "2026-12-01T10:00:00Z"),
    describeAnnounce(salle, other, 7, "2026-12-01T10:00:00Z"),
    follow,
    describeUndo(follow),
    describeJoin(salle, other, 4),
    describeLeave(salle, other, 4),
    describeCreate(
      describeChangeNote({ ...concert, status: "cancelled" }, evening, event, "2026-12-01T10:00:00Z", site),
    ),
  ]
  for (const activity of activities) {
    const read = readActivity(JSON.parse(JSON.stringify(asDocument(activity))), {
      publicUrl: "https://b.example",
      signer: salle,
    })
    expect(isRefused(read) ? read.refused : read.type).toBe(activity.type)
  }
})

test("the note about a cancelled event or date says so with its reason, in every language of the event", () => {
  const off = { ...concert, status: "cancelled" as const, status_reason: "Inondation <totale>" }
  const note = describeChangeNote(off, evening, described(), "2026-12-01T10:00:00Z", site)
  expect(note).toMatchObject({
    id: "https://foyer.example/ap/events/1/notes/4",
    type: "Note",
    attributedTo: salle,
    inReplyTo: "https://foyer.example/ap/events/1",
    published: "2026-12-01T10:00:00Z",
    content:
      "<p>Cet événement est annulé. Inondation &lt;totale&gt;</p>" +
      '<p><a href="https://foyer.example/events/1">Nuit d’ardoise</a><br />dim. 20 déc. 2026, 20:00, La Salle des Marées, Bruxelles</p>',
  })
  expect((note.contentMap as { nl: string }).nl).toContain("Dit evenement is geannuleerd.")

  const date = { ...evening, status: "cancelled" as const, status_reason: "Voix perdue" }
  const ofDate = describeChangeNote(concert, date, described(), "2026-12-01T10:00:00Z", site)
  expect(ofDate.content).toContain("<p>Cette date est annulée. Voix perdue</p>")
})

test.each([
  ["https://foyer.example/ap/instance", { kind: "instance" }],
  ["https://foyer.example/ap/actors/salle", { kind: "actor", fid: "salle" }],
  ["https://foyer.example/actors/salle", { kind: "actor", fid: "salle" }],
  ["https://foyer.example/nl/events/12", { kind: "event", id: 12 }],
  ["https://foyer.example/ap/events/12/dates/3", { kind: "event", id: 12, date: 3 }],
  ["https://foyer.example/ap/events/12/notes/4", { kind: "note", id: 12 }],
  ["https://foyer.example/ap/actors/salle/follows/9", { kind: "follow", fid: "salle", key: "9" }],
  ["https://foyer.example/ap/instance/follows/9", { kind: "follow", key: "9" }],
  ["https://foyer.example/ap/actors/salle/joins/9", { kind: "join", fid: "salle", key: "9" }],
  ["https://foyer.example/ap/actors/S%20alle", undefined],
  ["https://foyer.example/ap/events/1e9", undefined],
  ["https://foyer.example.evil.test/ap/events/1", undefined],
  ["https://foyer.example/ap/actors/../events/1", undefined],
])("the address %s is read as the local object %o", (address, named) => {
  expect(localObjectOf("https://foyer.example", address)).toEqual(named)
})
