import { sql } from "kysely"
import { expect, test } from "vitest"
import { answerEvent } from "#features/events/attendance/commands.server.ts"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { sendAnswerNotice } from "#features/notices/answers/commands.server.ts"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { inboxHandlers } from "../../../inbox.ts"
import { inboxFiles } from "../inbox/feeds.server.ts"
import { describeDates, findFederatedEvent } from "../objects/queries.server.ts"

const here = "https://foyer.example"

/** The test world and a remote server whose accounts join events here and get answers. */
async function met() {
  const [there, peer] = [await fediverseWorld(), await fediversePeer()]
  const inbox = inboxFiles(there.world, inboxHandlers)
  let nth = 0
  const send = async (name: string, activity: object, as = name) => {
    const whole = { id: `${peer.origin}/deeds/${++nth}`, actor: peer.id(name), ...activity }
    return (await inbox.fetch(await peer.signed(as, `${here}/ap/inbox`, whole))).status
  }
  const uri = (event: number, date?: number) => `${here}/ap/events/${event}${date ? `/dates/${date}` : ""}`
  /** Returns the answers that arrived since the last call: « anna Accept ». */
  const answers = async () => {
    await there.deliver()
    return peer.arrived.splice(0).map(({ path, activity }) => `${path.split("/")[2]} ${activity.type}`)
  }
  const joins = async (name: string, event: number, more: object = {}) => {
    expect(await send(name, { type: "Join", object: uri(event), ...more })).toBe(202)
    return answers()
  }
  const coming = async (event: number) => {
    const { rows } = await sql<{ name: string }>`
      select r.username as name from fediverse_attendances f join remote_actors r on r.id = f.remote_actor_id
      where f.event_id = ${event} and f.state = 'accepted' order by f.id`.execute(there.db)
    return rows.map(({ name }) => name)
  }
  const wants = (actor: number, joining: string) =>
    sql`insert into fediverse_settings (actor_id, joining) values (${actor}, ${joining})
      on conflict (actor_id) do update set joining = excluded.joining`.execute(there.db)
  const follows = (name: string, fid: string) => send(name, { type: "Follow", object: `${here}/ap/actors/${fid}` })
  return { ...there, peer, send, uri, answers, joins, coming, wants, follows }
}

test("a Join is answered with an Accept that embeds it until the event is full, local answers included", async () => {
  const { hangar, nour, db, config, peer, uri, deliver, send, joins, coming } = await met()
  const { id } = await hangar.publishes({ capacity: 3 })
  await answerEvent(db, nour.viewer, id, { value: "confirmed" }, config)

  const join = { id: `${peer.origin}/joins/1`, type: "Join", object: uri(id), participationMessage: "À <b>vélo</b>" }
  expect(await send("anna", join)).toBe(202)
  await deliver()
  expect(peer.arrived.splice(0)).toMatchObject([
    {
      path: "/users/anna/inbox",
      activity: {
        type: "Accept",
        actor: `${here}/ap/actors/hangar`,
        to: [peer.id("anna")],
        object: { id: join.id, type: "Join", actor: peer.id("anna"), object: uri(id) },
      },
    },
  ])
  expect(await joins("bram", id)).toEqual(["bram Accept"])
  expect(await joins("cleo", id)).toEqual(["cleo Reject"])
  expect(await coming(id)).toEqual(["anna", "bram"])
})

test("of three concurrent Joins for the last place, one is accepted and two are rejected", async () => {
  const { hangar, send, uri, answers, coming } = await met()
  const { id } = await hangar.publishes({ capacity: 1 })
  await Promise.all(["anna", "bram", "cleo"].map((name) => send(name, { type: "Join", object: uri(id) })))

  const said = (await answers()).map((answer) => answer.split(" ")[1])
  expect(said.sort()).toEqual(["Accept", "Reject", "Reject"])
  expect(await coming(id)).toHaveLength(1)
})

