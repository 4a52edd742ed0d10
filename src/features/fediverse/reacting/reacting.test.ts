import { sql } from "kysely"
import { expect, test } from "vitest"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { sendAnswerNotice } from "#features/notices/answers/commands.server.ts"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { inboxHandlers } from "../../../inbox.ts"
import { inboxFiles } from "../inbox/feeds.server.ts"
import { describeDates, findFederatedEvent } from "../objects/queries.server.ts"

const here = "https://foyer.example"
const everyone = "https://www.w3.org/ns/activitystreams#Public"

/** The test world with an event of the hangar, which takes comments, and a remote server whose accounts react to it. */
async function met({ hasComments = true } = {}) {
  const [there, peer] = [await fediverseWorld(), await fediversePeer()]
  const { db, hangar, ask } = there
  const { id } = await hangar.publishes()
  const comments = (isOn: boolean) =>
    sql`insert into fediverse_settings (actor_id, has_comments) values (${hangar.id}, ${isOn})
      on conflict (actor_id) do update set has_comments = excluded.has_comments`.execute(db)
  if (hasComments) await comments(true)
  const inbox = inboxFiles(there.world, inboxHandlers)
  let nth = 0
  const send = async (name: string, activity: object, as = name) => {
    const whole = { id: `${peer.origin}/deeds/${++nth}`, actor: peer.id(name), ...activity }
    return (await inbox.fetch(await peer.signed(as, `${here}/ap/inbox`, whole))).status
  }
  const uri = `${here}/ap/events/${id}`
  const note = (name: string, nr: number, more: object = {}) => ({
    id: `${peer.origin}/notes/${nr}`,
    type: "Note",
    attributedTo: peer.id(name),
    to: [everyone],
    cc: [`${here}/ap/actors/hangar`],
    inReplyTo: uri,
    content: `<p>Mot ${nr}<script>alert(1)</script></p>`,
    url: `${peer.origin}/@${name}/${nr}`,
    published: "2026-11-01T10:00:00Z",
    ...more,
  })
  const replies = (name: string, nr: number, more: object = {}) =>
    send(name, { type: "Create", object: note(name, nr, more) })
  const at = `/api/contents/events/${id}/`
  const seen = async () => (await ask(null, "GET", `${at}comments/`)).body
  const managed = async () => (await ask(hangar.viewer, "GET", `${at}comments/all/?limit=100`)).body
  const turn = (comment: number, is_shown: boolean, viewer = hangar.viewer) =>
    ask(viewer, "PATCH", `${at}comments/${comment}/`, { is_shown })
  const reactions = async () =>
    (await ask(hangar.viewer, "GET", `${at}reactions/`)).body.map(
      ({ by, kind }: { by: { name: string }; kind: string }) => `${by.name} ${kind}`,
    )
  return { ...there, peer, id, uri, at, comments, send, note, replies, seen, managed, turn, reactions }
}

