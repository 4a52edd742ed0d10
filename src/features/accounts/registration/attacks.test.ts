import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { goodPassword, type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"
import { addNewcomer, withPasswordHash } from "./commands.server.ts"

const verified = vi.hoisted(() => ({ hashes: [] as string[] }))
vi.mock(import("@node-rs/argon2"), async (original) => {
  const real = await original()
  return { ...real, verify: (hash, ...rest) => (verified.hashes.push(String(hash)), real.verify(hash, ...rest)) }
})

let own: TestDatabase
let limited: TestSite
beforeAll(async () => {
  own = await testDatabase()
  limited = testSite(own.db, { LIMITS: "1" })
})
afterAll(() => own.drop())

const registers = async (from: string, username: string, email: string, password = goodPassword) => {
  const someone = visitor(limited, from)
  await someone.csrf()
  return someone.post("/api/auth/register/", { username, email, password })
}

test("a repeated registration tries the password of its account no more often than a login may", async () => {
  expect((await registers("192.0.2.1", "rita", "rita@exemple.be")).status).toBe(201)
  const guess = (n: number, from = "198.18.1.1") => registers(from, "rita", "rita@exemple.be", `${goodPassword} ${n}`)
  verified.hashes.length = 0
  for (let n = 0; n < 25; n++) expect((await guess(n)).status, `guess ${n}`).toBe(400)
  expect(verified.hashes).toHaveLength(25)

  // The answer stays that the name is taken, whatever the password, and nothing is compared any more.
  const right = await registers("198.18.1.2", "rita", "rita@exemple.be")
  expect(right).toMatchObject({ status: 400, body: { username: [expect.any(String)] } })
  expect(verified.hashes).toHaveLength(25)
  // Many networks together have few tries each, and a login counts with them.
  for (let n = 0; n < 5; n++) expect((await guess(n, "198.18.2.1")).status).toBe(400)
  expect(verified.hashes).toHaveLength(30)
  const stranger = visitor(limited, "198.18.2.9")
  await stranger.csrf()
  const login = { username: "rita", password: goodPassword }
  expect((await stranger.post("/api/auth/login/", login)).status).toBe(429)
  // A person whose answer was lost repeats the request from where they are.
  expect((await registers("192.0.2.1", "rita", "rita@exemple.be")).status).toBe(201)
})

test("with a taken name, the address of its account takes as long as another address", async () => {
  expect((await registers("192.0.2.2", "sami", "sami@exemple.be")).status).toBe(201)
  const hashes = []
  for (const email of ["sami@exemple.be", "autre@exemple.be"]) {
    verified.hashes.length = 0
    expect((await registers("198.18.3.1", "sami", email, "une phrase tout à fait neuve")).status).toBe(400)
    hashes.push(verified.hashes.length)
  }
  expect(hashes).toEqual([1, 1])
})

test("a first answer takes as long with an address that has just registered as with another one", async () => {
  expect((await registers("192.0.2.3", "tess", "tess@exemple.be")).status).toBe(201)
  const locale = { language: "fr", timezone: "Europe/Brussels" } as const
  for (const email of ["tess@exemple.be", "personne@exemple.be"]) {
    const newcomer = await withPasswordHash({
      name: "Tess",
      email,
      password: "une phrase tout à fait neuve",
      next: "/",
    })
    verified.hashes.length = 0
    await own.db.transaction().execute((tx) => addNewcomer(tx, newcomer, "tess", locale, true))
    expect(verified.hashes, email).toHaveLength(1)
  }
})
