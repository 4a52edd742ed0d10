import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { goodPassword, type TestSite, testSite, visitor } from "#test/visitor.ts"

let own: TestDatabase
let site: TestSite
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
})
afterAll(async () => {
  await own.drop()
  expect(site.errors).toEqual([])
})

test("a person registers, is signed in, and finds their profile", async () => {
  const nour = visitor(site)
  await nour.csrf()
  const made = await nour.post("/api/auth/register/", {
    username: "Nour",
    email: "Nour@Exemple.BE",
    password: goodPassword,
  })

  expect(made).toMatchObject({
    status: 201,
    body: {
      username: "nour",
      email: "Nour@exemple.be",
      email_verified: false,
      language: "fr",
      identity: null,
      actors: [],
      newsletter: { frequency: "none" },
      may: ["see_published", "follow", "create_page"],
    },
  })
  expect((await nour.get("/api/me/")).status).toBe(403)
  await nour.signsIn("nour", goodPassword)
  expect(await nour.get("/api/me/")).toMatchObject({ status: 200, body: { username: "nour", is_admin: false } })
  await visitor(site).signsIn("NOUR@exemple.be", goodPassword)
})