test("a second Join of an attendee is accepted without taking another place, and a repeated activity has no effect", async () => {
  const { hangar, joins, coming, peer } = await met()
  const { id } = await hangar.publishes({ capacity: 1 })
  expect(await joins("anna", id)).toEqual(["anna Accept"])
  expect(await joins("anna", id)).toEqual(["anna Accept"])
  const again = { id: `${peer.origin}/joins/same` }
  expect(await joins("anna", id, again)).toEqual(["anna Accept"])
  expect(await joins("anna", id, again)).toEqual([])
  expect(await coming(id)).toEqual(["anna"])
})

test("an event without a capacity accepts every Join", async () => {
  const { hangar, joins } = await met()
  const { id } = await hangar.publishes({ capacity: null })
  for (const name of ["anna", "bram", "cleo", "dina"]) expect(await joins(name, id)).toEqual([`${name} Accept`])
})

test.each([
  ["a Leave", (_: string, object: string) => ({ type: "Leave", object })],
  [
    "an Undo of the Join",
    (join: string, object: string) => ({ type: "Undo", object: { id: join, type: "Join", object } }),
  ],
  ["an Undo of its address", (join: string) => ({ type: "Undo", object: join })],
  ["an Undo without the address", (_: string, object: string) => ({ type: "Undo", object: { type: "Join", object } })],
])("%s frees the attendee's place for the next Join, but only when its own account sends it", async (_, shape) => {
  const { hangar, peer, send, uri, joins, coming, answers } = await met()
  const { id } = await hangar.publishes({ capacity: 1 })
  await joins("anna", id, { id: `${peer.origin}/joins/a` })
  expect(await joins("bram", id)).toEqual(["bram Reject"])

  // Nobody can leave on behalf of another account.
  await send("bram", shape(`${peer.origin}/joins/a`, uri(id)))
  expect(await send("anna", shape(`${peer.origin}/joins/a`, uri(id)), "bram")).toBe(401)
  expect(await coming(id)).toEqual(["anna"])
  expect(await send("anna", shape(`${peer.origin}/joins/a`, uri(id)))).toBe(202)
  expect(await answers()).toEqual([])
  expect(await coming(id)).toEqual([])
  expect(await joins("bram", id)).toEqual(["bram Accept"])
  expect(await joins("anna", id)).toEqual(["anna Reject"])
})

test("a Join of a cancelled or past event is rejected", async () => {
  const { hangar, joins, coming } = await met()
  const off = await hangar.publishes({ status: "cancelled" })
  const over = await hangar.publishes({ starts: "2020-01-01T20:30" })
  expect(await joins("anna", off.id)).toEqual(["anna Reject"])
  expect(await joins("anna", over.id)).toEqual(["anna Reject"])
  expect([...(await coming(off.id)), ...(await coming(over.id))]).toEqual([])
})

test("each date of a series has its own places, and a local answer for all dates takes one at each", async () => {
  const { hangar, nour, db, config, uri, send, answers, joins } = await met()
  const { id } = await hangar.publishes({
    capacity: 2,
    starts: [`${tomorrow()}T20:30`, `${tomorrow(1)}T20:30`, `${tomorrow(2)}T20:30`],
  })
  const { rows } = await sql<{ id: number }>`select id from occurrences where event_id = ${id} order by id`.execute(db)
  const [, second = 0, third = 0] = rows.map((row) => row.id)
  await answerEvent(db, nour.viewer, id, { value: "confirmed" }, config)
  await answerEvent(db, nour.viewer, id, { value: "declined", occurrence: third }, config)
  await sql`update occurrences set status = 'cancelled' where id = ${second}`.execute(db)

  expect(await joins("anna", id)).toEqual(["anna Accept"])
  expect(await joins("bram", id)).toEqual(["bram Reject"])
  const to = async (name: string, date: number) => {
    await send(name, { type: "Join", object: uri(id, date) })
    return answers()
  }
  expect(await to("bram", second)).toEqual(["bram Reject"])
  expect(await to("bram", third)).toEqual(["bram Accept"])
  expect(await to("cleo", third)).toEqual(["cleo Accept"])
  expect(await to("dina", third)).toEqual(["dina Reject"])
  expect(await to("dina", 999_999)).toEqual([])
})

