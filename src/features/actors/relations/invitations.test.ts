import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { parse } from "#mail/dev-mail.ts"
import { openMailer } from "#mail/transport.ts"
import { mailServer } from "#test/elsewhere/mail-server.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { sendInvitationMail } from "./mails.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

type Job = { relationId: number; userId: number | null }
async function jobs(): Promise<Job[]> {
  const { rows } = await sql<{ data: Job }>`
    select data from pgboss.job where name = 'actors.invitation-mail' order by created_on`.execute(here.db)
  return rows.map(({ data }) => data)
}
const forget = () => sql`delete from pgboss.job where name = 'actors.invitation-mail'`.execute(here.db)
const at = (fid: string, id: number) => `/api/actors/${fid}/relations/${id}/`
const invites = (viewer: SignedIn, fid: string, body: object) =>
  here.ask(viewer, "POST", `/api/actors/${fid}/relations/`, body)
const userNamed = async (name: string): Promise<SignedIn> => {
  const viewer = await here.newcomer(name)
  const { body } = await here.ask(viewer, "POST", "/api/actors/", {
    type: "person",
    fid: `${name}_page`,
    name: `${name} page`,
    language: "fr",
    status: "published",
  })
  await sql`update users set identity_id = (select id from actors where fid = ${body.fid}) where id = ${viewer.userId}`.execute(
    here.db,
  )
  return viewer
}

test("an invitation is mailed in the recipient's language, and does not reveal who has an account", async () => {
  const mail = await mailServer()
  const { config } = testSite(here.db, { SMTP_URL: mail.url, PUBLIC_URL: "https://foyer.example" })
  const mailer = openMailer(config)
  try {
    await forget()
    const greet = await userNamed("greet")
    await sql`update users set language = 'nl' where id = ${greet.userId}`.execute(here.db)
    const byName = await invites(here.hangar.viewer, "hangar", { fid: "greet_page", relation: "member" })
    const toAddress = await invites(here.hangar.viewer, "hangar", {
      email: "quelquun@exemple.be",
      relation: "assistant",
    })
    const toKnown = await invites(here.hangar.viewer, "hangar", { email: "greet@foyer.example", relation: "assistant" })
    expect([byName.status, toAddress.status, toKnown.status]).toEqual([201, 201, 201])
    const queued = await jobs()
    expect(queued).toEqual([
      { relationId: byName.body.id, userId: greet.userId },
      { relationId: toAddress.body.id, userId: null },
      { relationId: toKnown.body.id, userId: null },
    ])
    for (const [n, job] of queued.entries()) await sendInvitationMail(here.db, config, mailer, `job-${n}`, job)
    const [named, stranger, known] = mail.mails.map(({ source, to }) => ({ ...parse(source), to }))
    expect(named).toMatchObject({ to: ["greet@foyer.example"], subject: "Le Hangar des Vents nodigt u uit" })
    expect(named?.text).toContain("https://foyer.example/nl/me/invitations")
    expect(stranger).toMatchObject({ to: ["quelquun@exemple.be"], subject: "Le Hangar des Vents vous invite" })
    expect(known?.text.replaceAll("greet@foyer.example", "quelquun@exemple.be")).toBe(stranger?.text)

    // Invitations that were answered or withdrawn meanwhile are not mailed any more.
    await here.ask(here.hangar.viewer, "DELETE", at("hangar", toAddress.body.id))
    await here.ask(greet, "PATCH", at("hangar", byName.body.id), { status: "accepted" })
    for (const [n, job] of queued.slice(0, 2).entries())
      await sendInvitationMail(here.db, config, mailer, `job-${n}`, job)
    expect(mail.mails).toHaveLength(3)
  } finally {
    mailer.close()
    await mail.end()
  }
})

test("an invitation is not mailed if page notifications are off; an invited page's owner is mailed", async () => {
  await forget()
  const quiet = await userNamed("quiet")
  await sql`update users set notify = '{}' where id = ${quiet.userId}`.execute(here.db)
  await invites(here.hangar.viewer, "hangar", { fid: "quiet_page", relation: "member" })
  expect(await jobs()).toEqual([])
  const asked = await invites(here.hangar.viewer, "hangar", { fid: "seuils", relation: "partner" })
  expect(asked.status).toBe(201)
  expect(await jobs()).toEqual([{ relationId: asked.body.id, userId: here.seuils.viewer.userId }])
})

