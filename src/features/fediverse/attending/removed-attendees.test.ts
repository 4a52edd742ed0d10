import { sql } from "kysely"
import { expect, test } from "vitest"
import { elsewhereWorld } from "#test/elsewhere/fediverse-elsewhere.ts"
import { deliverDue } from "../outbox/delivering.server.ts"
import { removeRemoteAttendance } from "./commands.server.ts"

/** A remote account that a manager removed from an event, and functions with which it comes back. */
async function removed() {
  const there = await elsewhereWorld()
  const { db, config, hangar, does, delivered, peer, here } = there
  const event = await hangar.publishes()
  const object = `${here}/ap/events/${event.id}`
  const joins = async () => {
    expect(await does("anna", { type: "Join", object })).toBe(202)
    return (await delivered()).map(({ type }) => type)
  }
  expect(await joins()).toEqual(["Accept"])
  const { rows } = await sql<{ id: number }>`select id from fediverse_attendances`.execute(db)
  await removeRemoteAttendance(db, config, hangar.viewer, event.id, rows[0]?.id ?? 0)
  expect((await delivered()).map(({ type }) => type)).toEqual(["Reject"])
  const isGone = async () => {
    const accounts = await sql`select from remote_actors where uri = ${peer.id("anna")}`.execute(db)
    expect(accounts.rows).toEqual([])
  }
  return { ...there, joins, isGone }
}

test("an attendee whom a manager removed stays removed after the deletion of their account", async () => {
  const { does, peer, joins, isGone } = await removed()
  expect(await does("anna", { type: "Delete", object: peer.id("anna") })).toBe(202)
  await isGone()
  expect(await joins()).toEqual(["Reject"])
})

test("an attendee whom a manager removed stays removed after their server answered 410", async () => {
  const { db, config, does, peer, here, joins, isGone } = await removed()
  peer.answers(() => ({ status: 410 }))
  await does("anna", { type: "Follow", object: `${here}/ap/actors/hangar` })
  await deliverDue(db, config)
  await isGone()
  peer.answers(() => undefined)
  expect(await joins()).toEqual(["Reject"])
})
