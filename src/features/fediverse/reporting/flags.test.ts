import { sql } from "kysely"
import { expect, test } from "vitest"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { inboxHandlers } from "../../../inbox.ts"
import { inboxFiles } from "../inbox/feeds.server.ts"

const here = "https://foyer.example"

async function met() {
  const [there, peer] = [await fediverseWorld(), await fediversePeer()]
  const { db, ask, newcomer } = there
  const moderator = await newcomer("moderatrice", { isModerator: true })
  await sql`update users set is_moderator = true where id = ${moderator.userId}`.execute(db)
  const inbox = inboxFiles(there.world, inboxHandlers)
  let nth = 0
  const flags = async (name: string, object: unknown, more: object = {}, as = name) => {
    const flag = { id: `${peer.origin}/flags/${++nth}`, type: "Flag", actor: peer.id(name), object, ...more }
    return (await inbox.fetch(await peer.signed(as, `${here}/ap/inbox`, flag))).status
  }
  const reports = async (query = "") => (await ask(moderator, "GET", `/api/moderation/reports/${query}`)).body
  const closes = (id: number | string, viewer = moderator) =>
    ask(viewer, "PATCH", `/api/moderation/reports/${id}/`, { status: "closed" })
  return { ...there, peer, moderator, flags, reports, closes }
}

test("a remote Flag becomes one report that names only published local events, pages and shown comments", async () => {
  const { hangar, seuils, db, peer, flags, reports } = await met()
  const [event, draft] = [await hangar.publishes({ title: "Radio Minuit" }), await hangar.drafts()]
  // Two comments, one of which is shown.
  expect(await flags("bram", `${here}/ap/events/987654`)).toBe(202)
  await sql`
    insert into fediverse_reactions (uri, kind, event_id, remote_actor_id, content, shown_at)
    select ${`${peer.origin}/notes/`} || n, 'reply', ${event.id}, (select id from remote_actors where username = 'bram'), '<p>Mot</p>',
      case when n = 1 then now() end from generate_series(1, 2) n`.execute(db)
  const flag = { id: `${peer.origin}/flags/same`, content: "<p>C’est une <b>arnaque</b>.</p>" }
  const objects = [
    `${here}/ap/actors/seuils`,
    `${here}/actors/seuils`,
    `${here}/ap/events/${event.id}`,
    `${here}/ap/events/${event.id}/notes/2`,
    `${here}/ap/events/${draft.id}`,
    `${here}/ap/instance`,
    `${here}/elsewhere`,
    `${peer.origin}/notes/1`,
    `${peer.origin}/notes/2`,
    "https://other.example/1",
  ]
  for (let times = 0; times < 2; times++) expect(await flags("anna", objects, flag)).toBe(202)
  expect(await flags("anna", objects, {}, "bram")).toBe(401)
  expect(await reports()).toMatchObject([
    {
      host: new URL(peer.origin).host,
      by: { name: "anna" },
      text: "C’est une arnaque.",
      events: [{ id: event.id, title: { fr: "Radio Minuit" } }],
      pages: [{ fid: seuils.fid }],
      comments: [{ event: event.id, by: { name: "bram" }, content: "<p>Mot</p>", is_shown: true }],
      status: "open",
      closed: null,
      closed_by: null,
    },
  ])
})

test("only moderators read and close reports, and a closed report stays closed by the first of them", async () => {
  const { hangar, nour, newcomer, ask, flags, reports, closes, moderator } = await met()
  const { id } = await hangar.publishes()
  await flags("anna", `${here}/ap/events/${id}`)
  const [report] = await reports()
  for (const viewer of [null, nour.viewer, hangar.viewer]) {
    expect((await ask(viewer, "GET", "/api/moderation/reports/")).status).toBe(403)
    expect((await ask(viewer, "PATCH", `/api/moderation/reports/${report.id}/`, { status: "closed" })).status).toBe(403)
  }
  for (const missing of ["x", 999_999]) expect((await closes(missing)).status).toBe(404)
  expect((await ask(moderator, "PATCH", `/api/moderation/reports/${report.id}/`, { status: "open" })).status).toBe(400)
  expect((await closes(report.id)).body).toMatchObject({ status: "closed", closed_by: "moderatrice" })
  const admin = await newcomer("admin1", { isAdmin: true })
  expect((await closes(report.id, admin)).body).toMatchObject({ status: "closed", closed_by: "moderatrice" })
  expect([await reports(), (await reports("?status=closed")).length]).toEqual([[], 1])
})