test("an invitation can be mailed again four times, an hour apart, by those who may withdraw it", async () => {
  const hangar = here.hangar.viewer
  const { body } = await invites(hangar, "hangar", { email: "tard@exemple.be", relation: "member" })
  const again = (viewer: SignedIn | null) => here.ask(viewer, "POST", `${at("hangar", body.id)}invitation/`)
  expect((await again(hangar)).body.code).toBe("invitation_mailed")
  const later = () =>
    sql`update relations set mailed_at = now() - interval '61 minutes' where id = ${body.id}`.execute(here.db)
  await later()
  await forget()
  const stranger = await here.newcomer("passant")
  expect((await again(null)).status).toBe(404)
  expect((await again(stranger)).status).toBe(404)
  const sent = await Promise.all(Array.from({ length: 8 }, () => again(hangar)))
  expect(sent.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(await jobs()).toHaveLength(1)
  for (let n = 0; n < 3; n++) {
    await later()
    expect((await again(hangar)).status).toBe(204)
  }
  await later()
  expect((await again(hangar)).body.code).toBe("too_many")
  const owner = await invites(hangar, "hangar", { email: "chef@exemple.be", relation: "owner" })
  const member = await here.gives(await here.newcomer("membre"), here.hangar.id, "member")
  await sql`update relations set mailed_at = null where id = ${owner.body.id}`.execute(here.db)
  expect((await here.ask(member, "POST", `${at("hangar", owner.body.id)}invitation/`)).status).toBe(403)
  expect((await here.ask(hangar, "POST", `${at("rhizome", body.id)}invitation/`)).status).toBe(404)
  expect((await here.ask(hangar, "POST", "/api/actors/hangar/relations/x/invitation/")).status).toBe(404)
})

test("a page is transferred to a person who works on it; of five requests at once one succeeds", async () => {
  const rhizome = here.rhizome.viewer
  const heir = await here.gives(await here.newcomer("heritiere"), here.rhizome.id, "assistant")
  const { body: relations } = await here.ask(rhizome, "GET", "/api/actors/rhizome/relations/")
  const idOf = (name: string) => relations.find((one: { name: string }) => one.name === name)?.id
  const gives = (body: object, viewer = rhizome) => here.ask(viewer, "POST", "/api/actors/rhizome/transfer/", body)
  const good = { relation: idOf("heritiere"), stay: "member", confirm: "rhizome" }
  for (const [change, field] of [
    [{ confirm: "Rhizome" }, "confirm"],
    [{ confirm: "" }, "confirm"],
    [{ relation: 999_999_999 }, "relation"],
    [{ relation: 1.5 }, "relation"],
    [{ relation: relations.find((one: { is_mine: boolean }) => one.is_mine).id }, "relation"],
    [{ stay: "owner" }, "stay"],
  ] as const) {
    const answer = await gives({ ...good, ...change })
    expect([answer.status, Object.keys(answer.body)], JSON.stringify(change)).toEqual([400, [field]])
  }
  expect((await gives(good, heir)).status).toBe(403)
  await sql`update users set identity_id = ${here.rhizome.id} where id = ${rhizome.userId}`.execute(here.db)
  const answers = await Promise.all(Array.from({ length: 5 }, () => gives(good)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(answers.every(({ status }) => status === 204 || status === 403)).toBe(true)
  const { rows } = await sql<{ user_id: number; relation: string }>`
    select user_id, relation from relations where actor_id = ${here.rhizome.id} and status = 'accepted'
      and user_id in (${heir.userId}, ${rhizome.userId}) order by relation`.execute(here.db)
  expect(rows).toEqual([
    { user_id: rhizome.userId, relation: "member" },
    { user_id: heir.userId, relation: "owner" },
  ])
  // Nobody can keep acting as a page that belongs to somebody else.
  const { identity_id } = await here.db
    .selectFrom("users")
    .select("identity_id")
    .where("id", "=", rhizome.userId)
    .executeTakeFirstOrThrow()
  expect(identity_id).toBeNull()
  expect((await here.ask(heir, "GET", "/api/actors/rhizome/changes/")).body[0]).toMatchObject({ action: "transferred" })
  expect(here.errors).toEqual([])
})

test("a deleted page is listed for its owner, not for members, for 30 days or until it is restored", async () => {
  const maker = await here.newcomer("fabienne")
  const fid = "ephemere"
  await here.ask(maker, "POST", "/api/actors/", { type: "group", fid, name: "Éphémère", language: "fr" })
  const member = await here.newcomer("membre2")
  const { id } = await here.db.selectFrom("actors").select("id").where("fid", "=", fid).executeTakeFirstOrThrow()
  await here.gives(member, id, "member")
  const list = async (viewer: SignedIn | null) => here.ask(viewer, "GET", "/api/me/deleted-actors/")
  expect((await list(null)).status).toBe(403)
  expect((await list(maker)).body).toEqual([])
  await here.ask(maker, "DELETE", `/api/actors/${fid}/`)
  expect((await list(maker)).body).toMatchObject([{ fid, name: "Éphémère", type: "group" }])
  expect((await list(member)).body).toEqual([])
  expect((await here.ask(maker, "POST", `/api/actors/${fid}/restore/`)).status).toBe(200)
  expect((await list(maker)).body).toEqual([])
  await here.ask(maker, "DELETE", `/api/actors/${fid}/`)
  await sql`update actors set deleted_at = now() - interval '31 days' where id = ${id}`.execute(here.db)
  expect((await list(maker)).body).toEqual([])
})
