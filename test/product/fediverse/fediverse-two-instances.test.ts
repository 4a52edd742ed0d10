import { afterAll, beforeAll, expect, test } from "vitest"
import { pageFollows } from "../../instances/instance-follows.ts"
import { type Instance, instances } from "../../instances/instances.ts"
import type { SignedUp } from "../../worlds/signed-up.ts"
import { inDatabase } from "../servers/database-of.ts"
import { soon } from "../browser/waiting.ts"

// Two whole instances, as two organisations run them: with their own processes, databases and names, and TLS between them. Both
// give their documents to signed requests only, so that each has to know the other.

let both: Awaited<ReturnType<typeof instances<"aa" | "bb">>>
let aa: Instance
let bb: Instance
let house: SignedUp
let reader: SignedUp
let following: Awaited<ReturnType<typeof pageFollows>>
beforeAll(async () => {
  both = await instances(["aa", "bb"], { FEDERATION_AUTHORIZED_FETCH: "1" })
  ;({ aa, bb } = both.all)
  house = await aa.person({ fid: "hangar", name: "Le Hangar" })
  reader = await bb.person({ fid: "veilleuse", name: "La Veilleuse" })
})
afterAll(() => both?.end())

const hangar = () => `${aa.url}/ap/actors/hangar`
const followers = () =>
  inDatabase(aa.dataDir, async (db) => {
    const { rows } = await db.query(
      "select r.uri from fediverse_followers f join remote_actors r on r.id = f.remote_actor_id",
    )
    return rows.map(({ uri }) => uri as string)
  })
/** Waits until exactly `count` activities have reached the second instance since the last call, each answered 202. */
const told = async (count: number) => {
  await soon(() => bb.passed.length).toBe(count)
  const passed = bb.passed.splice(0)
  expect(passed.map(({ status }) => status)).toEqual(passed.map(() => 202))
  return passed.map(({ activity }) => activity)
}
const read = (path: string) => fetch(aa.local + path, { headers: { accept: "application/activity+json" } })

test("a page follows a page of the other instance, which answers unsigned requests with 401", async () => {
  following = await pageFollows(bb, "veilleuse", hangar())

  expect(await told(1)).toMatchObject([{ type: "Accept", actor: hangar(), object: { id: following.follow.id } }])
  expect(await followers()).toEqual([`${bb.url}/ap/actors/veilleuse`])
  // An unsigned request gets nothing but the actor of the instance.
  expect((await read("/ap/actors/hangar")).status).toBe(401)
  expect((await read("/ap/instance")).status).toBe(200)
})

test("followers receive an event's publication, change, cancellation and deletion once each and in order", async () => {
  const { id } = await house.ask("POST", "/api/contents/events/", {
    title: { fr: "Nuit des lanternes" },
    category: "music",
    organizers: ["hangar"],
    start: "2099-11-21T20:30",
    timezone: "Europe/Brussels",
    workflow: "published",
  })
  const uri = `${aa.url}/ap/events/${id}`
  expect(await told(1)).toMatchObject([
    { id: `${uri}#create`, type: "Create", actor: hangar(), object: { id: uri, name: "Nuit des lanternes" } },
  ])

  await house.ask("PATCH", `/api/contents/events/${id}/`, { title: { fr: "Nuit des lampions" } })
  expect(await told(1)).toMatchObject([{ type: "Update", object: { id: uri, name: "Nuit des lampions" } }])

  await house.ask("PATCH", `/api/contents/events/${id}/`, {
    status: "cancelled",
    status_reason: "La scène est inondée.",
  })
  expect((await told(2)).map(({ type, object }) => `${type} ${object.type}`)).toEqual(["Update Event", "Create Note"])

  await house.send("DELETE", `/api/contents/events/${id}/`)
  expect(await told(1)).toMatchObject([{ type: "Delete", actor: hangar(), object: { id: uri, type: "Tombstone" } }])
})

test("after an unfollow nothing more is delivered", async () => {
  await following.undo()
  await soon(followers).toEqual([])
  await house.ask("POST", "/api/contents/events/", {
    title: { fr: "Sans personne" },
    category: "music",
    organizers: ["hangar"],
    start: "2099-11-22T20:30",
    workflow: "published",
  })
  await soon(aa.waiting).toEqual({ deliveries: 0, jobs: 0 })
  expect(bb.passed).toEqual([])
})

/** Returns the titles that the account on the second instance sees from the pages it follows elsewhere. */
const shown = async () =>
  ((await reader.ask("GET", "/api/contents/events/followed/")) as { title: { fr: string }; status: string }[]).map(
    ({ title, status }) => `${title.fr}, ${status}`,
  )
const nextYear = new Date().getFullYear() + 1

test("an account follows a page of the other instance, and sees its event appear, change, be cancelled and go", async () => {
  bb.passed.splice(0)
  const { host } = new URL(aa.url)
  const follow = await reader.ask("POST", "/api/fediverse/follows/", { handle: `@hangar@${host}` })
  expect(follow).toMatchObject({ handle: `hangar@${host}`, name: "Le Hangar" })
  await soon(followers).toEqual([`${bb.url}/ap/instance`])

  const { id } = await house.ask("POST", "/api/contents/events/", {
    title: { fr: "Veillée" },
    category: "talk",
    organizers: ["hangar"],
    start: `${nextYear}-03-14T20:30`,
    timezone: "Europe/Brussels",
    workflow: "published",
  })
  await soon(shown).toEqual(["Veillée, scheduled"])
  await house.ask("PATCH", `/api/contents/events/${id}/`, { title: { fr: "Longue veillée" } })
  await soon(shown).toEqual(["Longue veillée, scheduled"])
  await house.ask("PATCH", `/api/contents/events/${id}/`, { status: "cancelled" })
  await soon(shown).toEqual(["Longue veillée, cancelled"])
  await house.send("DELETE", `/api/contents/events/${id}/`)
  await soon(shown).toEqual([])
  expect(bb.passed.map(({ status }) => status)).toEqual(bb.passed.map(() => 202))
})

test("a page takes its followers to a page of the other instance, but only once that lists it as an alias", async () => {
  const move = { account: `${bb.url}/ap/actors/veilleuse`, confirm: "hangar" }
  await expect(house.ask("PUT", "/api/actors/hangar/fediverse/move/", move)).rejects.toThrow(/400/)
  await reader.ask("POST", "/api/actors/veilleuse/fediverse/aliases/", { account: hangar() })
  expect(await house.ask("PUT", "/api/actors/hangar/fediverse/move/", move)).toMatchObject({
    moved: { uri: move.account },
    followers: 0,
  })

  const followed = async () =>
    ((await reader.ask("GET", "/api/actors/followed/")) as { fid: string }[]).map(({ fid }) => fid)
  await soon(followed).toEqual(["veilleuse"])
  expect(await reader.ask("GET", "/api/fediverse/follows/")).toEqual([])
})