test("closing a report can hide or show again an event, page or comment that it names, and nothing else", async () => {
  const { hangar, ask, db, peer, flags, reports, moderator } = await met()
  const [event, other] = [await hangar.publishes({ title: "Radio Minuit" }), await hangar.publishes()]
  expect(await flags("bram", `${here}/ap/events/987654`)).toBe(202)
  const { rows } = await sql<{ id: number }>`
    insert into fediverse_reactions (uri, kind, event_id, remote_actor_id, content, shown_at)
    values (${`${peer.origin}/notes/1`}, 'reply', ${event.id}, (select id from remote_actors where username = 'bram'),
      '<p>Mot</p>', now()) returning id`.execute(db)
  const comment = rows[0]?.id as number
  await flags("anna", [`${here}/ap/events/${event.id}`, `${here}/ap/actors/hangar`, `${peer.origin}/notes/1`])
  const [{ id }] = await reports()
  const decide = (more: object, viewer = moderator) =>
    ask(viewer, "PATCH", `/api/moderation/reports/${id}/`, { status: "closed", ...more })
  const status = async (path: string) => (await ask(null, "GET", path)).status
  const seen = async () => (await ask(null, "GET", `/api/contents/events/${event.id}/comments/`)).body.length

  // Objects that the report does not name cannot be hidden, and the report stays open; nor can people without that right decide.
  expect((await decide({ hide: { event: other.id } })).status).toBe(404)
  expect((await decide({ hide: { page: "seuils" } })).status).toBe(404)
  expect((await decide({ hide: { comment: comment + 1 } })).status).toBe(404)
  expect((await decide({ hide: { event: event.id } }, hangar.viewer)).status).toBe(403)
  expect(await reports()).toMatchObject([{ id, status: "open" }])
  expect(await status(`/api/contents/events/${event.id}/`)).toBe(200)

  const hidden = await decide({ hide: { comment } })
  expect(hidden.body).toMatchObject({ status: "closed", comments: [{ is_shown: false, is_hidden: true }] })
  expect(await seen()).toBe(0)
  const at = `/api/contents/events/${event.id}/comments/`
  const [managed] = (await ask(hangar.viewer, "GET", `${at}all/`)).body
  expect(managed).toMatchObject({ is_shown: false, is_hidden: true })
  const shown = await ask(hangar.viewer, "PATCH", `${at}${comment}/`, { is_shown: true })
  expect([shown.status, shown.body.code]).toEqual([403, "hidden_by_moderators"])
  for (let times = 0; times < 2; times++)
    expect((await decide({ show: { comment } })).body).toMatchObject({
      comments: [{ is_shown: true, is_hidden: false }],
    })
  expect(await seen()).toBe(1)
  // A comment that its managers hid stays hidden when moderators show it again.
  expect((await ask(hangar.viewer, "PATCH", `${at}${comment}/`, { is_shown: false })).status).toBe(200)
  await decide({ hide: { comment } })
  expect((await decide({ show: { comment } })).body).toMatchObject({
    comments: [{ is_shown: false, is_hidden: false }],
  })
  expect(await seen()).toBe(0)

  await decide({ hide: { event: event.id }, reason: "Le lien mène\nà un site de paris." })
  expect(await status(`/api/contents/events/${event.id}/`)).toBe(404)
  expect((await ask(hangar.viewer, "GET", `/api/contents/events/${event.id}/`)).body.hidden).toMatchObject({
    reason: "Le lien mène à un site de paris.",
  })
  expect((await decide({ hide: { page: "hangar" } })).body).toMatchObject({
    events: [{ is_hidden: true }],
    pages: [{ is_hidden: true }],
  })
  expect(await status("/api/actors/hangar/")).toBe(404)
  await decide({ show: { page: "hangar" } })
  await decide({ show: { event: event.id } })
  expect([await status("/api/actors/hangar/"), await status(`/api/contents/events/${event.id}/`)]).toEqual([200, 200])
})

test("at most 100 reports of one server stay open; reports outlive the deletion of their event and their reporter", async () => {
  const { hangar, ask, db, peer, flags, reports, closes } = await met()
  const { id } = await hangar.publishes()
  await sql`
    insert into reports (host) select ${new URL(peer.origin).host} from generate_series(1, 99)`.execute(db)
  await Promise.all(["anna", "bram", "cleo"].map((name) => flags(name, `${here}/ap/events/${id}`)))
  const all = await reports("?limit=100")
  expect(all).toHaveLength(100)
  await closes(all[0].id)
  await flags("dina", `${here}/ap/actors/hangar`)
  expect((await reports("?limit=100")).at(-1)).toMatchObject({ by: { name: "dina" }, pages: [{ fid: "hangar" }] })
  await flags("dina", `${here}/ap/actors/hangar`)
  expect(await reports("?limit=100")).toHaveLength(100)

  expect((await ask(hangar.viewer, "DELETE", `/api/contents/events/${id}/`)).status).toBe(204)
  await sql`delete from remote_actors`.execute(db)
  expect((await reports("?limit=100")).slice(-2)).toMatchObject([{ by: null, events: [] }, { by: null }])
})
