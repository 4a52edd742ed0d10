import { sql } from "kysely"
import { expect, test } from "vitest"
import { detectContentChange } from "#features/changes/content.server.ts"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { logChange } from "#test/changes.ts"
import { inboxHandlers } from "../../../inbox.ts"
import { inboxFiles } from "../inbox/feeds.server.ts"
import { resetFutureDeliveries } from "./delivering.server.ts"

const here = "https://foyer.example"

/** The house, and remote accounts that follow it, named like their servers. */
async function followed(options: Parameters<typeof fediversePeer>[0] = {}, whom = "hangar", names = ["anna"]) {
  const [there, peer] = [await fediverseWorld(), await fediversePeer(options)]
  const inbox = inboxFiles(there.world, inboxHandlers)
  const follow = async (name: string, page: string) => {
    const object = page === "instance" ? `${here}/ap/instance` : `${here}/ap/actors/${page}`
    const activity = { id: `${peer.origin}/follows/${name}-${page}`, type: "Follow", actor: peer.id(name), object }
    const answer = await inbox.fetch(await peer.signed(name, `${here}/ap/inbox`, activity))
    expect(answer.status).toBe(202)
  }
  for (const name of names) await follow(name, whom)
  await there.deliver()
  peer.arrived.splice(0)
  const publish = async (title: string, said: object = {}) => {
    const event = await there.hangar.publishes({ title, starts: "2099-01-01T20:00", ...said })
    await logChange(there.db, { subject: { event: event.id }, kind: "published" })
    await there.tell()
    return event
  }
  const said = () => peer.arrived.map(({ activity }) => activity.object?.name ?? activity.object)
  const due = async () => {
    await sql`update fediverse_deliveries set due_at = now(), taken_until = null`.execute(there.db)
    await sql`update fediverse_hosts set retry_at = now()`.execute(there.db)
  }
  const left = async () => (await sql`select from fediverse_deliveries`.execute(there.db)).rows.length
  const followers = async () => (await sql`select from fediverse_followers`.execute(there.db)).rows.length
  return { ...there, peer, follow, publish, names: said, due, left, followers }
}

test("an activity is delivered once to a shared inbox, however many followers its server has", async () => {
  const { peer, publish, deliver, followers } = await followed({ sharedInbox: true }, "hangar", [
    "anna",
    "bram",
    "cleo",
  ])
  await publish("Soir")
  await deliver()

  expect(await followers()).toBe(3)
  expect(peer.arrived.map(({ path }) => path)).toEqual(["/inbox"])
})

test("deliveries queued or delayed while the clock was ahead are sent after they are reset to the right time", async () => {
  const { db, peer, publish, deliver, names, left } = await followed()
  peer.answers(() => ({ status: 503 }))
  await publish("Premier")
  await deliver()
  await publish("Second")
  // Everything was written by a clock that was a year ahead.
  await sql`
    update fediverse_deliveries set due_at = due_at + interval '1 year', created_at = created_at + interval '1 year',
      taken_until = now() + interval '1 year'`.execute(db)
  await sql`update fediverse_hosts set retry_at = retry_at + interval '1 year'`.execute(db)
  peer.answers(() => undefined)
  await deliver()
  expect(await left()).toBe(2)

  await resetFutureDeliveries(db)
  await sql`update fediverse_deliveries set taken_until = taken_until - interval '1 minute'`.execute(db)
  await deliver()
  expect([names(), await left()]).toEqual([["Premier", "Second"], 0])
})

