import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { allows, exchange, programAt, registers, request, tokensOf } from "#test/elsewhere/programs.ts"
import { type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"
import { restore, suspend } from "../suspension/commands.server.ts"

let own: TestDatabase
let site: TestSite
let maker: ReturnType<typeof visitor>
let someone: ReturnType<typeof visitor>
let makerId: number
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
  maker = visitor(site)
  makerId = (await maker.registers("maker")).id
  someone = visitor(site)
  await someone.registers("someone")
})
afterAll(() => own.drop())

const suspends = () => own.db.transaction().execute((tx) => suspend(tx, makerId, "x"))
const restores = () => own.db.transaction().execute((tx) => restore(tx, makerId))

test("the programs of a suspended account are refused, and work again once the account is restored", async () => {
  const open = await registers(maker)
  const kept = await registers(maker, { kind: "confidential" })
  const proof = { client_id: kept.client_id, client_secret: kept.client_secret as string }
  const { access_token, refresh_token } = await tokensOf(site, someone, open)
  const pending = request(open)
  const code = exchange(pending.asked, await allows(someone, pending.asked), pending.verifier)
  const asked = request(open).asked
  const program = programAt(site)
  const acts = () => visitor(site).get("/api/me/", { authorization: `Bearer ${access_token}` })
  const refresh = () => program.token({ grant_type: "refresh_token", client_id: open.client_id, refresh_token })
  const asks = () => someone.get(`/api/auth/consent/?${new URLSearchParams(asked as Record<string, string>)}`)
  expect((await acts()).status).toBe(200)

  await suspends()
  expect(await acts()).toMatchObject({ status: 403, body: { code: "token_invalid" } })
  const refused = { status: 401, body: { error: "invalid_client" } }
  expect(await refresh()).toMatchObject(refused)
  expect(await program.token(code)).toMatchObject(refused)
  expect(await program.token({ ...proof, grant_type: "refresh_token", refresh_token })).toMatchObject(refused)
  const unknown = { status: 404, body: { code: "program_not_found" } }
  expect(await asks()).toMatchObject(unknown)
  expect(await someone.post("/api/auth/consent/", asked)).toMatchObject(unknown)
  // People who authorized the program still see it in their list and can revoke it.
  expect((await someone.get("/api/me/authorizations/")).body).toMatchObject([{ id: open.id }])

  await restores()
  expect((await acts()).status).toBe(200)
  expect((await refresh()).status).toBe(200)
  expect((await program.token(code)).status).toBe(200)
  expect((await asks()).status).toBe(200)
  await allows(someone, asked)
})
