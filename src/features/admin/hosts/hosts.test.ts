import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { Call } from "#http/call.ts"
import { world } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

const csrf = "c".repeat(32)
let here: Awaited<ReturnType<typeof writingWorld>>
let admin: SignedIn
beforeAll(async () => {
  here = await writingWorld(await world())
  admin = await here.newcomer("regie", { isAdmin: true })
  await sql`update users set is_admin = true where id = ${admin.userId}`.execute(here.db)
})
afterAll(() => here.end())
beforeEach(async () => {
  await sql`delete from fediverse_hosts`.execute(here.db)
  await sql`delete from admin_log`.execute(here.db)
})

const ask = (method: string, path: string, body?: object) => here.ask(admin, method, `/api/admin${path}`, body)
const names = async (query = "") =>
  ((await ask("GET", `/hosts/${query}`)).body as { host: string }[]).map(({ host }) => host)
const log = async () =>
  (await ask("GET", "/log/")).body as { action: string; host: string | null; hosts: number | null }[]

/** Uploads a list the way a form with a file does. */
async function brings(text: string, decision: string, viewer = admin) {
  const form = new FormData()
  form.append("file", new File([text], "blocks.csv"))
  form.append("decision", decision)
  const request = new Request("https://foyer.example/api/admin/hosts/imports/", {
    method: "POST",
    headers: { origin: "https://foyer.example", cookie: `csrftoken=${csrf}`, "x-csrftoken": csrf },
    body: form,
  })
  const answer = await here.api.fetch(request, { viewer })
  return { status: answer.status, body: await answer.json() }
}

test("blocking a host deletes its remote actors; blocking and unblocking add one log line each", async () => {
  await sql`insert into remote_actors (uri, host, type, inbox, key_id, public_key)
    values ('https://a.bad.example/u', 'a.bad.example', 'Person', 'https://a.bad.example/i', 'https://a.bad.example/k', 'x')`.execute(
    here.db,
  )
  const block = { decision: "block", reason: "Publicité" }
  expect(await ask("PUT", "/hosts/Bad.example/", block)).toMatchObject({
    status: 200,
    body: { host: "bad.example", is_blocked: true, is_allowed: false },
  })
  expect((await sql`select from remote_actors`.execute(here.db)).rows).toEqual([])
  expect((await ask("PUT", "/hosts/bad.example/", block)).status).toBe(200)
  expect(await names()).toEqual(["bad.example"])
  expect((await ask("DELETE", "/hosts/bad.example/?decision=allow")).status).toBe(204)
  expect((await ask("DELETE", "/hosts/bad.example/")).status).toBe(204)
  expect((await ask("DELETE", "/hosts/bad.example/")).status).toBe(204)
  expect(await names()).toEqual([])
  expect(await log()).toMatchObject([
    { action: "host_unblocked", host: "bad.example" },
    { action: "host_blocked", host: "bad.example", reason: "Publicité" },
  ])
})

test("invalid host names and the host of this instance cannot be blocked", async () => {
  for (const host of ["-", "nothing", "a..b", "foyer.example"])
    expect(await ask("PUT", `/hosts/${host}/`, { decision: "block" })).toMatchObject({
      status: 400,
      body: { host: [expect.any(String)] },
    })
  expect(await log()).toEqual([])
})

test("administrators import and export lists of blocked hosts in the CSV format of other servers", async () => {
  const text =
    "#domain,#severity\nbad.example,suspend\nworse.example,suspend\nquiet.example,silence\nfoyer.example,suspend\n"
  expect(await brings(text, "block")).toEqual({
    status: 200,
    body: {
      hosts: 2,
      changed: 2,
      passed_over: 2,
      lines: [
        { line: 4, what: "quiet.example", why: "other_severity" },
        { line: 5, what: "foyer.example", why: "own_host" },
      ],
    },
  })
  expect(await brings("bad.example\nnew.example", "block")).toMatchObject({ body: { hosts: 2, changed: 1 } })
  expect(await brings(text, "block")).toMatchObject({ body: { hosts: 2, changed: 0 } })
  expect(await names("?q=w")).toEqual(["new.example", "worse.example"])
  expect((await log()).map(({ action, hosts }) => `${action} ${hosts}`)).toEqual(["hosts_blocked 1", "hosts_blocked 2"])

  const out = await ask("GET", "/hosts/export/")
  expect(out.headers.get("content-type")).toMatch(/^text\/csv/)
  expect(out.body.split("\n").slice(0, 2)).toEqual([
    "#domain,#severity,#reject_media,#reject_reports,#public_comment,#obfuscate",
    "bad.example,suspend,False,False,,False",
  ])
  expect((await ask("GET", "/hosts/export/?decision=allow")).body).toBe("#domain\n")
  const somebody = await here.newcomer("passant")
  expect((await brings("x.example", "block", somebody)).status).toBe(403)
  expect((await brings("", "block")).body).toHaveProperty("file")
})