test("a Join is rejected for non-followers where only followers may join, and ignored where nobody may join", async () => {
  const { hangar, db, config, answers, joins, wants, follows } = await met()
  const { id } = await hangar.publishes()
  const mode = async (event = id) => {
    const told = await findFederatedEvent(db, config, event)
    const [object] = told ? describeDates(told, config) : []
    return [object?.joinMode, object?.externalParticipationUrl]
  }
  expect(await mode()).toEqual(["free", undefined])
  await wants(hangar.id, "followers")
  expect(await mode()).toEqual(["restricted", undefined])
  expect(await joins("anna", id)).toEqual(["anna Reject"])
  await follows("anna", "hangar")
  expect(await answers()).toEqual(["anna Accept"])
  expect(await joins("anna", id)).toEqual(["anna Accept"])
  await wants(hangar.id, "nobody")
  expect(await mode()).toEqual(["external", `${here}/events/${id}`])
  expect(await joins("bram", id)).toEqual(["bram Ignore"])
  await wants(hangar.id, "everyone")
  const sold = await hangar.publishes({ ticket_url: "https://tickets.example/1" })
  expect(await mode(sold.id)).toEqual(["external", "https://tickets.example/1"])
  expect(await joins("bram", sold.id)).toEqual(["bram Ignore"])
})

test("a Join of an event for followers gets an answer only when a follower sends it", async () => {
  const { hangar, db, joins, follows, answers } = await met()
  const { id } = await hangar.publishes()
  await sql`insert into fediverse_settings (actor_id, audience) values (${hangar.id}, 'followers')`.execute(db)
  expect(await joins("anna", id)).toEqual([])
  await follows("anna", "hangar")
  expect(await answers()).toEqual(["anna Accept"])
  expect(await joins("anna", id)).toEqual(["anna Accept"])
})

test("a Join of a draft, a hidden, a missing or an unfederated event gets no answer", async () => {
  const { hangar, db, joins, send, answers } = await met()
  const draft = await hangar.drafts()
  const hidden = await hangar.publishes()
  await sql`update events set hidden_at = now(), hidden_workflow = 'published', workflow = 'draft' where id = ${hidden.id}`.execute(
    db,
  )
  const shy = await hangar.publishes()
  for (const id of [draft.id, hidden.id, 987_654]) expect(await joins("anna", id)).toEqual([])
  await sql`insert into fediverse_settings (actor_id, audience) values (${hangar.id}, 'nobody')`.execute(db)
  expect(await joins("anna", shy.id)).toEqual([])
  expect(await send("anna", { type: "Leave", object: `${here}/ap/events/${draft.id}` })).toBe(202)
  expect(await answers()).toEqual([])
})

test("a deleted account, or one that blocks the page, no longer attends the page's events", async () => {
  const { hangar, rhizome, peer, send, joins, coming } = await met()
  const { id } = await hangar.publishes()
  const other = await rhizome.publishes()
  for (const name of ["anna", "bram"]) await joins(name, id)
  await joins("bram", other.id)
  await send("anna", { id: `${peer.id("anna")}#delete`, type: "Delete", object: peer.id("anna") })
  expect(await coming(id)).toEqual(["bram"])
  const block = { id: `${peer.origin}/blocks/1`, type: "Block", object: `${here}/ap/actors/hangar` }
  await send("bram", block)
  expect([await coming(id), await coming(other.id)]).toEqual([[], ["bram"]])
  expect(await send("bram", { type: "Undo", object: { ...block, actor: peer.id("bram") } })).toBe(202)
  expect(await coming(id)).toEqual([])
})