test("a failing server gets no request for a while, and then every delivery once, in order", async () => {
  const { db, peer, publish, deliver, names, due, left } = await followed()
  let knocks = 0
  peer.answers(() => {
    knocks++
    return { status: 503 }
  })
  await publish("Un")
  await publish("Deux")
  await deliver()
  await deliver()
  expect(knocks).toBe(1)
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from min(due_at) - now())::float8 as wait from fediverse_deliveries`.execute(db)
  expect(rows[0]?.wait).toBeGreaterThan(30)

  peer.answers(() => undefined)
  await due()
  await deliver()
  expect(names()).toEqual(["Un", "Deux"])
  await due()
  await deliver()
  expect(names()).toEqual(["Un", "Deux"])
  expect(await left()).toBe(0)
})

test("the delay after failures grows up to about six hours, and Retry-After is respected", async () => {
  const { db, peer, publish, deliver, due } = await followed()
  const wait = async () => {
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from retry_at - now())::float8 as wait from fediverse_hosts`.execute(db)
    return rows[0]?.wait ?? 0
  }
  await publish("Un")
  const waits: number[] = []
  for (let time = 0; time < 8; time++) {
    peer.answers(() => ({ status: 503 }))
    await deliver()
    waits.push(await wait())
    await due()
  }
  expect(waits[1]).toBeGreaterThan(waits[0] as number)
  expect(waits.at(-1)).toBeGreaterThan(5 * 3600)
  expect(Math.max(...waits)).toBeLessThan(7 * 3600)

  await sql`update fediverse_hosts set failures = 1, retry_at = now()`.execute(db)
  peer.answers(() => ({ status: 429, headers: { "retry-after": "5000" } }))
  await deliver()
  expect(await wait()).toBeGreaterThan(4000)
})

test("the answer 410 removes the follower, and repeated 404 answers only drop the delivery", async () => {
  const { peer, publish, deliver, followers, left, due } = await followed()
  peer.answers(() => ({ status: 404 }))
  await publish("Un")
  for (let time = 0; time < 6; time++) {
    await deliver()
    await due()
  }
  expect(await followers()).toBe(1)
  expect(await left()).toBe(0)

  peer.answers(() => ({ status: 410 }))
  await publish("Deux")
  await deliver()
  expect(await followers()).toBe(0)
  expect(await left()).toBe(0)
})

test("410 from an account's own inbox deletes that account alone, and makes cached answers with its comments stale", async () => {
  const { db, peer, publish, follow, deliver, followers } = await followed({ sharedInbox: true })
  const { id } = await publish("Un")
  await deliver()
  peer.answers((path) => (path === "/users/bram/inbox" ? { status: 410 } : undefined))
  await follow("bram", "hangar")
  await sql`insert into fediverse_reactions (kind, event_id, remote_actor_id, uri, content, shown_at)
    select 'reply', ${id}, id, 'https://b.example/n', 'x', now() from remote_actors where username = 'bram'`.execute(db)
  expect(await followers()).toBe(2)

  expect(await detectContentChange(() => deliver())).toBe(true)
  expect(await followers()).toBe(1)
})

test("a server that refuses the older kind of signature is sent the request with an RFC 9421 signature", async () => {
  const { peer, publish, deliver } = await followed()
  peer.answers((_path, nth) => (nth === 0 && !isSecond() ? { status: 401 } : undefined))
  let knocks = 0
  const isSecond = () => knocks++ > 0
  await publish("Un")
  await deliver()

  expect(peer.arrived).toHaveLength(1)
  expect(peer.arrived[0]?.headers["signature-input"]).toContain("rsa-v1_5-sha256")
})

test("a delivery that a process took and did not finish is sent by another process once its time has run out", async () => {
  const { db, publish, deliver, names } = await followed()
  await publish("Un")
  await sql`update fediverse_deliveries set taken_until = now() + interval '1 minute'`.execute(db)
  await deliver()
  expect(names()).toEqual([])

  await sql`update fediverse_deliveries set taken_until = now() - interval '1 second'`.execute(db)
  await Promise.all([deliver(), deliver()])
  expect(names()).toEqual(["Un"])
})

test("two concurrent delivery runs send 25 activities once each, in order", async () => {
  const { publish, deliver, names, tell, db } = await followed()
  for (let nth = 0; nth < 25; nth++) await publish(`Soir ${nth}`)
  await tell()
  await Promise.all([deliver(), deliver()])

  expect(names()).toEqual(Array.from({ length: 25 }, (_, nth) => `Soir ${nth}`))
  expect((await sql`select from fediverse_deliveries`.execute(db)).rows).toEqual([])
})

