import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { deleteAccount } from "#features/accounts/leaving/deletion.server.ts"
import { personalRows } from "#features/accounts/leaving/personal-rows.server.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { contactWorld, solved } from "#test/worlds/contact-world.ts"
import { insertRemoteReactions } from "#test/calls/call-fixtures.ts"
import { testSite, visitor } from "#test/worlds/visitor.ts"
import { sweepReports } from "../reports/commands.server.ts"

// Anybody reports what they see; only moderators read the report, and never who made it.

let here: Awaited<ReturnType<typeof contactWorld>>["here"]
let owner: SignedIn
let moderator: SignedIn
let newCaptcha: Awaited<ReturnType<typeof contactWorld>>["newCaptcha"]
beforeAll(async () => {
  ;({ here, owner, newCaptcha } = await contactWorld())
  moderator = await here.newcomer("moderatrice", { isModerator: true })
})
afterAll(() => here.end())
beforeEach(async () => {
  await sql`delete from reports`.execute(here.db)
  await sql`delete from rate_limits`.execute(here.db)
})

const send = (who: SignedIn | null, body: object) => here.ask(who, "POST", "/api/reports/", body)
const unsigned = async (body: object) => send(null, { ...body, captcha: await solved(await newCaptcha()) })
const queue = async (query = "") => (await here.ask(moderator, "GET", `/api/moderation/reports/${query}`)).body

test("statements about one event are one report without names, and a repeated statement replaces the first", async () => {
  const { id } = await here.hangar.publishes({ title: "Bal des lampions" })
  const about = { event: id, reason: "advertising" }
  const nour = here.nour.viewer
  expect((await send(nour, { ...about, text: "zqpremier" })).status).toBe(202)
  expect((await send(nour, { ...about, reason: "wrong", text: "zqcorrigé" })).status).toBe(202)
  for (const email of ["Ilse@exemple.be", "ilse@exemple.be"])
    expect((await unsigned({ ...about, text: "zqdehors", email })).status).toBe(202)
  // Statements without an address are only identified by their words.
  for (let times = 0; times < 2; times++) expect((await unsigned(about)).status).toBe(202)
  const reports = await queue()
  expect(reports).toMatchObject([
    {
      host: "foyer.example",
      by: null,
      people: 3,
      text: "zqcorrigé",
      statements: [
        { reason: "wrong", text: "zqcorrigé" },
        { reason: "advertising", text: "zqdehors" },
        { reason: "advertising", text: "" },
      ],
      events: [{ id, title: { fr: "Bal des lampions" }, origin: null }],
      status: "open",
      decision: null,
    },
  ])
  expect(JSON.stringify(reports)).not.toMatch(/nour|ilse|exemple\.be/i)
  // Moderators are notified once of waiting reports, also of those from other servers.
  const { rows: jobs } = await sql`select from pgboss.job where name = 'moderation.tell-reports'`.execute(here.db)
  expect(jobs).toHaveLength(1)
  // Nobody else can read any of it, least of all the managers of the event.
  for (const who of [null, nour, owner, here.hangar.viewer]) {
    for (const path of [
      `/api/contents/events/${id}/`,
      `/api/contents/events/${id}/changes/`,
      "/api/activities/",
      "/api/contents/events/?q=zqdehors",
      "/api/moderation/reports/",
      `/api/moderation/reports/${reports[0].id}/`,
    ])
      expect(JSON.stringify((await here.ask(who, "GET", path)).body), path).not.toMatch(/zq|advertising/)
  }
})

test("statements under one unverified address do not replace each other, and count as one person", async () => {
  const about = { page: "hangar", reason: "wrong" }
  const victim = { ...about, text: "zqvraie plainte", email: "victime@exemple.be" }
  const stranger = { ...about, text: "zqrien du tout", email: "Victime@exemple.be" }
  for (const said of [victim, stranger, victim]) expect((await unsigned(said)).status).toBe(202)
  const [report] = await queue()
  expect(report).toMatchObject({ people: 1, statements: [{ text: "zqvraie plainte" }, { text: "zqrien du tout" }] })
  // The address is mailed the decision once.
  const decided = `/api/moderation/reports/${report.id}/`
  expect((await here.ask(moderator, "PATCH", decided, { status: "closed" })).status).toBe(200)
  const { rows } = await sql`select from pgboss.job where name = 'moderation.decided-mail'`.execute(here.db)
  expect(rows).toHaveLength(1)
})

