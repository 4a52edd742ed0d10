import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { goodPassword, type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"

const verified = vi.hoisted(() => ({ hashes: [] as string[] }))
vi.mock(import("@node-rs/argon2"), async (original) => {
  const real = await original()
  return { ...real, verify: (hash, ...rest) => (verified.hashes.push(String(hash)), real.verify(hash, ...rest)) }
})

let own: TestDatabase
let site: TestSite
let limited: TestSite
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
  limited = testSite(own.db, { LIMITS: "1" })
  const nour = visitor(site)
  await nour.registers("nour")
  await own.db.updateTable("emails").set({ verified_at: new Date() }).execute()
})
afterAll(() => own.drop())

const login = async (
  at: TestSite,
  username: string,
  from: string,
  headers: Record<string, string> = {},
  password = "wrong",
) => {
  const someone = visitor(at, from)
  await someone.csrf()
  return someone.post("/api/auth/login/", { username, password }, headers)
}

test("a wrong password, an unknown name and an unknown address are answered alike, after the same work", async () => {
  verified.hashes.length = 0
  const known = await login(site, "nour", "198.51.100.1")
  const others = [await login(site, "nobody", "198.51.100.1"), await login(site, "nobody@exemple.be", "198.51.100.1")]

  expect(known).toMatchObject({
    status: 400,
    body: { non_field_errors: ["Nom d’utilisateur, e-mail ou mot de passe incorrect."] },
  })
  for (const other of others) {
    expect(other.body).toEqual(known.body)
    expect([...other.headers.keys()].sort()).toEqual([...known.headers.keys()].sort())
  }
  // As many hashes of the same cost: known and unknown accounts take equally long. An address may be that of two accounts.
  expect(verified.hashes).toHaveLength(1 + 1 + 2)
  verified.hashes.length = 0
  await login(site, "nour@exemple.be", "198.51.100.1")
  expect(verified.hashes).toHaveLength(2)
  const cost = (hash: string) => hash.split("$").slice(0, 4).join("$")
  expect(new Set(verified.hashes.map(cost)).size).toBe(1)
})

test("registration with a taken address gets the same answer as with a free one, and its owner gets a mail", async () => {
  const jobs = () =>
    own.db
      .selectFrom("pgboss.job" as never)
      .selectAll()
      .execute() as Promise<{ name: string; data: object }[]>
  const before = (await jobs()).length
  const [thief, newcomer] = [visitor(site), visitor(site)]
  await Promise.all([thief.csrf(), newcomer.csrf()])
  const taken = await thief.post("/api/auth/register/", {
    username: "thief",
    email: "NOUR@exemple.be",
    password: `${goodPassword}thief`,
  })
  const fresh = await newcomer.post("/api/auth/register/", {
    username: "fresh",
    email: "fresh@exemple.be",
    password: `${goodPassword}fresh`,
  })

  expect(taken.status).toBe(201)
  const plain = (body: object) => JSON.stringify(body).replaceAll(/NOUR|fresh|thief|\d+|T[\d:]+Z/g, "·")
  expect(plain(taken.body)).toBe(plain(fresh.body))
  await thief.signsIn("thief", `${goodPassword}thief`)
  // Who registered with an address signs in with it to their own account, whether or not it belongs to somebody.
  for (const [email, username] of [
    ["fresh@exemple.be", "fresh"],
    ["nour@exemple.be", "thief"],
  ] as const)
    expect(await login(site, email, "198.51.100.9", {}, goodPassword + username)).toMatchObject({
      status: 200,
      body: { username },
    })
  // The address stays with its owner, who can still sign in with it, and the thief can never verify it.
  await visitor(site).signsIn("nour@exemple.be", goodPassword)
  const queued = (await jobs()).slice(before).map(({ data }) => data)
  expect(queued).toContainEqual(expect.objectContaining({ kind: "already-registered" }))
  expect(queued.filter((data) => (data as { kind: string }).kind === "verify")).toHaveLength(1)
})

