import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { sql } from "kysely"
import { expect, onTestFinished, test } from "vitest"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { detectContentChange } from "#features/changes/content.server.ts"
import { threadTime } from "#test/thread-time.ts"
import { inboxHandlers } from "../../../inbox.ts"
import { inboxFiles } from "../inbox/feeds.server.ts"
import { sendTo } from "../outbox/commands.server.ts"
import { findRemoteAccount } from "../following/finding.server.ts"
import { identityOfActor } from "../identities/commands.server.ts"
import { fetchableUrl, fetchDocument } from "../remote/fetching.server.ts"
import { isRefusedHost } from "../remote/queries.server.ts"
import { decideHosts, undecideHost } from "./commands.server.ts"
import { normalizeHost, readHostList, writeAllowList, writeBlockList } from "./list.server.ts"
import { listDecided, listHosts } from "./queries.server.ts"

const here = "https://foyer.example"
const hangar = `${here}/ap/actors/hangar`
const mastodon = "#domain,#severity,#reject_media,#reject_reports,#public_comment,#obfuscate"

/** A remote account that follows the house, if its host is allowed. */
async function met(settings: Record<string, string> = {}, isAllowed = true) {
  const [there, peer] = [await fediverseWorld(settings), await fediversePeer()]
  const { db, config } = there
  const { host, hostname } = new URL(peer.origin)
  if (isAllowed) await decideHosts(db, config, [hostname], "allow")
  const inbox = inboxFiles(there.world, inboxHandlers)
  const follow = async (name = "anna") => {
    const activity = { id: `${peer.origin}/follows/${name}`, type: "Follow", actor: peer.id(name), object: hangar }
    return (await inbox.fetch(await peer.signed(name, `${hangar}/inbox`, activity))).status
  }
  const count = async (table: "remote_actors" | "fediverse_followers" | "fediverse_deliveries") =>
    (await sql`select from ${sql.table(table)}`.execute(db)).rows.length
  return { ...there, peer, host, hostname, follow, count }
}

test("a block of a host covers its subdomains and deletes their accounts, and can be withdrawn", async () => {
  const { db, config } = await fediverseWorld()
  await sql`insert into remote_actors (uri, host, type, inbox, key_id, public_key)
    select 'https://' || host || '/u', host, 'Person', 'https://' || host || '/i', 'https://' || host || '/k', 'x'
    from unnest(array['a.bad.example', 'bad.example:8443', 'notbad.example']) host`.execute(db)

  expect(await decideHosts(db, config, ["bad.example"], "block")).toBe(2)
  const refused = (host: string) => isRefusedHost(db, config, host)
  expect(
    await Promise.all(["bad.example", "a.bad.example", "A.BAD.example:8443", "notbad.example"].map(refused)),
  ).toEqual([true, true, true, false])
  expect(await listHosts(db)).toMatchObject([{ host: "bad.example", isBlocked: true }])
  await undecideHost(db, config, "Bad.example", "block")
  expect(await refused("a.bad.example")).toBe(false)
})

test("a host name with a trailing dot is refused, so it does not evade a block", async () => {
  const { db, config, world, peer } = await met()
  await decideHosts(db, config, ["bad.example"], "block")
  const inbox = inboxFiles(world, inboxHandlers)
  const by = async (host: string) => {
    const activity = { id: `https://${host}/1`, type: "Follow", actor: `https://${host}/u`, object: hangar }
    return (await inbox.fetch(await peer.signed("anna", `${hangar}/inbox`, activity))).status
  }

  expect([await by("bad.example"), await by("bad.example."), await by("bad.example.:443")]).toEqual([403, 400, 400])
  expect(fetchableUrl("https://bad.example./u", config)).toBeUndefined()
  expect(fetchableUrl("https://foyer.example./ap/instance", config)).toBeUndefined()
  expect(fetchableUrl("https://good.example/u", config)?.href).toBe("https://good.example/u")
})

test("nothing is requested from a blocked host, and deliveries queued for it are dropped", async () => {
  const { db, config, peer, host, hangar: house, follow, count, deliver } = await met()
  expect(await fetchDocument(db, config, peer.id("anna"))).toMatchObject({ name: "anna" })
  expect(await follow()).toBe(202)
  await deliver()
  expect(peer.arrived.splice(0)).toHaveLength(1)

  await decideHosts(db, config, [host], "block")
  const asked = peer.asked()
  expect(await fetchDocument(db, config, peer.id("bram"))).toBeUndefined()
  expect(await follow("cleo")).toBe(403)
  expect(peer.asked()).toBe(asked)
  const identity = await identityOfActor(db, config, house.id)
  await db.transaction().execute(async (tx) => {
    await sendTo(tx, identity as { id: number }, { uri: `${hangar}/x`, body: "{}" }, `${peer.id("anna")}/inbox`)
  })
  await deliver()
  expect(peer.arrived).toEqual([])
  expect(await count("fediverse_deliveries")).toBe(0)
})

