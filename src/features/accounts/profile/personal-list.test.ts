import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"

let own: TestDatabase
let site: TestSite
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
})
afterAll(() => own.drop())

test("a token can be renamed and lose scopes but not gain any; another account cannot change it", async () => {
  const dev = visitor(site)
  await dev.registers("tess")
  const made = await dev.post("/api/me/tokens/", { name: "Mon site", scopes: ["read", "write"] })
  const at = `/api/me/tokens/${made.body.id}/`
  expect(await dev.patch(at, { name: "Site de la billetterie" })).toMatchObject({
    status: 200,
    body: { name: "Site de la billetterie", scopes: ["read", "write"], hint: made.body.hint },
  })
  expect(await dev.patch(at, { scopes: ["read"], token: "x", expires: "2999-01-01" })).toMatchObject({
    status: 200,
    body: { name: "Site de la billetterie", scopes: ["read"], expires: made.body.expires },
  })
  const wider = await dev.patch(at, { scopes: ["read", "write"] })
  expect([wider.status, Object.keys(wider.body)]).toEqual([400, ["scopes"]])
  expect((await dev.patch(at, { name: "" })).status).toBe(400)
  const [token] = (await dev.get("/api/me/tokens/")).body
  expect(token).toMatchObject({ name: "Site de la billetterie", scopes: ["read"] })
  const bearer = { authorization: `Bearer ${made.body.token}` }
  expect((await visitor(site).get("/api/me/", bearer)).status).toBe(200)
  const stranger = visitor(site)
  await stranger.registers("tiers")
  expect((await stranger.patch(at, { name: "À moi" })).status).toBe(404)
  expect((await dev.patch("/api/me/tokens/999999/", { name: "x" })).status).toBe(404)
})

test("an account can name the device of its own session; another account cannot", async () => {
  const box = visitor(site)
  await box.registers("guichet")
  const [{ id, name }] = (await box.get("/api/me/sessions/")).body
  expect(name).toBeNull()
  const at = `/api/me/sessions/${id}/`
  const named = await box.patch(at, { name: " Portable de la billetterie " })
  expect(named).toMatchObject({ status: 200, body: { id, name: "Portable de la billetterie", is_current: true } })
  expect((await box.patch(at, {})).body.name).toBe("Portable de la billetterie")
  expect((await box.patch(at, { name: "x".repeat(101) })).status).toBe(400)
  const stranger = visitor(site)
  await stranger.registers("passante")
  expect((await stranger.patch(at, { name: "À moi" })).status).toBe(404)
  expect((await box.get("/api/me/sessions/")).body).toMatchObject([{ name: "Portable de la billetterie" }])
  expect((await box.patch(at, { name: "" })).body.name).toBeNull()
})
