import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { parse } from "#mail/dev-mail.ts"
import { openMailer } from "#mail/transport.ts"
import { mailServer } from "#test/elsewhere/mail-server.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { sendClaimMail } from "./mails.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let moderator: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  moderator = await here.newcomer("moderatrice", { isModerator: true })
  await sql`update users set is_moderator = true where id = ${moderator.userId}`.execute(here.db)
})
afterAll(() => here.end())

/** Creates a published page without staff. */
async function unowned(fid: string) {
  const { id } = await here.db
    .insertInto("actors")
    .values({ fid, type: "place", name: `Salle ${fid}`, language: "fr", status: "published" })
    .returning("id")
    .executeTakeFirstOrThrow()
  return id
}
const reason = { reason: "Je programme cette salle.", proof_url: "https://salle.example/equipe" }
const claims = (viewer: SignedIn | null, fid: string, body: object = reason) =>
  here.ask(viewer, "POST", `/api/actors/${fid}/claims/`, body)
const decides = (viewer: SignedIn | null, id: number | string, body: object) =>
  here.ask(viewer, "PATCH", `/api/moderation/claims/${id}/`, body)

test("a claim to a page without an owner waits for a moderator, and a person has one open claim at a time", async () => {
  await unowned("salle-a")
  const one = await here.newcomer("claire")
  expect((await claims(null, "salle-a")).body.code).toBe("sign_in_needed")
  expect((await claims(await here.newcomer("floue", { isVerified: false }), "salle-a")).body.code).toBe(
    "email_unverified",
  )
  expect((await claims(one, "hangar")).body.code).toBe("page_owned")
  expect((await claims(one, "nobody-there")).status).toBe(404)
  for (const [body, field] of [
    [{}, "reason"],
    [{ reason: "  " }, "reason"],
    [{ reason: "x".repeat(2001) }, "reason"],
    [{ ...reason, proof_url: "javascript:alert(1)" }, "proof_url"],
    [{ ...reason, proof_url: "pas une adresse" }, "proof_url"],
  ] as const) {
    const answer = await claims(one, "salle-a", body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  }
  const answers = await Promise.all(Array.from({ length: 6 }, () => claims(one, "salle-a")))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === "claim_open")).toHaveLength(5)

  const own = (viewer: SignedIn | null) => here.ask(viewer, "GET", "/api/actors/salle-a/claims/")
  expect((await own(one)).body).toMatchObject([{ status: "open" }])
  expect((await own(here.hangar.viewer)).body).toEqual([])
  expect((await own(null)).body.code).toBe("sign_in_needed")

  for (const viewer of [null, one, here.hangar.viewer]) {
    expect((await here.ask(viewer, "GET", "/api/moderation/claims/")).status).toBe(403)
    expect((await decides(viewer, 1, { status: "accepted" })).status).toBe(403)
  }
  const { body } = await here.ask(moderator, "GET", "/api/moderation/claims/")
  expect(body).toMatchObject([
    {
      actor: { fid: "salle-a" },
      by: { username: "claire", emails: ["claire@foyer.example"], page: null },
      ...reason,
      status: "open",
      answer: null,
    },
  ])
})