test("a reset request gets the same answer and queues one job, with or without an account", async () => {
  const count = async () =>
    Number(
      (
        (await own.db
          .selectFrom("pgboss.job" as never)
          .select((is) => is.fn.countAll().as("n"))
          .executeTakeFirstOrThrow()) as { n: number }
      ).n,
    )
  const someone = visitor(site)
  await someone.csrf()
  const steps: number[] = []
  for (const email of ["nour@exemple.be", "nobody@exemple.be"]) {
    const before = await count()
    expect(await someone.post("/api/auth/reset/", { email })).toMatchObject({ status: 204, body: "" })
    steps.push((await count()) - before)
  }
  expect(steps).toEqual([1, 1])
})

test("after 25 failed logins in five minutes an IP address is refused, whatever names and headers it sends", async () => {
  const from = "203.0.113.50"
  const names = ["a", "B", "c@x.be"]
  for (let n = 0; n < 25; n++) {
    const forged = { "x-forwarded-for": `198.51.100.${n}`, "accept-language": n % 2 ? "nl" : "en" }
    expect((await login(limited, `${names[n % 3]}${n}`, from, forged)).status).toBe(400)
  }
  const refused = await login(limited, "nour", from, {}, goodPassword)
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests", detail: expect.any(String) } })
  const wait = Number(refused.headers.get("retry-after"))
  expect(wait).toBeGreaterThan(240)
  expect(wait).toBeLessThanOrEqual(300)
  expect(refused.headers.get("ratelimit-policy")).toBe('"login";q=25;w=300')
  expect(refused.headers.get("ratelimit")).toMatch(/^"login";r=0;t=\d+$/)
  expect((await login(limited, "nour", "203.0.113.51", {}, goodPassword)).status).toBe(200)
})

test("IPv6 addresses in one /64 share the login limit", async () => {
  for (let n = 0; n < 25; n++) await login(limited, `v6-${n}`, `2001:db8:9:9::${n.toString(16)}`)
  expect((await login(limited, "v6", "2001:db8:9:9:ffff::1")).status).toBe(429)
  expect((await login(limited, "v6", "2001:db8:9:a::1")).status).toBe(400)
})

test("behind a trusted proxy, login attempts count against the address that the proxy wrote", async () => {
  const proxied = testSite(own.db, { LIMITS: "1", TRUST_PROXY: "1" })
  for (let n = 0; n < 25; n++) {
    const headers = { "x-forwarded-for": `198.51.100.${n}, 192.0.2.77` }
    expect((await login(proxied, `p${n}`, "10.0.0.1", headers)).status).toBe(400)
  }
  expect((await login(proxied, "p", "10.0.0.1", { "x-forwarded-for": "192.0.2.77" })).status).toBe(429)
  expect((await login(proxied, "p", "10.0.0.1", { "x-forwarded-for": "192.0.2.78" })).status).toBe(400)
})

test("after 25 failed logins to an account, each unknown network has five tries; the owner can still log in", async () => {
  const owner = visitor(limited, "192.0.2.200")
  await owner.registers("olga")
  await own.db.updateTable("emails").set({ verified_at: new Date() }).where("email", "=", "olga@exemple.be").execute()
  const spellings = ["olga", "OLGA", " olga ", "Olga@Exemple.be"]
  for (let n = 0; n < 25; n++) {
    expect((await login(limited, spellings[n % 4] as string, `198.18.${n}.1`)).status, `try ${n}`).toBe(400)
  }
  for (let n = 1; n < 5; n++) expect((await login(limited, "olga", `198.18.1.${n}`)).status, `more ${n}`).toBe(400)
  const refused = await login(limited, "olga", "198.18.1.77", {}, goodPassword)
  expect([refused.status, refused.headers.get("ratelimit")]).toEqual([429, null])
  // The owner signs in from an unknown network, and from home, where all their attempts are left.
  expect((await login(limited, "olga", "198.51.100.200", {}, goodPassword)).status).toBe(200)
  for (let n = 0; n < 10; n++) expect((await login(limited, "olga", "192.0.2.200")).status).toBe(400)
  expect((await login(limited, "olga", "192.0.2.200", {}, goodPassword)).status).toBe(200)
})