test("a redirect from another host does not lead to a request to a blocked host", async () => {
  const { db, config, peer, host } = await met()
  const leading = createServer((request, response) => {
    const path = request.url?.startsWith("/.well-known/") ? request.url : "/users/anna"
    response.writeHead(302, { location: peer.origin + path }).end()
  })
  await new Promise<void>((ready) => leading.listen(0, "127.0.0.1", ready))
  onTestFinished(() => void leading.close())
  const from = `127.0.0.1:${(leading.address() as AddressInfo).port}`
  const anna = { kind: "handle", name: "anna", host: from } as const

  expect(await findRemoteAccount(db, config, anna)).toBe("mismatch")
  expect(peer.asked()).toBeGreaterThan(0)

  await decideHosts(db, config, [host], "block")
  const asked = peer.asked()
  expect(await findRemoteAccount(db, config, anna)).toBe("nobody")
  expect(await fetchDocument(db, config, `http://${from}/anyone`)).toBeUndefined()
  expect(peer.asked()).toBe(asked)
})

test("with an allow list all other hosts are refused and lose their followers; a block outweighs an allowance", async () => {
  const { db, config, peer, hostname, follow, count, deliver } = await met({ FEDERATION_ALLOW_ONLY: "1" }, false)
  expect(await follow()).toBe(403)
  expect(await fetchDocument(db, config, peer.id("anna"))).toBeUndefined()
  expect(peer.asked()).toBe(0)

  await decideHosts(db, config, [hostname], "allow")
  expect(await follow()).toBe(202)
  await deliver()
  expect(peer.arrived).toMatchObject([{ activity: { type: "Accept" } }])

  await undecideHost(db, config, hostname, "allow")
  expect(await follow("bram")).toBe(403)
  expect(await count("fediverse_followers")).toBe(0)
  // Allowing a host deletes nothing, not even the accounts of hosts that are not allowed yet.
  await decideHosts(db, config, [hostname], "allow")
  expect(await follow()).toBe(202)
  await sql`update fediverse_hosts set is_allowed = false where host = ${hostname}`.execute(db)
  expect(await decideHosts(db, config, ["other.example"], "allow")).toBe(0)
  expect(await count("fediverse_followers")).toBe(1)
  // A block outweighs an allowance.
  await decideHosts(db, config, [hostname], "allow")
  await decideHosts(db, config, [hostname], "block")
  expect(await follow("cleo")).toBe(403)
})

test("an exported block list is read: suspended hosts are listed, other lines reported with the reason", async () => {
  const text = `\uFEFF${mastodon}\r
bad.example,suspend,False,False,"spam, and\r
example.org in two lines",False\r
"*.wild.example",suspend,True,True,,False\r
bücher.example,SUSPEND,False,False,,False\r
quiet.example,silence,False,False,,False\r
noted.example,noop,False,False,,False\r
ex**ple.com,suspend,False,False,,True\r
not a host,suspend,False,False,,False\r
BAD.example,suspend,False,False,,False\r
foyer.example,suspend,False,False,,False\r
`
  expect(await readHostList(text, "foyer.example")).toEqual({
    hosts: ["bad.example", "wild.example", "xn--bcher-kva.example"],
    unlisted: [
      { line: 6, what: "quiet.example", why: "other_severity" },
      { line: 7, what: "noted.example", why: "other_severity" },
      { line: 8, what: "ex**ple.com", why: "obfuscated" },
      { line: 9, what: "not a host", why: "no_host" },
      { line: 11, what: "foyer.example", why: "own_host" },
    ],
    passedOver: 5,
  })
})

test.each([
  ["one host a line", "bad.example\n\nworse.example\n"],
  ["with a remark", "# from a friend\nbad.example\nworse.example"],
  ["in quotes", '"bad.example"\n"worse.example"\n'],
  ["with another head", "domain,severity\nbad.example,suspend\nworse.example,suspend\n"],
  ["with columns in another order", "#severity,#domain\nsuspend,bad.example\nsuspend,worse.example\n"],
  ["with a quote that nobody closed", 'bad.example\n"worse.example\n'],
])("a host list in this form is read: %s", async (_, text) => {
  const hosts = ["bad.example", "worse.example"]
  for (const one of [text, text.replaceAll("\n", "\r\n")])
    expect(await readHostList(one, "foyer.example")).toEqual({ hosts, unlisted: [], passedOver: 0 })
})

