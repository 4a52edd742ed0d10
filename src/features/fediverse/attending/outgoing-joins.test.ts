import { sql } from "kysely"
import { expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { answerEvent, withdrawAnswer } from "#features/events/attendance/commands.server.ts"
import { saveEvents } from "#features/events/store.server.ts"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { instantOf } from "#lib/time.ts"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { inboxHandlers } from "../../../inbox.ts"
import { inboxFiles } from "../inbox/feeds.server.ts"
import { refreshRemoteActor } from "../remote/commands.server.ts"
import { settleJoin, settleJoins } from "./outgoing-joins.server.ts"

const here = "https://foyer.example"

/** The test world with an event by anna on a remote server, whom nour follows. */
async function met(joinMode: string | null = "free") {
  const [there, peer] = [await fediverseWorld(), await fediversePeer()]
  const { db, config, nour } = there
  const anna = await refreshRemoteActor(db, config, peer.id("anna"))
  if (!anna) throw new Error("anna is not there")
  const uri = `${peer.origin}/events/1`
  const [id = 0] = await saveEvents(db, [
    {
      language: "fr",
      title: { fr: "Bal des voisins" },
      category: "music",
      timezone: "Europe/Brussels",
      occurrences: [{ starts_at: instantOf(`${tomorrow()}T20:00`, "Europe/Brussels"), ends_at: null }],
      organizer_ids: [],
    },
  ])
  await sql`update events set workflow = 'remote' where id = ${id}`.execute(db)
  await sql`
    insert into fediverse_events (event_id, uri, url, remote_actor_id, join_mode, said)
    values (${id}, ${uri}, ${uri}, ${anna.id}, ${joinMode}, sha256('x'))`.execute(db)
  await sql`insert into fediverse_follows (user_id, remote_actor_id) values (${nour.viewer.userId}, ${anna.id})`.execute(
    db,
  )

  /** Runs the queued jobs of the answers, and returns what arrived at the remote server: « Join nour ». */
  const settle = async () => {
    const { rows } = await sql<{ name: string; data: { eventId: number; userId: number } }>`
      with jobs as (delete from pgboss.job where name like 'fediverse.settle%' returning created_on, name, data)
      select name, data from jobs order by created_on`.execute(db)
    for (const { name, data } of rows)
      await (name === "fediverse.settle-join"
        ? settleJoin(db, config, data.eventId, data.userId)
        : settleJoins(db, config))
    await there.deliver()
    return peer.arrived.splice(0)
  }
  const told = async () =>
    (await settle()).map(({ activity }) => `${activity.type} ${activity.actor.split("/").at(-1)}`)
  const says = (value: "confirmed" | "declined" | "interested", viewer: SignedIn = nour.viewer) =>
    answerEvent(db, viewer, id, { value }, config)
  const state = async () =>
    (await sql<{ state: string }>`select state from fediverse_joins where event_id = ${id}`.execute(db)).rows[0]?.state
  const inbox = inboxFiles(there.world, inboxHandlers)
  let nth = 0
  const answers = async (type: string, object: unknown, name = "anna") => {
    const activity = { id: `${peer.origin}/answers/${++nth}`, type, actor: peer.id(name), object }
    return (await inbox.fetch(await peer.signed(name, `${here}/ap/inbox`, activity))).status
  }
  const outing = async () => (await there.ask(nour.viewer, "GET", "/api/me/outings/")).body[0]
  return { ...there, peer, anna, uri, id, settle, told, says, state, answers, outing }
}

test("a confirmed answer sends one Join in the name of the user's page, and another answer sends one Leave", async () => {
  const { nour, db, config, id, peer, uri, settle, told, says, state } = await met()
  await says("interested")
  expect(await told()).toEqual([])
  await Promise.all([says("confirmed"), says("confirmed")])
  await Promise.all([settleJoin(db, config, id, nour.viewer.userId), settleJoin(db, config, id, nour.viewer.userId)])
  const [join, ...more] = await settle()
  expect(more).toEqual([])
  expect(join).toMatchObject({
    path: "/users/anna/inbox",
    activity: {
      id: expect.stringMatching(/^https:\/\/foyer\.example\/ap\/actors\/nour\/joins\/[\w-]+$/),
      type: "Join",
      actor: `${here}/ap/actors/nour`,
      to: [peer.id("anna")],
      object: uri,
    },
  })
  expect(join?.headers.signature).toContain(`${here}/ap/actors/nour#main-key`)
  expect(await state()).toBe("asked")
  await says("confirmed")
  expect(await told()).toEqual([])

  for (const value of ["declined", "interested"] as const) {
    await says(value)
    expect(await told()).toEqual(["Leave nour"])
    await says(value)
    expect(await told()).toEqual([])
    await says("confirmed")
    expect(await told()).toEqual(["Join nour"])
  }
  await withdrawAnswer(db, nour.viewer, id, undefined)
  const [leave] = await settle()
  expect(leave?.activity).toMatchObject({ type: "Leave", object: uri })
  expect(await state()).toBe("left")
})

test("an answer that is changed before its Join is sent sends nothing", async () => {
  const { says, told, state } = await met()
  await says("confirmed")
  await says("declined")
  expect([await told(), await state()]).toEqual([[], undefined])
})

test.each(["external", "invite", "none"])(
  "an answer to a remote event with the join mode %s is stored, but no Join is sent",
  async (mode) => {
    const { nour, id, ask, says, told, uri, outing, peer } = await met(mode)
    await says("confirmed")
    expect(await told()).toEqual([])
    expect((await ask(nour.viewer, "GET", "/api/me/outings/")).body).toMatchObject([{ id, my_attendance: "confirmed" }])
    expect((await outing()).joining).toEqual({ host: new URL(peer.origin).host, url: uri, is_told: false, state: null })
  },
)

test.each([["restricted"], [null]])("an answer to a remote event with the join mode %s sends a Join", async (mode) => {
  const { says, told } = await met(mode)
  await says("confirmed")
  expect(await told()).toEqual(["Join nour"])
})

type Join = { id: string; actor: string; object: string }
test.each([
  ["its address", (join: Join) => join.id],
  ["the whole of it", (join: Join) => ({ ...join, type: "Join" })],
  // As Mobilizon returns it, with a participation id of its own.
  [
    "what it was, by another address",
    ({ actor, object }: Join) => ({ id: new URL("/join/event/1", object).href, type: "Join", actor, object }),
  ],
  ["what it was", ({ actor, object }: Join) => ({ type: "Join", actor, object })],
])("an Accept or Reject of a Join that names %s sets the state that the user sees", async (_, shape) => {
  const { says, settle, state, answers, outing } = await met()
  await says("confirmed")
  expect((await outing()).joining).toMatchObject({ is_told: true, state: "asked" })
  const join = (await settle())[0]?.activity as Join
  for (const [type, becomes] of [
    ["Accept", "accepted"],
    ["Reject", "rejected"],
    ["Accept", "accepted"],
  ] as const) {
    // Answers about other Joins change nothing.
    const others = [
      shape({ ...join, id: `${join.id}x`, actor: `${join.actor}x` }),
      shape({ ...join, object: `${join.object}0` }),
    ]
    const before = await state()
    expect([202, 400]).toContain(await answers(type === "Accept" ? "Reject" : "Accept", others[0]))
    expect(await state()).toBe(before)
    expect(await answers(type, shape(join))).toBe(202)
    expect(await state()).toBe(becomes)
    expect((await outing()).joining).toMatchObject({ state: becomes })
  }
})

test("an Accept that names only the event counts from its author alone, and an ignored Join can still be accepted", async () => {
  const { says, settle, state, answers, uri } = await met()
  await says("confirmed")
  const join = (await settle())[0]?.activity as Join
  const { actor, id } = join
  await answers("Accept", { type: "Join", actor, object: uri }, "bram")
  await answers("Accept", { type: "Join", actor: `${here}/ap/actors/hangar`, object: uri })
  expect(await state()).toBe("asked")
  await answers("Ignore", id)
  expect(await state()).toBe("ignored")
  // Events of a group are answered by one of its members (Mobilizon), who knows the address of our Join.
  await answers("Accept", id, "bram")
  expect(await state()).toBe("accepted")
  await answers("Ignore", id)
  expect(await state()).toBe("accepted")
})

test("a rejected user is notified once, stays rejected, and joins again by declining and confirming", async () => {
  const { nour, db, config, ask, says, settle, told, state, answers, peer } = await met()
  await says("confirmed")
  const join = (await settle())[0]?.activity as Join
  for (const answer of ["Reject", "Accept", "Reject", "Accept", "Reject"] as const) await answers(answer, join.id)
  await says("confirmed")
  await settleJoins(db, config)
  expect([await told(), await state()]).toEqual([[], "rejected"])
  const { rows } = await sql<{ id: number }>`select id from notices where kind = 'refused'`.execute(db)
  expect(rows).toHaveLength(1)
  await gatherRecipients(db, rows[0]?.id ?? 0)
  expect((await ask(nour.viewer, "GET", "/api/me/notifications/")).body).toMatchObject([
    { kind: "refused", becomes: { host: new URL(peer.origin).host } },
  ])
  for (const answer of ["Accept", "Reject"] as const) await answers(answer, join.id)
  expect((await sql`select from notices where kind = 'refused'`.execute(db)).rows).toHaveLength(1)

  await says("declined")
  expect([await told(), await state()]).toEqual([[], "left"])
  // A late answer changes nothing.
  await answers("Accept", join.id)
  expect(await state()).toBe("left")
  await says("confirmed")
  const again = (await settle()).map(({ activity }) => activity as Join)
  expect([again.map(({ actor }) => actor), await state()]).toEqual([[`${here}/ap/actors/nour`], "asked"])

  // However quickly it follows: the job only sees the final answer.
  await answers("Reject", again[0]?.id)
  await says("declined")
  await says("confirmed")
  expect([await told(), await state()]).toEqual([["Join nour"], "asked"])
})

test("no Join is sent for a page with the audience nobody, and a page that becomes a draft sends a Leave", async () => {
  const { nour, db, says, told, outing, ask } = await met()
  await sql`insert into fediverse_settings (actor_id, audience) values (${nour.id}, 'nobody')`.execute(db)
  await says("confirmed")
  expect([await told(), (await outing()).joining]).toEqual([
    [],
    expect.objectContaining({ is_told: false, state: null }),
  ])
  await sql`delete from fediverse_settings`.execute(db)
  await says("confirmed")
  expect(await told()).toEqual(["Join nour"])
  const { headers } = await ask(nour.viewer, "GET", "/api/actors/nour/")
  const withdrawn = await ask(
    nour.viewer,
    "PATCH",
    "/api/actors/nour/",
    { status: "draft" },
    {
      "if-match": headers.get("etag") ?? "",
    },
  )
  expect(withdrawn.status).toBe(200)
  expect(await told()).toEqual(["Leave nour"])
})

test("after the deletion of a user and their page, a Leave is sent for their Join", async () => {
  const { nour, db, says, told, settle } = await met()
  await says("confirmed")
  await settle()
  await sql`delete from users where id = ${nour.viewer.userId}`.execute(db)
  await sql`delete from actors where id = ${nour.id}`.execute(db)
  await sql`insert into pgboss.job (name, data) values ('fediverse.settle-joins', '{}')`.execute(db)
  expect(await told()).toEqual(["Leave nour"])
  expect((await sql`select from fediverse_joins`.execute(db)).rows).toEqual([])
})

test("a remote event cannot be answered by users who do not follow its account, nor when it is cancelled", async () => {
  const { seuils, db, says, told, id } = await met()
  await expect(says("confirmed", seuils.viewer)).rejects.toMatchObject({ code: "event_not_found" })
  await sql`update events set status = 'cancelled' where id = ${id}`.execute(db)
  await expect(says("confirmed")).rejects.toMatchObject({ code: "event_cancelled" })
  expect(await told()).toEqual([])
})
