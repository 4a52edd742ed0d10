import { afterAll, beforeAll, expect, test } from "vitest"
import { newSecret } from "#lib/secret.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { back, programAt, registers, tokensOf } from "#test/elsewhere/programs.ts"
import { type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"

let own: TestDatabase
let site: TestSite
let someone: ReturnType<typeof visitor>
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
  someone = visitor(site)
  await someone.registers("someone")
})
afterAll(() => own.drop())

test("reuse of a code revokes its tokens only with the right verifier, redirect address and client", async () => {
  const redirects = [back, `${back}/2`]
  const open = await registers(someone, { redirects })
  const other = await registers(someone, { redirects })
  const { access_token, form } = await tokensOf(site, someone, open)
  const acts = () => visitor(site).get("/api/me/", { authorization: `Bearer ${access_token}` })
  const program = programAt(site)
  for (const wrong of [
    { ...form, code_verifier: newSecret() },
    { ...form, redirect_uri: `${back}/2` },
    { ...form, client_id: other.client_id },
  ]) {
    expect(await program.token(wrong)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    expect((await acts()).status).toBe(200)
  }
  expect(await program.token(form)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  expect((await acts()).status).toBe(403)
})