test("an account's like and boost count once each, are shown to managers alone, and can be undone", async () => {
  const { send, uri, peer, reactions, ask, nour, at, id } = await met()
  const like = { id: `${peer.origin}/likes/1`, type: "Like", object: uri }
  for (const activity of [
    like,
    like,
    { type: "Like", object: `${here}/events/${id}` },
    { type: "Announce", object: uri },
  ])
    expect(await send("anna", activity)).toBe(202)
  await send("bram", { type: "Like", object: `${uri}/notes/3` })
  expect(await reactions()).toEqual(["bram like", "anna announce", "anna like"])
  for (const viewer of [null, nour.viewer]) {
    expect((await ask(viewer, "GET", `${at}reactions/`)).status).toBe(403)
    expect((await ask(viewer, "GET", `${at}comments/all/`)).status).toBe(403)
  }
  const event = await ask(null, "GET", at)
  expect(JSON.stringify(event.body)).not.toMatch(/anna|"like/)

  // An Undo by id only ends the latest reaction; an Undo by content ends any.
  await send("bram", { type: "Undo", object: { type: "Like", object: uri, actor: peer.id("bram") } })
  await send("cleo", { type: "Undo", object: { type: "Announce", object: uri } })
  await send("anna", { type: "Undo", object: { ...like, actor: peer.id("anna") } })
  expect(await reactions()).toEqual(["anna announce"])
})

test("a reply is stored as a hidden comment until a manager shows it, and a deleted comment is not accepted again", async () => {
  const { replies, seen, managed, turn, ask, nour, hangar, at, peer } = await met()
  await replies("anna", 1)
  expect(await seen()).toEqual([])
  const [comment, ...others] = await managed()
  expect(others).toEqual([])
  expect(comment).toMatchObject({
    by: { name: "anna", handle: expect.stringMatching(/^anna@127/) },
    content: "<p>Mot 1</p>",
    url: `${peer.origin}/@anna/1`,
    is_shown: false,
    is_edited: false,
  })
  for (const viewer of [nour.viewer]) expect((await turn(comment.id, true, viewer)).status).toBe(403)
  expect((await ask(nour.viewer, "DELETE", `${at}comments/${comment.id}/`)).status).toBe(403)
  expect((await turn(999_999, true)).status).toBe(404)
  expect((await ask(hangar.viewer, "PATCH", `${at}comments/x/`, { is_shown: true })).status).toBe(404)
  expect((await ask(hangar.viewer, "PATCH", `${at}comments/${comment.id}/`, {})).status).toBe(400)

  for (let times = 0; times < 2; times++) expect((await turn(comment.id, true)).body).toMatchObject({ is_shown: true })
  const [shown] = await seen()
  expect(shown).toMatchObject({ id: comment.id, content: "<p>Mot 1</p>" })
  expect(shown).not.toHaveProperty("is_shown")
  const one = (event = at) => ask(null, "GET", `${event}comments/${comment.id}/`)
  expect((await one()).body).toEqual(shown)
  const other = await hangar.publishes({ title: "Autre" })
  expect((await one(`/api/contents/events/${other.id}/`)).status).toBe(404)
  await turn(comment.id, false)
  expect((await one()).status).toBe(404)
  expect(await seen()).toEqual([])
  await turn(comment.id, true)
  expect((await ask(hangar.viewer, "DELETE", `${at}comments/${comment.id}/`)).status).toBe(204)
  expect([await seen(), await managed()]).toEqual([[], []])
  // A deleted comment is not accepted again.
  await replies("anna", 1)
  expect(await managed()).toEqual([])
  const { body: journal } = await ask(hangar.viewer, "GET", `${at}changes/`)
  expect(journal.map(({ action }: { action: string }) => action).slice(0, 4)).toEqual([
    "reply_removed",
    "reply_shown",
    "reply_hidden",
    "reply_shown",
  ])
})

test("only its author edits or deletes a comment, and an edit hides it", async () => {
  const { replies, send, note, seen, managed, turn, peer } = await met()
  await replies("anna", 1)
  await replies("anna", 2)
  const [second, first] = await managed()
  await turn(first.id, true)
  await turn(second.id, true)
  const edited = note("anna", 1, { content: "<p>Autre chose</p>" })
  expect(await send("bram", { type: "Update", object: edited })).toBe(400)
  expect(await send("anna", { type: "Update", object: edited }, "bram")).toBe(401)
  await send("bram", { type: "Update", object: { ...edited, attributedTo: undefined } })
  expect(await seen()).toHaveLength(2)
  // The same content again changes nothing.
  await send("anna", { type: "Update", object: note("anna", 2) })
  expect(await seen()).toHaveLength(2)
  await send("anna", { type: "Update", object: edited })
  expect((await seen()).map(({ id }: { id: number }) => id)).toEqual([second.id])
  expect((await managed())[1]).toMatchObject({ content: "<p>Autre chose</p>", is_edited: true, is_shown: false })

  const gone = { type: "Delete", object: { id: `${peer.origin}/notes/2`, type: "Tombstone" } }
  await send("bram", gone)
  expect(await seen()).toHaveLength(1)
  await send("anna", gone)
  expect(await seen()).toEqual([])
  await replies("anna", 2)
  expect(await managed()).toHaveLength(1)
  // A note that is restricted to some people is no longer a comment.
  await send("anna", { type: "Update", object: { ...edited, to: [`${here}/ap/actors/hangar`], cc: [] } })
  expect(await managed()).toEqual([])
})

test("an Update that arrives before its Create is stored as the comment, and the Create then changes nothing", async () => {
  const { replies, send, note, managed, turn, ask, hangar, at, peer, db } = await met()
  const edited = (nr: number, more: object = {}) =>
    send("anna", { type: "Update", object: note("anna", nr, { content: "<p>Autre chose</p>", ...more }) })
  await edited(1)
  await replies("anna", 1)
  const [first, ...others] = await managed()
  expect([first, others]).toMatchObject([{ content: "<p>Autre chose</p>", is_edited: true, is_shown: false }, []])

  // Of restricted posts that are no reply to anything here nothing is stored.
  await edited(9, { inReplyTo: `${peer.origin}/notes/1`, to: [`${here}/ap/actors/hangar`], cc: [] })
  expect((await sql`select from fediverse_withdrawn`.execute(db)).rows).toEqual([])

  // What its author took back, what is restricted by now and what a manager removed does not come this way either.
  await send("anna", { type: "Delete", object: { id: `${peer.origin}/notes/2`, type: "Tombstone" } })
  await edited(2)
  await edited(3, { to: [`${here}/ap/actors/hangar`], cc: [] })
  await replies("anna", 3)
  await turn(first.id, true)
  await ask(hangar.viewer, "DELETE", `${at}comments/${first.id}/`)
  await edited(1, { content: "<p>Encore autre chose</p>" })
  expect(await managed()).toEqual([])
})

test("the deletion of a remote account deletes its comments, shown ones included", async () => {
  const { replies, send, managed, turn, seen, peer, db } = await met()
  await replies("anna", 1)
  await turn((await managed())[0].id, true)
  expect(await seen()).toHaveLength(1)
  await send("anna", { id: `${peer.id("anna")}#delete`, type: "Delete", object: peer.id("anna") })
  expect(await seen()).toEqual([])
  expect((await sql`select from fediverse_reactions`.execute(db)).rows).toEqual([])
})

test.each([
  ["to some alone", { to: [`${here}/ap/actors/hangar`], cc: [] }],
  ["to followers", { to: ["https://elsewhere.example/users/anna/followers"], cc: [] }],
  ["without words", { content: "<p> </p>" }],
  ["to something else", { inReplyTo: "https://elsewhere.example/1" }],
  ["to nothing", { inReplyTo: null }],
])("a reply %s is not stored as a comment", async (_, more) => {
  const { replies, managed } = await met()
  await replies("anna", 1, more)
  expect(await managed()).toEqual([])
})

test("with comments closed, the event says so and replies are not stored, but likes are; drafts get no reactions", async () => {
  const { replies, send, uri, managed, reactions, comments, db, config, id, drafts } = await closed()
  const said = async () => {
    const told = await findFederatedEvent(db, config, id)
    const [object] = told ? describeDates(told, config) : []
    return [object?.commentsEnabled, object?.repliesModerationOption]
  }
  await replies("anna", 1)
  await send("anna", { type: "Like", object: uri })
  expect([await managed(), await reactions(), await said()]).toEqual([[], ["anna like"], [false, "closed"]])
  await comments(true)
  expect(await said()).toEqual([true, "moderated"])
  await replies("anna", 2, { inReplyTo: `${here}/ap/events/${drafts.id}` })
  await send("anna", { type: "Like", object: `${here}/ap/events/${drafts.id}` })
  expect((await sql`select from fediverse_reactions where event_id = ${drafts.id}`.execute(db)).rows).toEqual([])
})

async function closed() {
  const there = await met({ hasComments: false })
  return { ...there, drafts: await there.hangar.drafts() }
}

test("a long comment is cut without markup; of the reactions to an event, 100 may be of an account, 500 of a host", async () => {
  const { replies, managed, db, id, peer, send, uri, reactions } = await met()
  await replies("anna", 1, { content: `<p><b>${"é & ".repeat(6_000)}</b></p>` })
  const [{ content }] = await managed()
  expect(content.length).toBeLessThanOrEqual(5_000)
  expect(content).toMatch(/^<p>é &amp; é.*…<\/p>$/)

  await sql`
    insert into fediverse_reactions (uri, kind, event_id, remote_actor_id, content)
    select ${`${peer.origin}/many/`} || n, 'reply', ${id}, (select id from remote_actors where username = 'anna'), 'x'
    from generate_series(1, 99) n`.execute(db)
  await replies("anna", 2)
  await send("anna", { type: "Like", object: uri })
  expect(await reactions()).toEqual([])
  await send("bram", { type: "Like", object: uri })
  expect(await reactions()).toEqual(["bram like"])
  await sql`
    insert into fediverse_reactions (uri, kind, event_id, remote_actor_id, content)
    select ${`${peer.origin}/more/`} || n, 'reply', ${id}, (select id from remote_actors where username = 'bram'), 'x'
    from generate_series(1, 399) n`.execute(db)
  await send("cleo", { type: "Like", object: uri })
  expect(await reactions()).toEqual(["bram like"])

  // The other half is left to others.
  await sql`update remote_actors set host = 'other.example' where username in ('anna', 'bram')`.execute(db)
  await send("cleo", { id: `${peer.origin}/likes/2`, type: "Like", object: uri })
  expect(await reactions()).toEqual(["cleo like", "bram like"])
  await sql`
    insert into fediverse_reactions (uri, kind, event_id, remote_actor_id, content)
    select ${`${peer.origin}/rest/`} || n, 'reply', ${id}, (select id from remote_actors where username = 'bram'), 'x'
    from generate_series(1, 499) n`.execute(db)
  await send("dina", { type: "Like", object: uri })
  expect(await reactions()).toEqual(["cleo like", "bram like"])
})

test("managers get one notice for all new reactions, and the next one a day later at the earliest", async () => {
  const { replies, send, uri, db, ask, hangar } = await met()
  await Promise.all([replies("anna", 1), replies("anna", 2), send("anna", { type: "Like", object: uri })])
  await send("bram", { type: "Announce", object: uri })
  const waiting = async () =>
    (await sql<{ id: number }>`select id from notices where kind = 'reactions' and started_at is null`.execute(db)).rows
  const [notice, ...more] = await waiting()
  expect(more).toEqual([])
  await sendAnswerNotice(db, notice?.id ?? 0)
  await gatherRecipients(db, notice?.id ?? 0)
  expect((await ask(hangar.viewer, "GET", "/api/me/notifications/")).body).toMatchObject([
    { kind: "reactions", becomes: { reactions: { reply: 2, like: 1, announce: 1 } }, because: "event" },
  ])
  await send("cleo", { type: "Like", object: uri })
  const { rows } = await sql<{ hours: number }>`
    select round(extract(epoch from start_after - now()) / 3600)::int as hours from pgboss.job
    where name = 'notices.answers' order by created_on desc limit 1`.execute(db)
  expect(rows).toEqual([{ hours: 24 }])
  // If the reaction is undone before the notice is sent, there is no notice.
  await send("cleo", { type: "Undo", object: { type: "Like", object: uri } })
  const [second] = await waiting()
  await sendAnswerNotice(db, second?.id ?? 0)
  expect(await waiting()).toEqual([])
})
