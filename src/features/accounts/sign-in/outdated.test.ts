import { hash } from "@node-rs/argon2"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { makeCalendarAddress } from "#features/events/calendar/address/commands.server.ts"
import { ownerOfCalendar } from "#features/events/calendar/address/queries.server.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { mailedLink } from "#test/worlds/mailed-link.ts"
import { goodPassword, type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"
import { deleteAccount } from "../leaving/deletion.server.ts"
import { addEmail } from "../emails/emails.server.ts"
import { makeToken } from "../profile/tokens.server.ts"
import {
  confirmSecondFactor,
  prepareSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../second-factor/second-factor.server.ts"
import { authenticate } from "../sessions/commands.server.ts"
import type { SignedIn } from "../viewer.ts"
import { changePassword, confirmPassword } from "./passwords.server.ts"
import { type Account, findAccounts, signIn } from "./sign-in.server.ts"

let own: TestDatabase
let site: TestSite
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
})
afterAll(() => own.drop())

const another = "une phrase tout à fait neuve"
const device = { userAgent: undefined, address: null }
const enters = (accounts: Account[], password = goodPassword) =>
  signIn(own.db, accounts, { username: "anna", password }, device, undefined)

let made = 0
/** Makes an account, its viewer as a running request knows it, and the ways in which its password can change. */
async function somebody() {
  const who = visitor(site)
  const username = `anna${++made}`
  const { id, emails } = await who.registers(username)
  const { viewer } = await authenticate(own.db, { session: who.jar.get("sessionid"), token: undefined })
  const link = () => mailedLink(own.db, emails[0].id, "reset")
  return {
    who,
    username,
    id: id as number,
    viewer: viewer as SignedIn,
    changes: () => who.patch("/api/auth/password/", { old_password: goodPassword, new_password: another }),
    resets: async (token?: string) =>
      who.post("/api/auth/reset/confirm/", {
        token: token ?? (await link()),
        new_password: another,
      }),
    link,
  }
}

const sessionsOf = async (id: number) =>
  (await own.db.selectFrom("sessions").select("id").where("user_id", "=", id).execute()).length
const passwordOf = async (id: number) =>
  (await own.db.selectFrom("users").select("password").where("id", "=", id).executeTakeFirstOrThrow()).password
const wrongLogin = { fields: { non_field_errors: ["accounts.login_wrong"] } }
const wrongPassword = { fields: { password: ["accounts.password_wrong"] } }

test.each(["changes", "resets"] as const)(
  "a login under way while the password %s is refused for the old password",
  async (how) => {
    const anna = await somebody()
    const accounts = await findAccounts(own.db, anna.username)
    expect((await anna[how]()).status).toBe(204)
    const left = await sessionsOf(anna.id)
    await expect(enters(accounts)).rejects.toMatchObject(wrongLogin)
    expect(await sessionsOf(anna.id)).toBe(left)
    await enters(await findAccounts(own.db, anna.username), another)
  },
)

test("a login under way while the account is deleted is refused", async () => {
  const anna = await somebody()
  const accounts = await findAccounts(own.db, anna.username)
  expect((await anna.who.delete("/api/me/", { password: goodPassword })).status).toBe(204)
  await expect(enters(accounts)).rejects.toMatchObject(wrongLogin)
  expect(await sessionsOf(anna.id)).toBe(0)
})