/** Stores hosts that did not answer. A host without waiting deliveries and one that was blocked since do not count as silent. */
async function somethingWaits() {
  await sql`insert into fediverse_hosts (host, failures, retry_at, is_blocked) values
    ('muet.example', 3, now() + interval '1 hour', false), ('oublie.example', 4, now(), false),
    ('banni.example', 5, now(), true)`.execute(here.db)
  await sql`delete from fediverse_identities where name = 'x'`.execute(here.db)
  await sql`
    with who as (insert into fediverse_identities (name, public_key, private_key)
        values ('x', repeat('x', 100), decode(repeat('00', 100), 'hex')) returning id),
      said as (insert into fediverse_activities (identity_id, uri, body)
        select id, 'https://foyer.example/1', '{}' from who returning id)
    insert into fediverse_deliveries (activity_id, inbox, host, due_at)
    select id, 'https://' || host || '/i', host, now() + interval '1 hour'
    from said, unnest(array['muet.example', 'banni.example']) host`.execute(here.db)
}

test("a silent host with waiting deliveries can be retried at once; any other host is a 404", async () => {
  await somethingWaits()
  await sql`delete from pgboss.job`.execute(here.db)

  expect((await ask("GET", "/hosts/?filter=silent")).body).toMatchObject([{ host: "muet.example", waiting: 1 }])
  expect((await ask("GET", "/overview/")).body.federation.silent).toBe(1)
  expect((await ask("POST", "/hosts/muet.example/retry/")).status).toBe(204)
  const { rows } = await sql<{ isDue: boolean; isOpen: boolean; jobs: number }>`
    select (select due_at <= now() from fediverse_deliveries where host = 'muet.example') as "isDue",
      (select retry_at is null from fediverse_hosts where host = 'muet.example') as "isOpen",
      (select count(*)::int from pgboss.job where name = 'fediverse.deliver') as jobs`.execute(here.db)
  expect(rows).toEqual([{ isDue: true, isOpen: true, jobs: 1 }])
  for (const host of ["bien.example", "oublie.example", "banni.example"])
    expect(await ask("POST", `/hosts/${host}/retry/`), host).toMatchObject({
      status: 404,
      body: { code: "host_not_found" },
    })
})

/** For each writing call, a valid request that changes something. */
const writes: Record<string, () => Promise<unknown>> = {
  "PATCH /api/admin/accounts/{id}/": async () =>
    ask("PATCH", `/accounts/${(await here.newcomer("autre")).userId}/`, { is_moderator: true }),
  "PUT /api/admin/hosts/{host}/": () => ask("PUT", "/hosts/a.example/", { decision: "allow" }),
  "DELETE /api/admin/hosts/{host}/": () => ask("DELETE", "/hosts/a.example/?decision=allow"),
  "POST /api/admin/hosts/{host}/retry/": async () => {
    await somethingWaits()
    return ask("POST", "/hosts/muet.example/retry/")
  },
  "POST /api/admin/hosts/imports/": () => brings("b.example", "block"),
}

test("every writing call of the administration adds one line to the log", async () => {
  const described = (here.api.described as readonly Call[])
    .filter(({ method, path }) => path.startsWith("/api/admin/") && method !== "get")
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(Object.keys(writes).toSorted()).toEqual(described.toSorted())
  for (const [name, write] of Object.entries(writes)) {
    const before = (await log()).length
    await write()
    expect((await log()).length, name).toBe(before + 1)
  }
  expect((await log()).every((entry) => (entry as unknown as { by: { id: number } }).by.id === admin.userId)).toBe(true)
})