test("a host list has a maximum length; top-level domains, this site's hosts and invalid names are left out", async () => {
  expect(await readHostList("x.example\n".repeat(500_001), "foyer.example")).toEqual({
    hosts: [],
    unlisted: [{ line: 1, what: "", why: "too_many" }],
    passedOver: 500_001,
  })
  const many = Array.from({ length: 100_002 }, (_, nth) => `h${nth}.example\n`).join("")
  const { hosts, unlisted, passedOver } = await readHostList(many, "foyer.example")
  expect([hosts.length, unlisted, passedOver]).toEqual([100_000, [{ line: 100_001, what: "", why: "too_many" }], 2])
  const whys = async (text: string) => (await readHostList(text, "events.foyer.example")).unlisted.map(({ why }) => why)
  expect(await whys("com\nfoyer.example\nevents.foyer.example\nhttp://\n../x\na..b\n-\n")).toEqual([
    "no_host",
    "own_host",
    "own_host",
    "no_host",
    "no_host",
    "no_host",
    "no_host",
  ])
  expect(normalizeHost("https://Bad.example/")).toBe("bad.example")
  expect(normalizeHost("bad.example:8443")).toBe("bad.example:8443")
})

test.each([
  ["short lines", "a,b\n".repeat(240_000), 240_000],
  ["nothing but quotes", '"'.repeat(960_000), 1],
  ["quotes that part lines", '"\n'.repeat(480_000), 240_000],
  ["nothing but commas", ",".repeat(960_000), 1],
  ["nothing but ends of lines", "\r\n".repeat(480_000), 0],
  ["lines in quotes", '"a","b"\n'.repeat(100_000), 100_000],
])("reading a list of %s lets other work run in between and counts every skipped line", async (_, text, lines) => {
  let [turns, isDone] = [0, false]
  const others = (async () => {
    for (; !isDone; turns++) await new Promise((next) => void setImmediate(next))
  })()
  const since = threadTime()
  const list = await readHostList(text, "foyer.example")
  const took = threadTime() - since
  isDone = true
  await others
  expect([list.hosts, list.passedOver]).toEqual([[], lines])
  // Other work gets its turn several times in a tenth of a second while a long list is read.
  expect(turns).toBeGreaterThan(took / 50 - 2)
})

test("2500 hosts can be blocked and listed by the thousand, and a written list can be read again", async () => {
  const { db, config } = await fediverseWorld()
  const hosts = Array.from({ length: 2500 }, (_, nth) => `h${String(nth).padStart(4, "0")}.example`)
  await decideHosts(db, config, hosts, "block")
  await decideHosts(db, config, hosts, "block")
  await decideHosts(db, config, ["good.example"], "allow")

  const [first, second] = [await listDecided(db, "block"), await listDecided(db, "block", hosts[999])]
  expect([first.length, second[0]]).toEqual([1000, hosts[1000]])
  const read = await readHostList(writeBlockList(first), "foyer.example")
  expect(read).toEqual({ hosts: first, unlisted: [], passedOver: 0 })
  expect(writeBlockList(["a.example"])).toBe(`${mastodon}\na.example,suspend,False,False,,False\n`)
  const allowed = await listDecided(db, "allow")
  expect((await readHostList(writeAllowList(allowed), "foyer.example")).hosts).toEqual(["good.example"])
})

test("accounts of a blocked host are deleted by 500 per transaction, and cached answers become stale", async () => {
  const { db, config, hangar: house } = await fediverseWorld()
  const { id } = await house.publishes({ title: "Radio Minuit" })
  await sql`insert into remote_actors (uri, host, type, inbox, key_id, public_key)
    select 'https://' || host || '/u' || n, host, 'Person', 'https://' || host || '/i', 'https://' || host || '/k', 'x'
    from unnest(array['a.bad.example', 'b.bad.example', 'good.example']) host, generate_series(1, 600) n`.execute(db)
  // A reply by the last account that is deleted.
  await sql`insert into fediverse_reactions (kind, event_id, remote_actor_id, uri, content, shown_at)
    select 'reply', ${id}, max(id), 'https://b.bad.example/n', 'x', now() from remote_actors where host = 'b.bad.example'`.execute(
    db,
  )
  await sql`create table steps (tx xid8, count int)`.execute(db)
  await sql`create function note_step() returns trigger language plpgsql as $$ begin
    insert into steps select pg_current_xact_id(), count(*) from gone; return null; end $$`.execute(db)
  await sql`create trigger steps after delete on remote_actors referencing old table as gone
    for each statement execute function note_step()`.execute(db)

  let forgotten = 0
  const isStale = await detectContentChange(async () => {
    forgotten = await decideHosts(db, config, ["bad.example"], "block")
  })
  expect([isStale, forgotten]).toEqual([true, 1200])
  const { rows } = await sql<{ count: number }>`
    select sum(count)::int as count from steps group by tx having sum(count) > 0 order by 1`.execute(db)
  expect(rows.map(({ count }) => count)).toEqual([200, 500, 500])
  expect((await sql`select from remote_actors`.execute(db)).rows).toHaveLength(600)
})