test("an accepted claim makes one owner, and each claimant is mailed the decision", async () => {
  const mail = await mailServer()
  const { config } = testSite(here.db, { SMTP_URL: mail.url, PUBLIC_URL: "https://foyer.example" })
  const mailer = openMailer(config)
  try {
    const id = await unowned("salle-b")
    const [first, second] = [await here.newcomer("premiere"), await here.newcomer("second")]
    await sql`update users set language = 'en' where id = ${second.userId}`.execute(here.db)
    const a = (await claims(first, "salle-b")).body.id
    const b = (await claims(second, "salle-b")).body.id
    expect((await decides(moderator, a, { status: "refused" })).body).toHaveProperty("answer")
    expect((await decides(moderator, "x", { status: "accepted" })).status).toBe(404)
    expect((await decides(moderator, 999_999, { status: "accepted" })).status).toBe(404)

    const decided = await Promise.all([
      ...Array.from({ length: 3 }, () => decides(moderator, a, { status: "accepted" })),
      ...Array.from({ length: 3 }, () => decides(moderator, b, { status: "accepted" })),
    ])
    expect(decided.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const { rows: owners } = await sql<{ user_id: number }>`
      select user_id from relations where actor_id = ${id} and relation = 'owner' and status = 'accepted'`.execute(
      here.db,
    )
    expect(owners).toHaveLength(1)
    const winner = owners[0]?.user_id === first.userId ? { id: a, viewer: first } : { id: b, viewer: second }
    const loser = winner.id === a ? { id: b, viewer: second } : { id: a, viewer: first }
    expect((await here.ask(winner.viewer, "GET", "/api/actors/salle-b/")).body.my_relation).toBe("owner")
    expect((await claims(await here.newcomer("trop-tard"), "salle-b")).body.code).toBe("page_owned")

    const answer = "Le site ne vous nomme pas.\nÉcrivez-nous."
    expect((await decides(moderator, loser.id, { status: "refused", answer })).body).toMatchObject({
      status: "refused",
      answer,
      decided_by: "moderatrice",
    })
    expect((await decides(moderator, loser.id, { status: "accepted" })).body.code).toBe("claim_decided")
    const { body } = await here.ask(moderator, "GET", "/api/moderation/claims/?status=decided")
    expect(body.map((one: { id: number }) => one.id)).toEqual(expect.arrayContaining([a, b]))

    const { rows: jobs } = await sql<{ data: { userId: number; claimId: number } }>`
      select data from pgboss.job where name = 'moderation.claim-mail' order by created_on`.execute(here.db)
    expect(jobs.map(({ data }) => data.claimId).sort()).toEqual([a, b].sort())
    for (const { data } of jobs) await sendClaimMail(here.db, config, mailer, data)
    const mails = mail.mails.map(({ source, to }) => ({ ...parse(source), to: to[0] }))
    expect(mails.find(({ to }) => to === `${winner.viewer.username}@foyer.example`)?.text).toContain(
      "/actors/manage/salle-b",
    )
    expect(mails.find(({ to }) => to === `${loser.viewer.username}@foyer.example`)?.text).toContain(
      "Le site ne vous nomme pas.",
    )
  } finally {
    mailer.close()
    await mail.end()
  }
})

test("the decision on a claim is in the claimant's inbox, whatever their settings, and in no other", async () => {
  await unowned("salle-d")
  const [asks, also] = [await here.newcomer("demande"), await here.newcomer("aussi")]
  await sql`update users set notify = '{}', notify_app = '{}' where id in (${asks.userId}, ${also.userId})`.execute(
    here.db,
  )
  const inbox = async (viewer: SignedIn) => {
    const { rows } = await sql<{ id: number }>`
      select id from notices where kind = 'claim' and gathered_at is null`.execute(here.db)
    for (const { id } of rows) await gatherRecipients(here.db, id)
    return (await here.ask(viewer, "GET", "/api/me/notifications/")).body
  }
  const first = (await claims(asks, "salle-d")).body.id
  const other = (await claims(also, "salle-d")).body.id
  const refusal = { status: "refused", answer: "Le site ne vous nomme pas." }
  for (let times = 0; times < 2; times++) expect((await decides(moderator, first, refusal)).status).toBe(200)
  // Another moderator, who refused it at the same time in other words, learns that those were not sent.
  const late = await decides(moderator, first, { status: "refused", answer: "Écrivez à la commune." })
  expect([late.status, late.body.code]).toEqual([409, "claim_decided"])
  expect(await inbox(asks)).toMatchObject([
    {
      kind: "claim",
      actor: { fid: "salle-d" },
      event: null,
      because: "claim",
      becomes: { claim: "refused", reason: "Le site ne vous nomme pas." },
      read: false,
    },
  ])
  expect(await inbox(also)).toEqual([])
  expect((await here.ask(asks, "GET", "/api/me/")).body.unread).toBe(1)
  await decides(moderator, other, { status: "accepted" })
  expect(await inbox(also)).toMatchObject([{ kind: "claim", becomes: { claim: "accepted", reason: null } }])
  expect(await inbox(asks)).toHaveLength(1)
  expect(await inbox(moderator)).toEqual([])
  const mailed = await here.db.selectFrom("deliveries").select("id").where("channel", "=", "mail").execute()
  expect(mailed, "the mail is that of the decision").toEqual([])
  // Deleting an account also deletes its notices.
  await here.db.deleteFrom("users").where("id", "=", asks.userId).execute()
  expect(
    await here.db.selectFrom("notices").select("claim_id").where("claim_id", "in", [first, other]).execute(),
  ).toEqual([{ claim_id: other }])
})

test("the claim of a moderator can be accepted by an administrator, not by themselves", async () => {
  await unowned("salle-c")
  const { id } = (await claims(moderator, "salle-c")).body
  expect((await decides(moderator, id, { status: "accepted" })).status).toBe(403)
  const admin = await here.newcomer("admin1", { isAdmin: true })
  expect((await decides(admin, id, { status: "accepted" })).status).toBe(200)
  // The person who became owner meanwhile stays one; a draft of somebody else can neither be claimed nor found.
  await here.ask(moderator, "PATCH", "/api/actors/salle-c/", { status: "draft" })
  expect((await claims(await here.newcomer("curieuse"), "salle-c")).status).toBe(404)
  expect(here.errors).toEqual([])
})