test("simultaneous reports of one event are one report that counts each person once", async () => {
  const { id } = await here.hangar.publishes({ title: "Course" })
  const people = await Promise.all(Array.from({ length: 6 }, (_, nth) => here.newcomer(`ensemble${nth}`)))
  const answers = await Promise.all(
    [...people, ...people].map((one) => send(one, { event: id, reason: "illegal", text: "Ici." })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(await queue()).toMatchObject([{ people: 6 }])
})

test("reporting invisible content answers as for missing content, and a manager can report a draft", async () => {
  const draft = await here.hangar.drafts()
  const { comment } = await insertRemoteReactions(here.db, (await here.hangar.publishes({ title: "Commenté" })).id)
  const answers = [{ event: draft.id }, { event: 99_999_999 }].map((thing) =>
    send(here.nour.viewer, { ...thing, reason: "duplicate" }),
  )
  const [hidden, none] = (await Promise.all(answers)).map(({ status, body }) => ({ status, body }))
  expect(hidden).toEqual(none)
  expect(hidden?.status).toBe(404)
  expect((await send(here.nour.viewer, { page: "nobody-at-all", reason: "duplicate" })).status).toBe(404)
  expect((await send(here.hangar.viewer, { event: draft.id, reason: "duplicate" })).status).toBe(202)

  const said = { comment, reason: "hurtful" }
  const unshown = await send(here.nour.viewer, said)
  const unknown = await send(here.nour.viewer, { ...said, comment: 99_999_999 })
  expect([unshown.status, unshown.body]).toEqual([404, unknown.body])
  await sql`update fediverse_reactions set shown_at = now() where id = ${comment}`.execute(here.db)
  expect((await send(here.nour.viewer, said)).status).toBe(202)
  expect((await send(here.nour.viewer, { page: "hangar", reason: "hurtful" })).status).toBe(202)
  expect(await queue()).toMatchObject([
    { events: [{ id: draft.id }] },
    { comments: [{ id: comment }] },
    { pages: [{ fid: "hangar" }] },
  ])
})

test("a follower can report a remote event; moderators see its origin and cannot hide it", async () => {
  const { id } = await here.hangar.publishes({ title: "Venu d’ailleurs" })
  await sql`
    with host as (
      insert into remote_actors (uri, host, type, inbox, key_id, public_key)
      values ('https://far.example/u', 'far.example', 'Person', 'https://far.example/i', 'https://far.example/k', 'x') returning id),
    heard as (insert into fediverse_follows (user_id, remote_actor_id) select ${here.nour.viewer.userId}, id from host)
    insert into fediverse_events (event_id, remote_actor_id, uri, url, said)
    select ${id}, id, 'https://far.example/e/1', 'https://far.example/events/1', decode(repeat('00', 32), 'hex') from host`.execute(
    here.db,
  )
  await sql`update events set workflow = 'remote' where id = ${id}`.execute(here.db)
  const said = { event: id, reason: "hurtful" }
  expect((await send(owner, said)).status).toBe(404)
  expect((await send(here.nour.viewer, said)).status).toBe(202)
  const [report] = await queue()
  expect(report.events).toMatchObject([{ id, origin: { host: "far.example", url: "https://far.example/events/1" } }])
  const path = `/api/moderation/reports/${report.id}/`
  const hidden = await here.ask(moderator, "PATCH", path, { status: "closed", hide: { event: id } })
  expect([hidden.status, (await queue()).length]).toEqual([404, 1])
  expect((await here.ask(moderator, "PATCH", path, { status: "closed" })).body.decision).toBe("none")
})

test("all errors of a report are reported together, and the reason illegal needs a text", async () => {
  const { id } = await here.hangar.publishes({ title: "Faux" })
  const wrong = await send(null, { event: id, page: "hangar", reason: "none", text: 7, email: "x" })
  expect([wrong.status, Object.keys(wrong.body).sort()]).toEqual([
    400,
    ["captcha", "email", "non_field_errors", "reason", "text"],
  ])
  expect(await send(here.nour.viewer, { event: id, reason: "illegal", text: " " })).toMatchObject({
    status: 400,
    body: { text: ["Ce champ est obligatoire."] },
  })
  expect(Object.keys((await send(here.nour.viewer, { reason: "hurtful" })).body)).toEqual(["non_field_errors"])
  expect(Object.keys((await send(null, { event: id, reason: "hurtful" })).body)).toEqual(["captcha"])
  const captcha = await solved(await newCaptcha())
  expect((await send(null, { event: id, reason: "illegal", captcha })).status).toBe(400)
  expect((await send(null, { event: id, reason: "hurtful", captcha })).status, "it was not used up").toBe(202)
  expect((await send(null, { event: id, reason: "hurtful", captcha })).body).toHaveProperty("captcha")
})

test("the 21st report of an account and the 31st attempt from a network are refused with 429", async () => {
  const site = testSite(here.db, { LIMITS: "1" })
  const one = visitor(site)
  await one.registers("bavarde")
  const tries = []
  for (let nth = 0; nth < 21; nth++)
    tries.push((await one.post("/api/reports/", { page: "hangar", reason: "hurtful" })).status)
  expect([tries[19], tries[20]]).toEqual([202, 429])
  // The first half of an IPv6 address is the network.
  const guesses = []
  for (let nth = 0; nth < 31; nth++) {
    const other = visitor(site, `2001:db8:8:8::${nth.toString(16)}`)
    await other.csrf()
    const guess = { page: "hangar", reason: "hurtful", captcha: "nothing" }
    guesses.push((await other.post("/api/reports/", guess)).status)
  }
  expect([guesses[29], guesses[30]]).toEqual([400, 429])
})

test("faulty forms do not count against a network, and wrong captchas do not block accounts in it", async () => {
  const site = testSite(here.db, { LIMITS: "1" })
  const shared = "203.0.113.44"
  const [neighbour, signedIn] = [visitor(site, shared), visitor(site, shared)]
  await neighbour.csrf()
  const about = { page: "hangar", reason: "illegal" }
  const tries = async (times: number, body: object) => {
    const answers = new Set<number>()
    for (let nth = 0; nth < times; nth++) answers.add((await neighbour.post("/api/reports/", body)).status)
    return [...answers]
  }
  expect(await tries(35, about), "no words, and no answer").toEqual([400])
  const captcha = await solved(await newCaptcha())
  expect(await tries(35, { ...about, captcha }), "the right answer, and no words").toEqual([400])
  expect(await tries(1, { ...about, text: "Ici.", captcha })).toEqual([202])
  expect(await tries(31, { ...about, text: "Ici.", captcha: "nothing" })).toEqual([400, 429])
  await signedIn.registers("voisine")
  expect((await signedIn.post("/api/reports/", { ...about, text: "Ici." })).status).toBe(202)
})

test("an address goes with 5 reports per network and 10 in all, and further reports are stored without it", async () => {
  const site = testSite(here.db, { LIMITS: "1" })
  const say = async (nth: number, network: number, email?: string) => {
    const one = visitor(site, `198.51.100.${network}`)
    await one.csrf()
    const captcha = await solved(await newCaptcha())
    const said = { page: "hangar", reason: "other", text: `Mot ${nth}.`, email, captcha }
    return (await one.post("/api/reports/", said)).status
  }
  const told = async () =>
    (await sql`select from report_statements where email ilike 'victime@exemple.be'`.execute(here.db)).rows.length
  // In any spelling of the address.
  const written = (nth: number) => (nth % 2 ? "Victime@Exemple.be" : "victime@exemple.be")
  for (let nth = 0; nth < 5; nth++) expect(await say(nth, 1, written(nth))).toBe(202)
  expect(await say(5, 1, written(5))).toBe(429)
  expect(await say(5, 1)).toBe(202)
  for (let nth = 6; nth < 11; nth++) expect(await say(nth, nth, written(nth))).toBe(202)
  expect(await told()).toBe(10)
  expect(await say(12, 12, written(12))).toBe(202)
  expect(await told()).toBe(10)
  expect(await queue()).toMatchObject([{ people: 3 }])
})

test("a moderator's own report gives no access to attendances; another person's report does", async () => {
  const { id } = await here.hangar.publishes({ title: "Guet" })
  const look = async () => (await here.ask(moderator, "GET", `/api/contents/events/${id}/attendances/`)).status
  expect((await send(moderator, { event: id, reason: "hurtful" })).status).toBe(202)
  expect(await look()).toBe(403)
  expect((await send(here.nour.viewer, { event: id, reason: "hurtful" })).status).toBe(202)
  expect(await look()).toBe(200)
})

test("a person's statements are in their export and deleted with their account, and the report stays", async () => {
  const ines = await here.newcomer("ines")
  const { id } = await here.hangar.publishes({ title: "Archivé" })
  await send(ines, { event: id, reason: "other", text: "zqsienne" })
  await unsigned({ page: "hangar", reason: "other", text: "zqadresse", email: "Ines@foyer.example" })
  await send(here.nour.viewer, { page: "hangar", reason: "other", text: "zqautre" })
  const rows = (await personalRows(here.db, ines.userId)).report_statements
  expect(rows).toMatchObject([
    { text: "zqsienne", event_id: id },
    { text: "zqadresse", fid: "hangar" },
  ])
  await deleteAccount(here.db, ines)
  const left = JSON.stringify((await sql`select * from report_statements`.execute(here.db)).rows)
  expect(left).toContain("zqautre")
  expect(left).not.toMatch(/zqsienne|zqadresse|ines@/i)
  expect(await queue()).toMatchObject([{ people: 1 }, { people: 2 }])
})

test("statements lose author and text three months after the decision, and reports are deleted after a year", async () => {
  await send(here.nour.viewer, { page: "hangar", reason: "other", text: "Un mot." })
  // A report from another server, too.
  await insertRemoteReactions(here.db, (await here.hangar.publishes({ title: "Oublié" })).id)
  await sql`insert into reports (host, remote_actor_id, text)
    select host, id, 'zqlointain' from remote_actors limit 1`.execute(here.db)
  for (const { id } of await queue())
    await here.ask(moderator, "PATCH", `/api/moderation/reports/${id}/`, { status: "closed" })
  const after = async (days: number) => {
    await sql`update reports set closed_at = now() - make_interval(days => ${days})`.execute(here.db)
    await sweepReports(here.db)
    return queue("?status=closed")
  }
  expect(await after(80)).toMatchObject([{ text: "zqlointain", by: {} }, { text: "Un mot." }])
  expect(await after(100)).toMatchObject([
    { text: "", by: null },
    { text: "", people: 1, statements: [{ reason: "other", text: "" }] },
  ])
  const { rows } = await sql`select from report_statements where user_id is not null`.execute(here.db)
  expect(rows).toEqual([])
  expect(await after(366)).toEqual([])
})