test("a network has 25 login attempts for an account, and another network has its own", async () => {
  await visitor(limited, "192.0.2.210").registers("otto")
  for (let n = 0; n < 25; n++) expect((await login(limited, "otto", `198.19.7.${n}`)).status, `try ${n}`).toBe(400)
  expect((await login(limited, "otto", "198.19.7.99", {}, goodPassword)).status).toBe(429)
  expect((await login(limited, "otto", "198.19.8.1", {}, goodPassword)).status).toBe(200)
})

test("a network can request five resets, and many networks cause at most 15 mails to one account", async () => {
  const reset = async (from: string) => {
    const someone = visitor(limited, from)
    await someone.csrf()
    return (await someone.post("/api/auth/reset/", { email: "nour@exemple.be" })).status
  }
  const sent = async () => {
    const jobs = (await own.db
      .selectFrom("pgboss.job" as never)
      .selectAll()
      .execute()) as { data: { kind?: string; userId?: number } }[]
    return jobs.filter(({ data }) => data.kind === "reset" && data.userId !== 0).length
  }
  const before = await sent()
  for (let n = 0; n < 5; n++) expect(await reset("198.20.1.1")).toBe(204)
  expect(await reset("198.20.1.1")).toBe(429)
  expect(await reset("198.20.2.1")).toBe(204)
  expect((await sent()) - before).toBe(6)

  // Many networks together cannot fill a mailbox, and the answer stays the same.
  for (let n = 3; n < 20; n++) expect(await reset(`198.20.${n}.1`)).toBe(204)
  expect((await sent()) - before).toBe(15)
})

test("successful logins do not count against the limit", async () => {
  const from = "203.0.113.60"
  for (let n = 0; n < 27; n++) expect((await login(limited, "nour", from, {}, goodPassword)).status).toBe(200)
})

test("a network is refused after five resets, ten registrations or too many faulty registrations", async () => {
  const someone = visitor(limited, "203.0.113.70")
  await someone.csrf()
  const reset = (n: number) => someone.post("/api/auth/reset/", { email: `r${n}@exemple.be` })
  for (let n = 0; n < 5; n++) expect((await reset(n)).status).toBe(204)
  expect((await reset(5)).status).toBe(429)

  // Mistyped fields and taken names do not count as registrations.
  for (let n = 0; n < 12; n++) {
    expect((await someone.post("/api/auth/register/", { username: `many${n}`, password: "x" })).status).toBe(400)
    const taken = { username: "nour", email: `many${n}@exemple.be`, password: goodPassword }
    expect((await someone.post("/api/auth/register/", taken)).status).toBe(400)
  }
  for (let n = 0; n < 10; n++) {
    const given = { username: `many${n}`, email: `many${n}@exemple.be`, password: goodPassword }
    expect((await someone.post("/api/auth/register/", given)).status).toBe(201)
  }
  const given = { username: "many10", email: "many10@exemple.be", password: goodPassword }
  expect((await someone.post("/api/auth/register/", given)).status).toBe(429)
  // Attempts have a limit of their own, too.
  const tries = await Promise.all(Array.from({ length: 60 }, () => someone.send("POST", "/api/auth/register/", {})))
  expect(tries.filter(({ status }) => status === 400).length).toBe(25)
})

test("of 120 simultaneous logins some are answered 429 busy with Retry-After", async () => {
  const someone = visitor(site)
  await someone.csrf()
  const crowd = await Promise.all(
    Array.from({ length: 120 }, () => someone.send("POST", "/api/auth/login/", { username: "nobody", password: "x" })),
  )
  const statuses = new Set(crowd.map(({ status }) => status))
  expect(statuses).toEqual(new Set([400, 429]))
  const busy = crowd.find(({ status }) => status === 429)
  expect(busy).toMatchObject({ body: { code: "busy" } })
  expect(Number(busy?.headers.get("retry-after"))).toBeGreaterThan(0)
})

test("rate limits are stored under 32-byte hashes, not names or addresses", async () => {
  const rows = await own.db.selectFrom("rate_limits").selectAll().execute()
  expect(rows.length).toBeGreaterThan(10)
  for (const { bucket } of rows) expect(bucket).toHaveLength(32)
})