test("only managers see remote attendees in the list, counts and CSV, are notified of them and can remove them", async () => {
  const { hangar, nour, newcomer, ask, db, joins, answers, coming } = await met()
  const { id } = await hangar.publishes()
  await joins("anna", id, { participationMessage: "=À trois" })
  await joins("bram", id)
  const at = `/api/contents/events/${id}/`
  const list = `${at}attendances/elsewhere/`

  const { body, headers } = await ask(hangar.viewer, "GET", list)
  expect(body).toMatchObject([
    { by: { name: "bram" }, message: null, occurrence: null },
    {
      by: { name: "anna", handle: expect.stringMatching(/^anna@127\.0\.0\.1:/), url: expect.stringContaining("anna") },
      message: "=À trois",
    },
  ])
  expect(headers.get("x-total-count")).toBe("2")
  expect((await ask(hangar.viewer, "GET", at)).body.attendance_counts).toMatchObject({ confirmed: 2 })
  const counts = await ask(hangar.viewer, "GET", `${at}attendances/counts/`)
  expect(counts.body).toEqual([{ occurrence: null, interested: 0, confirmed: 2, declined: 0, unconfirmed: 0 }])
  const csv = (await ask(hangar.viewer, "GET", `${at}attendances/?format=csv`)).body.split("\r\n")
  expect(csv[0]).toMatch(/,elsewhere,message$/)
  expect(csv.slice(1).join()).toMatch(/bram,,confirmed,.*,bram@127.*anna,,confirmed,.*,'=À trois/)
  expect((await ask(nour.viewer, "GET", at)).body.attendance_counts).toBeUndefined()
  for (const viewer of [null, nour.viewer]) expect((await ask(viewer, "GET", list)).status).toBe(403)

  const [bram] = body
  const stranger = await newcomer("passante")
  for (const viewer of [null, stranger, nour.viewer])
    expect((await ask(viewer, "DELETE", `${list}${bram.id}/`)).status).toBe(403)
  const elsewhere = await hangar.publishes()
  expect(
    (await ask(hangar.viewer, "DELETE", `/api/contents/events/${elsewhere.id}/attendances/elsewhere/${bram.id}/`))
      .status,
  ).toBe(404)
  for (let times = 0; times < 2; times++)
    expect((await ask(hangar.viewer, "DELETE", `${list}${bram.id}/`)).status).toBe(204)
  expect(await answers()).toEqual(["bram Reject"])
  expect(await coming(id)).toEqual(["anna"])
  expect(await joins("bram", id)).toEqual(["bram Reject"])
  const { body: journal } = await ask(hangar.viewer, "GET", `${at}changes/`)
  expect(journal[0]).toMatchObject({ action: "attendee_removed" })

  // Reported together with the answers of people here, in one notice.
  const { rows } = await sql<{ id: number }>`select id from notices where kind = 'answers'`.execute(db)
  expect(rows).toHaveLength(1)
  await sendAnswerNotice(db, rows[0]?.id ?? 0)
  await gatherRecipients(db, rows[0]?.id ?? 0)
  const told = await ask(hangar.viewer, "GET", "/api/me/notifications/")
  expect(told.body).toMatchObject([{ kind: "answers", becomes: { answers: { confirmed: 1, interested: 0 } } }])
})

test("a remote attendee who follows nobody receives the event's changes, cancellation and deletion, until they leave", async () => {
  const { hangar, ask, send, uri, answers, joins, tell } = await met()
  const { id } = await hangar.publishes()
  await joins("anna", id)
  const at = `/api/contents/events/${id}/`
  const settle = async () => {
    await tell()
    return answers()
  }
  expect(await settle()).toEqual([])
  const edit = async (body: object) => {
    const { headers } = await ask(hangar.viewer, "GET", at)
    const { status } = await ask(hangar.viewer, "PATCH", at, body, { "if-match": headers.get("etag") ?? "" })
    expect(status).toBe(200)
  }
  await edit({ title: { fr: "Radio Minuit et demi" } })
  expect(await settle()).toEqual(["anna Update"])
  await edit({ status: "cancelled", status_reason: "La scène est inondée." })
  expect(await settle()).toEqual(["anna Update", "anna Create"])
  expect((await ask(hangar.viewer, "DELETE", at)).status).toBe(204)
  expect(await settle()).toEqual(["anna Delete"])

  const other = await hangar.publishes()
  await joins("bram", other.id)
  await send("bram", { type: "Leave", object: uri(other.id) })
  await ask(hangar.viewer, "DELETE", `/api/contents/events/${other.id}/`)
  expect(await settle()).toEqual([])
})