test("rehashing a password at login does not overwrite a new password; two logins at once both succeed", async () => {
  const anna = await somebody()
  const weak = await hash(goodPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await own.db.updateTable("users").set({ password: weak }).where("id", "=", anna.id).execute()
  const accounts = await findAccounts(own.db, anna.username)
  await Promise.all([enters(accounts), enters(accounts)])
  await enters(accounts)
  expect(await passwordOf(anna.id)).not.toBe(weak)
  expect((await anna.changes()).status).toBe(204)
  const chosen = await passwordOf(anna.id)
  await expect(enters(accounts)).rejects.toMatchObject(wrongLogin)
  expect(await passwordOf(anna.id)).toBe(chosen)
})

test("an action confirmed with the old password is refused once the password has changed", async () => {
  const anna = await somebody()
  const confirmed = await confirmPassword(own.db, anna.viewer, goodPassword)
  expect((await anna.changes()).status).toBe(204)
  await sql`update users set totp_secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', totp_confirmed_at = now() where id = ${anna.id}`.execute(
    own.db,
  )
  for (const act of [
    () => deleteAccount(own.db, anna.viewer, confirmed),
    () => removeSecondFactor(own.db, anna.viewer, confirmed),
    () => renewRecoveryCodes(own.db, anna.viewer, confirmed),
    () => prepareSecondFactor(own.db, anna.viewer, confirmed, "Foyer"),
  ])
    await expect(act()).rejects.toMatchObject(wrongPassword)
  const { rows } = await sql`
    select from users where id = ${anna.id} and deleted_at is null and totp_secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
      and not exists (select from recovery_codes where user_id = users.id)`.execute(own.db)
  expect(rows).toHaveLength(1)
})

test("a password change ends API tokens unless keep_tokens is set; a reset always ends them", async () => {
  const tokenOf = async (who: ReturnType<typeof visitor>) =>
    (await who.post("/api/me/tokens/", { name: "t", scopes: ["read"] })).body.token as string
  const acts = async (token: string) =>
    (await visitor(site).get("/api/me/", { authorization: `Bearer ${token}` })).status === 200
  const anna = await somebody()
  const token = await tokenOf(anna.who)
  const change = (old_password: string, new_password: string, more: object = {}) =>
    anna.who.patch("/api/auth/password/", { old_password, new_password, ...more })
  expect((await change(goodPassword, another, { keep_tokens: true })).status).toBe(204)
  expect(await acts(token)).toBe(true)
  expect((await change(another, goodPassword)).status).toBe(204)
  expect(await acts(token)).toBe(false)
  const last = await tokenOf(anna.who)
  expect((await anna.resets()).status).toBe(204)
  expect(await acts(last)).toBe(false)
})

test("a password change ends the secret calendar address unless keep_tokens is set; a reset always ends it", async () => {
  const anna = await somebody()
  const make = async () => (await anna.who.post("/api/me/calendar/")).body.url as string
  // The file itself is served outside the API: whether the secret still opens the calendar is read where it asks.
  const opens = async (url: string) =>
    (await ownerOfCalendar(own.db, url.replace(/^.*\//, "").replace(/\.ics$/, ""))) !== undefined
  const change = (old_password: string, new_password: string, more: object = {}) =>
    anna.who.patch("/api/auth/password/", { old_password, new_password, ...more })
  const address = await make()
  expect((await change(goodPassword, another, { keep_tokens: true })).status).toBe(204)
  expect(await opens(address)).toBe(true)
  expect((await change(another, goodPassword)).status).toBe(204)
  expect(await opens(address)).toBe(false)
  const last = await make()
  expect(await opens(last)).toBe(true)
  expect((await anna.resets()).status).toBe(204)
  expect(await opens(last)).toBe(false)
})

test("a request whose session ended meanwhile cannot add tokens or addresses, or change passwords", async () => {
  const anna = await somebody()
  expect((await anna.resets()).status).toBe(204)
  const wanted = { name: "t", scopes: ["read" as const], expires: new Date(Date.now() + 86_400_000) }
  const confirmed = await passwordOf(anna.id)
  for (const act of [
    () => makeToken(own.db, anna.viewer, wanted),
    () => addEmail(own.db, anna.viewer, { email: "autre@exemple.be" }, confirmed),
    () => makeCalendarAddress(own.db, anna.viewer),
    () => confirmSecondFactor(own.db, anna.viewer, "123456"),
    () => changePassword(own.db, anna.viewer, { old_password: another, new_password: goodPassword }),
  ])
    await expect(act()).rejects.toMatchObject({ code: "sign_in_needed" })
})

test("a write that PostgreSQL ends because of a deadlock is tried again", async () => {
  const anna = await somebody()
  let making: Promise<{ status: number }> | undefined
  await own.db.transaction().execute(async (tx) => {
    await tx.selectFrom("sessions").select("id").where("user_id", "=", anna.id).forUpdate().execute()
    making = anna.who.post("/api/me/tokens/", { name: "t", scopes: ["read"] })
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(own.db)).rows.length, { timeout: 10_000 }).toBe(1)
    // The token has locked the account and waits for the session: PostgreSQL ends whichever has waited for a second.
    await tx.selectFrom("users").select("id").where("id", "=", anna.id).forUpdate().execute()
  })
  expect((await making)?.status).toBe(201)
})

test("a reset waits for a password change under way, and is refused if that change deletes its link", async () => {
  const anna = await somebody()
  const token = await anna.link()
  let resetting: ReturnType<typeof anna.resets> | undefined
  await own.db.transaction().execute(async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", anna.id).forUpdate().execute()
    resetting = anna.resets(token)
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(own.db)).rows.length, { timeout: 10_000 }).toBe(1)
    await tx.deleteFrom("mailed_tokens").where("user_id", "=", anna.id).execute()
  })
  expect(await resetting).toMatchObject({ status: 400, body: { token: [expect.any(String)] } })
})
