import { sql } from "kysely"
import { expect, test } from "vitest"
import { writing } from "#db/writing.ts"
import { servedFediverseWorld } from "#test/worlds/fediverse-world.ts"
import { identityOfActor } from "../identities/commands.server.ts"
import { uriOf } from "../identity.ts"
import { describeFollow, describeUndo } from "../vocabulary/describe-activity.ts"
import { sendTo } from "./commands.server.ts"
import { federateDeletedPages } from "./pages.server.ts"
import { serializeActivity } from "./events.server.ts"

/** Two instances on sockets of this machine; a page of the second follows the house of the first. */
async function neighbours() {
  const [first, second] = [await servedFediverseWorld(), await servedFediverseWorld()]
  const house = `${first.origin}/ap/actors/hangar`
  const nour = await identityOfActor(second.db, second.config, second.nour.id)
  if (!nour) throw new Error("nour has no name")
  const follow = describeFollow(uriOf(nour, second.origin), house, 1)
  const send = async (activity: Parameters<typeof serializeActivity>[0]) => {
    await writing(second.db, (tx) => sendTo(tx, nour, serializeActivity(activity), `${house}/inbox`))
    await second.deliver()
  }
  await send(follow)
  await first.deliver()
  const settle = async () => {
    await first.tell()
    await first.deliver()
    return second.arrived.splice(0).map(({ activity }) => activity)
  }
  return { first, second, house, follow, send, settle }
}

test("followers of a page receive an event's publication, change, cancellation and deletion once each", async () => {
  const { first, second, house, settle, send, follow } = await neighbours()
  expect(second.arrived.splice(0)).toMatchObject([
    { path: "/ap/actors/nour/inbox", activity: { type: "Accept", actor: house, object: { id: follow.id } } },
  ])

  const me = first.hangar.viewer
  const evening = {
    title: { fr: "Nuit des lanternes" },
    language: "fr",
    start: "2099-11-21T20:30:00+01:00",
    timezone: "Europe/Brussels",
    category: "music",
    organizers: ["hangar"],
    place: "hangar",
    workflow: "draft",
  }
  const made = await first.ask(me, "POST", "/api/contents/events/", evening)
  expect(made.status).toBe(201)
  expect(await settle()).toEqual([])

  const at = `/api/contents/events/${made.body.id}/`
  const edit = async (body: object) => {
    const { headers } = await first.ask(me, "GET", at)
    const answer = await first.ask(me, "PATCH", at, body, { "if-match": headers.get("etag") ?? "" })
    expect(answer.status).toBe(200)
  }
  const uri = `${first.origin}/ap/events/${made.body.id}`
  await edit({ workflow: "published" })
  expect(await settle()).toMatchObject([
    {
      id: `${uri}#create`,
      type: "Create",
      actor: house,
      to: ["https://www.w3.org/ns/activitystreams#Public"],
      cc: [`${house}/followers`],
      object: { id: uri, type: "Event", name: "Nuit des lanternes", attributedTo: house, timezone: "Europe/Brussels" },
    },
  ])
  expect(await settle()).toEqual([])

  await edit({ title: { fr: "Nuit des lampions" } })
  const [update, ...noMore] = await settle()
  expect(update).toMatchObject({ type: "Update", object: { id: uri, name: "Nuit des lampions" } })
  expect(noMore).toEqual([])

  await edit({ status: "cancelled", status_reason: "La scène est inondée." })
  const told = await settle()
  expect(told.map(({ type, object }) => `${type} ${object.type}`)).toEqual(["Update Event", "Create Note"])
  expect(told[0]?.object).toMatchObject({ status: "CANCELLED", eventStatus: "EventCancelled" })
  expect(told[1]?.object.content).toContain("La scène est inondée.")

  expect((await first.ask(me, "DELETE", at)).status).toBe(204)
  expect(await settle()).toMatchObject([{ type: "Delete", actor: house, object: { id: uri, type: "Tombstone" } }])
  const gone = await fetch(uri, { headers: { accept: "application/activity+json" } })
  expect(gone.status).toBe(410)
  expect(await gone.json()).toMatchObject({ id: uri, type: "Tombstone", formerType: "Event" })

  const before = second.arrived.length
  await send(describeUndo(follow))
  const later = { ...evening, title: { fr: "Sans personne" }, workflow: "published" }
  expect((await first.ask(me, "POST", "/api/contents/events/", later)).status).toBe(201)
  expect(await settle()).toEqual([])
  expect(second.arrived.length).toBe(before)
})

test("followers of a page receive an Update when it changes, and one Delete when it is purged", async () => {
  const { first, house, settle } = await neighbours()
  await settle()
  const { headers } = await first.ask(first.hangar.viewer, "GET", "/api/actors/hangar/")
  const answer = await first.ask(
    first.hangar.viewer,
    "PATCH",
    "/api/actors/hangar/",
    { name: "Le Hangar des Marées" },
    { "if-match": headers.get("etag") ?? "" },
  )
  expect(answer.status).toBe(200)

  expect(await settle()).toMatchObject([
    { type: "Update", actor: house, object: { id: house, type: "Organization", name: "Le Hangar des Marées" } },
  ])

  // The nightly job does this with pages that were deleted a month ago.
  await sql`update fediverse_identities set actor_id = null where name = 'hangar'`.execute(first.db)
  await federateDeletedPages(first.db, first.config)
  await federateDeletedPages(first.db, first.config)
  expect(await settle()).toMatchObject([{ type: "Delete", actor: house, object: { id: house, type: "Tombstone" } }])
})
