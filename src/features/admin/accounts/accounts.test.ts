import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { sendAccountMail } from "#features/accounts/mails.server.ts"
import { suspend } from "#features/accounts/suspension/commands.server.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { collectingMailer } from "#test/worlds/newsletter-world.ts"
import { allows, exchange, programAt, registers, request } from "#test/elsewhere/programs.ts"
import { goodPassword, type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"
import { world } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { changeAccount, giveRoles } from "./commands.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let admin: SignedIn
let made = 0
beforeAll(async () => {
  here = await writingWorld(await world())
  admin = await newcomer("regie", { isAdmin: true })
})
afterAll(() => here.end())
beforeEach(async () => {
  await sql`update users set is_admin = id = ${admin.userId}, is_moderator = false, suspended_at = null, suspended_reason = null`.execute(
    here.db,
  )
  await sql`delete from admin_log`.execute(here.db)
})

/** Creates a test user and writes the given roles to their account row. */
async function newcomer(name: string, said: Partial<SignedIn> = {}): Promise<SignedIn> {
  const one = await here.newcomer(`${name}${++made}`, said)
  const { isAdmin: is_admin, isModerator: is_moderator } = one
  await here.db.updateTable("users").set({ is_admin, is_moderator }).where("id", "=", one.userId).execute()
  return one
}

const change = (id: number, body: object, by = admin) => here.ask(by, "PATCH", `/api/admin/accounts/${id}/`, body)
/** Signs a user in from a new device and returns the response. */
async function logsIn(site: TestSite, username: string, password = goodPassword) {
  const device = visitor(site)
  await device.csrf()
  return device.post("/api/auth/login/", { username, password })
}
const log = async () => (await here.ask(admin, "GET", "/api/admin/log/")).body as Record<string, unknown>[]

test("giving or taking a role adds one line to the log, and repeating it changes nothing", async () => {
  const nour = await newcomer("nour")
  const given = await change(nour.userId, { is_moderator: true, is_admin: true, reason: "Elle reprend la modération." })
  expect(given).toMatchObject({ status: 200, body: { id: nour.userId, is_moderator: true, is_admin: true } })
  expect(await change(nour.userId, { is_moderator: true, suspended: false })).toMatchObject({ status: 200 })
  expect(await change(nour.userId, {})).toMatchObject({ status: 200, body: { is_moderator: true } })
  expect(await change(nour.userId, { is_admin: false })).toMatchObject({
    body: { is_moderator: true, is_admin: false },
  })

  const account = { id: nour.userId, username: nour.username }
  const by = { id: admin.userId }
  expect(await log()).toMatchObject([
    { action: "admin_taken", by, account, reason: null },
    { action: "moderator_given", by, account, reason: "Elle reprend la modération." },
    { action: "admin_given", by, account },
  ])
})

test("the last administrator keeps the role, even when two administrators remove each other at once", async () => {
  expect(await change(admin.userId, { is_admin: false })).toMatchObject({ status: 409, body: { code: "last_admin" } })
  const other = await newcomer("autre", { isAdmin: true })
  const both = await Promise.allSettled([
    changeAccount(here.db, admin, other.userId, { is_admin: false, reason: undefined }),
    changeAccount(here.db, other, admin.userId, { is_admin: false, reason: undefined }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  const { rows } = await sql<{ id: number }>`select id from users where is_admin`.execute(here.db)
  expect(rows).toHaveLength(1)
  // Both administrators give up their own role at the same time: one of them has to keep it.
  await sql`update users set is_admin = id in (${admin.userId}, ${other.userId})`.execute(here.db)
  const leaving = await Promise.allSettled(
    [admin, other].map((one) => changeAccount(here.db, one, one.userId, { is_admin: false, reason: undefined })),
  )
  expect(leaving.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  await sql`update users set is_admin = id = ${admin.userId}`.execute(here.db)
})

test("a request of a former administrator is refused with 403", async () => {
  const former = await newcomer("ancienne", { isAdmin: true })
  await change(former.userId, { is_admin: false })
  expect(await change(admin.userId, { suspended: true, reason: "x" }, former)).toMatchObject({
    status: 403,
    body: { code: "not_allowed" },
  })
})

test("suspension ends sessions, tokens and roles and mails the reason; restoring lets the person log in", async () => {
  const site = testSite(here.db)
  const ilse = visitor(site)
  await ilse.registers(`ilse${++made}`)
  const me = (await ilse.get("/api/me/")).body as { id: number; username: string; email: string }
  await sql`update users set is_moderator = true where id = ${me.id}`.execute(here.db)
  const { token } = (await ilse.post("/api/me/tokens/", { name: "t", scopes: ["read"] })).body
  const byToken = () => here.get("/api/me/lists/", { authorization: `Bearer ${token}` })
  expect((await byToken()).status).toBe(200)
  const maker = visitor(site)
  await maker.registers(`maker${++made}`)
  const { asked, verifier } = request(await registers(maker))
  const given = await programAt(site).token(exchange(asked, await allows(ilse, asked), verifier))
  const byProgram = () => here.get("/api/me/lists/", { authorization: `Bearer ${given.body.access_token}` })
  expect((await byProgram()).status).toBe(200)
  await sql`delete from pgboss.job`.execute(here.db)

  expect(await change(me.id, { suspended: true })).toMatchObject({ status: 400, body: { reason: expect.anything() } })
  const reason = "Publicité répétée, malgré deux avertissements."
  expect(await change(me.id, { suspended: true, reason })).toMatchObject({
    status: 200,
    body: { suspended: expect.any(String), suspended_reason: reason, is_moderator: false },
  })
  // Sent again it changes nothing; another reason would be read by nobody, and whoever wrote it is told so.
  expect((await change(me.id, { suspended: true, reason })).status).toBe(200)
  expect(await change(me.id, { suspended: true, reason: "Autre raison." })).toMatchObject({
    status: 409,
    body: { code: "already_suspended" },
  })
  expect((await ilse.get("/api/me/")).status).toBe(403)
  expect((await byToken()).status).toBe(403)
  expect((await byProgram()).status).toBe(403)
  const { refresh_token } = given.body
  expect(
    await programAt(site).token({ grant_type: "refresh_token", client_id: asked.client_id, refresh_token }),
  ).toMatchObject({ body: { error: "invalid_grant" } })
  const wrong = await logsIn(site, me.username, "un mot de passe faux")
  expect(wrong.body).not.toHaveProperty("code")
  const again = await logsIn(site, me.username)
  expect(again).toMatchObject({ status: 403, body: { code: "account_suspended" } })
  expect(again.body.detail).toContain("suspendu")
  // A session row that was inserted despite the suspension signs nobody in.
  await sql`insert into sessions (hash, user_id, expires_at) select hash, ${me.id}, now() + interval '1 day'
    from (select sha256('x') as hash) one`.execute(here.db)
  const { rows: jobs } = await sql<{ data: Parameters<typeof sendAccountMail>[4] }>`
    select data from pgboss.job where name = 'accounts.mail'`.execute(here.db)
  const { mails, mailer } = collectingMailer()
  for (const { data } of jobs) await sendAccountMail(here.db, site.config, mailer, "j", data)
  expect(mails.map(({ to, subject }) => `${to.address}: ${subject}`)).toEqual([
    `${me.email}: Votre compte est suspendu`,
  ])
  expect(mails[0]?.text).toContain(reason)

  expect(await change(me.id, { is_moderator: true })).toMatchObject({ body: { code: "suspended_account" } })
  expect(await change(me.id, { suspended: false })).toMatchObject({
    status: 200,
    body: { suspended: null, suspended_reason: null, is_moderator: false },
  })
  expect((await sql`select from sessions where user_id = ${me.id}`.execute(here.db)).rows).toEqual([])
  expect((await logsIn(site, me.username)).status).toBe(200)
  // The mail about the suspension that is still queued is no longer true and must not be sent.
  for (const { data } of jobs) await sendAccountMail(here.db, site.config, mailer, "j", data)
  expect(mails).toHaveLength(1)
  expect((await log()).map(({ action }) => action)).toEqual(["restored", "suspended", "moderator_taken"])
})

test("the command line makes the first administrator, and cannot remove the last one", async () => {
  await sql`update users set is_admin = false`.execute(here.db)
  await giveRoles(here.db, "Nour", { is_moderator: false, is_admin: true })
  const { rows } = await sql<{ username: string }>`select username from users where is_admin`.execute(here.db)
  expect(rows).toEqual([{ username: "nour" }])
  const none = giveRoles(here.db, "nour", { is_moderator: false, is_admin: false })
  await expect(none).rejects.toMatchObject({ code: "last_admin" })
  await expect(giveRoles(here.db, "personne", { is_moderator: true, is_admin: false })).rejects.toMatchObject({
    code: "account_not_found",
  })
  expect(await log()).toMatchObject([{ action: "admin_given", by: null, account: { username: "nour" } }])
})

test("administrators cannot suspend themselves, and an unknown account is a 404", async () => {
  const own = await change(admin.userId, { suspended: true, reason: "x" })
  expect(own).toMatchObject({ status: 409, body: { code: "own_account" } })
  for (const id of ["999999", "x", "99999999999999999999"])
    expect(await here.ask(admin, "PATCH", `/api/admin/accounts/${id}/`, {})).toMatchObject({
      status: 404,
      body: { code: "account_not_found" },
    })
  expect(await log()).toEqual([])
})

test("a login under way while the account is suspended is refused", async () => {
  const site = testSite(here.db)
  const someone = visitor(site)
  await someone.registers(`vite${++made}`)
  const { id, username } = (await someone.get("/api/me/")).body as { id: number; username: string }
  let signingIn: ReturnType<typeof logsIn> | undefined
  await here.db.transaction().execute(async (tx) => {
    await suspend(tx, id, "x")
    signingIn = logsIn(site, username)
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(here.db)).rows.length, { timeout: 10_000 }).toBe(1)
  })
  expect(await signingIn).toMatchObject({ status: 403, body: { code: "account_suspended" } })
  expect((await sql`select from sessions where user_id = ${id}`.execute(here.db)).rows).toEqual([])
})

test("mailed links of a suspended account are refused, and work again once it is restored", async () => {
  const site = testSite(here.db)
  for (const purpose of ["verify", "reset"]) {
    const browser = visitor(site)
    await browser.registers(`lien${++made}`)
    const { id } = (await browser.get("/api/me/")).body as { id: number }
    await sql`delete from sessions where user_id = ${id}`.execute(here.db)
    const token = newSecret()
    await sql`insert into mailed_tokens (hash, purpose, user_id, email_id, expires_at)
      select ${hashOf(token)}, ${purpose}, ${id}, id, now() + interval '1 hour' from emails where user_id = ${id}`.execute(
      here.db,
    )
    await sql`with page as (
        insert into actors (fid, type, name, language, status, awaits_address_since)
        values (${`page-${purpose}`}, 'person', 'x', 'fr', 'draft', now()) returning id)
      insert into relations (actor_id, user_id, relation, status) select id, ${id}, 'owner', 'accepted' from page`.execute(
      here.db,
    )
    const state = async () =>
      (
        await sql<{ page: string; isVerified: boolean; password: string }>`
          select (select status from actors where fid = ${`page-${purpose}`}) as page, password,
            exists (select from emails where user_id = ${id} and verified_at is not null) as "isVerified"
          from users where id = ${id}`.execute(here.db)
      ).rows[0]
    const opens = () =>
      purpose === "verify"
        ? browser.post("/api/auth/verify/", { token })
        : browser.post("/api/auth/reset/confirm/", { token, new_password: "quatre lampes au balcon" })

    const before = await state()
    await change(id, { suspended: true, reason: "x" })
    expect(await opens(), purpose).toMatchObject({ status: 403, body: { code: "account_suspended" } })
    expect(await state()).toEqual(before)
    await change(id, { suspended: false })
    expect((await opens()).status).toBe(204)
    expect(await state()).toMatchObject({ page: "published", isVerified: true })
  }
})

test("accounts are found by name, page or whole address, and the answer holds no address or hash", async () => {
  const found = async (query: string) =>
    ((await here.ask(admin, "GET", `/api/admin/accounts/?${query}`)).body as { username: string }[]).map(
      ({ username }) => username,
    )
  expect(await found("q=seui")).toEqual(["seuils"])
  expect(await found(`q=${encodeURIComponent("hangar des VENTS")}`)).toEqual(["hangar"])
  expect(await found("q=Nour@foyer.example")).toEqual(["nour"])
  expect(await found("q=nour@foyer")).toEqual([])
  expect(await found(`q=${encodeURIComponent("%")}`)).toEqual([])
  const staff = await here.ask(admin, "GET", "/api/admin/accounts/?filter=staff")
  expect(staff.headers.get("x-total-count")).toBe("1")
  expect(staff.body).toMatchObject([{ id: admin.userId, is_admin: true }])
  // The filter also finds an account that comes after more matches than the search limit.
  await sql`insert into users (username, password, language, timezone, is_moderator)
    select 'foule' || lpad(n::text, 4, '0'), '$argon2id$nobody', 'fr', 'Europe/Brussels', n = 1001 from generate_series(1, 1001) n`.execute(
    here.db,
  )
  expect(await found("q=foule&filter=staff")).toEqual(["foule1001"])
  const [first, second] = await found("limit=2")
  expect([first, second]).toEqual((await found("limit=100")).slice(0, 2))

  const [hangar] = (await here.ask(admin, "GET", "/api/admin/accounts/?q=hangar")).body
  expect(hangar).toMatchObject({ page: { fid: "hangar" }, owned: [{ fid: "hangar" }], is_verified: true })
  expect(JSON.stringify(hangar)).not.toMatch(/@foyer\.example|argon/)
})
