import { expect, test } from "vitest"
import { elsewhereWorld, everyone } from "#test/elsewhere/fediverse-elsewhere.ts"
import { findRemoteActor } from "../remote/queries.server.ts"
import { readOutbox } from "./outbox-reading.server.ts"

/** A group that is followed here, and a member who sends activities about its events, as Mobilizon does. */
async function followedGroup() {
  const there = await elsewhereWorld()
  const { lena, befriends, does, event, peer, titles } = there
  await befriends(lena, "collectif")
  const ofGroup = (more: object = {}) => event("collectif", "1", { actor: peer.id("ada"), ...more })
  const says = (type: string, object: unknown, by = "ada") => does(by, { type, to: [everyone], object })
  return { ...there, ofGroup, says, seen: () => titles(lena) }
}

test("a member's activity about an event of the group makes the event be fetched from its own address", async () => {
  const { peer, ofGroup, says, seen } = await followedGroup()
  peer.shows("/events/1", ofGroup())
  expect(await says("Create", ofGroup({ name: "Inventé" }))).toBe(202)
  expect(await seen()).toEqual(["Nuit des lanternes"])

  peer.shows("/events/1", ofGroup({ name: "Nuit des lampions", updated: "2026-11-02T10:00:00Z" }))
  await says("Update", ofGroup({ name: "Inventé", updated: "2026-11-09T10:00:00Z" }))
  expect(await seen()).toEqual(["Nuit des lampions"])
})

test("a member's activity about an event that is not of a followed group stores nothing", async () => {
  const { peer, ofGroup, says, seen } = await followedGroup()
  peer.shows("/events/1", ofGroup({ attributedTo: peer.id("autre") }))
  expect(await says("Create", ofGroup())).toBe(202)

  peer.shows("/events/1", ofGroup())
  const before = peer.asked()
  expect(await says("Create", ofGroup({ attributedTo: peer.id("autre") }))).toBe(202)
  expect(peer.asked()).toBe(before)
  expect(await says("Create", ofGroup({ attributedTo: "https://else.example/u" }))).toBe(400)
  expect(await seen()).toEqual([])
})

test("a member's Delete removes an event of the group only when the event's own address answers that it is gone", async () => {
  const { peer, ofGroup, says, seen } = await followedGroup()
  peer.shows("/events/1", ofGroup())
  await says("Create", ofGroup())
  await says("Delete", `${peer.origin}/events/1`)
  peer.shows("/events/1", undefined)
  await says("Delete", { id: `${peer.origin}/events/1`, type: "Tombstone" })
  expect(await seen()).toEqual(["Nuit des lanternes"])

  peer.ends("/events/1")
  await says("Delete", `${peer.origin}/events/1`)
  expect(await seen()).toEqual([])
})

test("a Delete that arrives before an event has no effect on the event if another account is its author", async () => {
  const { lena, befriends, does, creates, peer, seen } = await followedGroup()
  await befriends(lena, "bram")
  await does("bram", { type: "Delete", object: `${peer.origin}/events/2` })
  await creates("collectif", "2")
  expect(await seen()).toEqual(["Nuit des lanternes"])

  await does("collectif", { type: "Delete", object: `${peer.origin}/events/3` })
  await creates("collectif", "3")
  expect(await seen()).toEqual(["Nuit des lanternes"])
})

test("an event that a member created is read from the outbox of the group", async () => {
  const { db, config, peer, ofGroup, seen } = await followedGroup()
  peer.shows("/events/1", ofGroup())
  const told = { id: `${peer.origin}/events/1/activity`, type: "Create", actor: peer.id("ada"), object: ofGroup() }
  peer.shows("/users/collectif/outbox", { type: "OrderedCollection", orderedItems: [told] })

  const group = await findRemoteActor(db, { uri: peer.id("collectif") })
  await readOutbox({ db, config }, group?.id ?? 0)
  expect(await seen()).toEqual(["Nuit des lanternes"])
})