test("an accepted co-organizer and the instance announce an event to their followers, and a removed one undoes it", async () => {
  const { db, peer, follow, publish, deliver, seuils, tell } = await followed({}, "seuils")
  await follow("bram", "instance")
  await deliver()
  peer.arrived.splice(0)
  const event = await publish("À deux", { organizer_ids: [await idOf(db, "hangar"), seuils.id] })
  await deliver()

  expect(
    peer.arrived.map(({ path, activity }) => `${path} ${activity.type} ${activity.actor} ${activity.object}`).sort(),
  ).toEqual([
    `/users/anna/inbox Announce ${here}/ap/actors/seuils ${here}/ap/events/${event.id}`,
    `/users/bram/inbox Announce ${here}/ap/instance ${here}/ap/events/${event.id}`,
  ])
  peer.arrived.splice(0)

  await sql`delete from event_organizers where event_id = ${event.id} and actor_id = ${seuils.id}`.execute(db)
  await logChange(db, { subject: { event: event.id }, kind: "updated" })
  await tell()
  await deliver()
  const undone = peer.arrived.filter(({ activity }) => activity.type === "Undo")
  expect(undone.map(({ path, activity }) => `${path} ${activity.object.type}`)).toEqual(["/users/anna/inbox Announce"])
})

test("a co-organizer who accepts again after a refusal sends a new Announce, and can undo that one too", async () => {
  const { db, peer, publish, deliver, seuils, tell } = await followed({}, "seuils")
  const event = await publish("À deux", { organizer_ids: [await idOf(db, "hangar"), seuils.id] })
  const turns = async (status: "accepted" | "refused") => {
    await sql`update event_organizers set status = ${status} where event_id = ${event.id} and actor_id = ${seuils.id}`.execute(
      db,
    )
    await logChange(db, { subject: { event: event.id }, kind: "updated" })
    await tell()
  }
  for (const status of ["refused", "accepted", "refused"] as const) await turns(status)
  await deliver()

  const said = peer.arrived.filter(({ activity }) => ["Announce", "Undo"].includes(activity.type))
  expect(said.map(({ activity }) => activity.type)).toEqual(["Announce", "Undo", "Announce", "Undo"])
  const [first, firstUndo, second, secondUndo] = said.map(({ activity }) => activity)
  expect(second?.id).not.toBe(first?.id)
  expect([firstUndo?.object.id, secondUndo?.object.id]).toEqual([first?.id, second?.id])
})

async function idOf(db: Awaited<ReturnType<typeof fediverseWorld>>["db"], fid: string) {
  const { id } = await db.selectFrom("actors").select("id").where("fid", "=", fid).executeTakeFirstOrThrow()
  return id
}

test("each future date of a series is delivered as an object of its own, and an update without changes sends nothing", async () => {
  const { db, peer, publish, deliver, tell } = await followed()
  const series = await publish("Trois soirs", { starts: ["2099-01-01T20:00", "2099-01-02T20:00", "2001-01-01T20:00"] })
  await deliver()
  expect(peer.arrived.map(({ activity }) => activity.object.startTime.slice(0, 10)).sort()).toEqual([
    "2099-01-01",
    "2099-01-02",
  ])
  expect(new Set(peer.arrived.map(({ activity }) => activity.object.id)).size).toBe(2)

  peer.arrived.splice(0)
  await logChange(db, { subject: { event: series.id }, kind: "updated" })
  await tell()
  await deliver()
  expect(peer.arrived).toEqual([])
})

test("an instance with a private address reaches no other servers and queues no deliveries", async () => {
  const { db, config, hangar, tell } = await fediverseWorld({
    PUBLIC_URL: "http://localhost:3000",
    OUTBOUND_PRIVATE: "0",
  })

  expect(config.federation).toMatchObject({ isOn: true, reaches: false })
  await logChange(db, { subject: { event: (await hangar.publishes()).id }, kind: "published" })
  await tell()
  expect((await sql`select from fediverse_deliveries`.execute(db)).rows).toEqual([])
})
