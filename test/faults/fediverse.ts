// Two whole instances over TLS, and malicious servers: one instance is killed (kill -9) while it delivers to 600 followers, and
// each receives the activity once; then a thousand hosts flood the other with forged, huge, deeply nested, slow or circular
// requests, and readers of its pages hardly notice. npm run faults:fediverse
import { fork } from "node:child_process"
import { createHash, generateKeyPairSync, sign } from "node:crypto"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { memory } from "../../scripts/bench/load.ts"
import { pageFollows } from "../instances/instance-follows.ts"
import { type Instance, instances } from "../instances/instances.ts"
import { inDatabase } from "../product/servers/database-of.ts"

const followers = 600
/** Index of the attack with a body over the limit. */
const tooLarge = 4
const failures: string[] = []
const check = (isSo: boolean, what: string) => {
  console.log(`${isSo ? "ok  " : "FAIL"} ${what}`)
  if (!isSo) failures.push(what)
}
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
const pem = publicKey.export({ type: "spki", format: "pem" }) as string

if (process.env.FEDIVERSE_READER) await read(process.argv[2] as string, Number(process.argv[3]))
else await main()

async function main() {
  // As in production: requests of strangers are counted, by the address that the proxy in front reports.
  const both = await instances(["aa", "bb"], { LIMITS: "1", TRUST_PROXY: "1" })
  try {
    await killedInTheMiddle(both.all.aa, both.all.bb)
    await flooded(both.all.bb)
  } finally {
    await both.end()
  }
  if (failures.length > 0) {
    console.error(`${failures.length} of it is not so`)
    process.exit(1)
  }
}

/** Starts a remote server that accepts each delivery after a delay, and counts what each recipient got. */
async function sink() {
  const arrived = new Map<string, number>()
  const server = http.createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    if (request.method !== "POST") return response.writeHead(404).end()
    await pause(30)
    const { id } = JSON.parse(Buffer.concat(pieces).toString("utf8"))
    const mark = `${request.url} ${id}`
    arrived.set(mark, (arrived.get(mark) ?? 0) + 1)
    response.writeHead(202).end()
  })
  await new Promise<void>((ready) => server.listen(0, "0.0.0.0", ready))
  return { server, arrived, port: (server.address() as AddressInfo).port }
}

async function killedInTheMiddle(aa: Instance, bb: Instance) {
  const house = await aa.person({ fid: "hangar", name: "Le Hangar" })
  await bb.person({ fid: "veilleuse", name: "La Veilleuse" })
  const hangar = `${aa.url}/ap/actors/hangar`
  await pageFollows(bb, "veilleuse", hangar)
  await until(async () => bb.passed.some(({ activity }) => activity.type === "Accept"), "followed")
  const { server, arrived, port } = await sink()
  const people = Array.from(
    { length: followers },
    (_, nth) => `http://127.0.${1 + (nth % 200)}.1:${port}/users/u${nth}`,
  )
  await inDatabase(aa.dataDir, async (db) => {
    await db.query(
      `insert into remote_actors (uri, host, type, username, inbox, key_id, public_key)
      select uri, split_part(uri, '/', 3), 'Person', 'u', uri || '/inbox', uri || '#main-key', $1 from unnest($2::text[]) uri`,
      [pem, people],
    )
    await db.query(`insert into fediverse_followers (identity_id, remote_actor_id, follow_uri)
      select i.id, r.id, r.uri || '/follow' from fediverse_identities i, remote_actors r where i.name = 'hangar' and r.username = 'u'`)
  })
  bb.passed.splice(0)
  await house.ask("POST", "/api/contents/events/", {
    title: { fr: "Nuit des lanternes" },
    category: "music",
    organizers: ["hangar"],
    start: "2099-11-21T20:30",
    timezone: "Europe/Brussels",
    workflow: "published",
  })
  await until(async () => arrived.size > followers / 3, "a third told")
  const before = arrived.size
  await aa.kill()
  console.log(`killed after ${before} of ${followers}`)
  await pause(2000)
  await aa.starts()
  const from = Date.now()
  const left = () =>
    inDatabase(aa.dataDir, async (db) => (await db.query("select from fediverse_deliveries")).rowCount ?? 0)
  await until(async () => (await left()) === 0, "all told", 300)
  const ids = new Set([...arrived.keys()].map((mark) => mark.split(" ")[1]))
  const inboxes = new Set([...arrived.keys()].map((mark) => mark.split(" ")[0]))
  const again = [...arrived.values()].filter((count) => count > 1).length
  console.log(
    `${Math.round((Date.now() - from) / 1000)} s after it was back; ${again} were sent again under the same id`,
  )
  check(inboxes.size === followers, `each of ${followers} was told (${inboxes.size})`)
  check(ids.size === 1 && arrived.size === followers, "each by one activity: whoever knows an id acts on it once")
  check(again <= 16, "no more came twice than were on their way when it died")
  const created = bb.passed.filter(({ activity }) => activity.type === "Create")
  const marks = await inDatabase(bb.dataDir, async (db) => (await db.query("select from fediverse_received")).rowCount)
  check(created.length >= 1 && created.every(({ status }) => status === 202), "the other instance was told")
  check(new Set(created.map(({ activity }) => activity.id)).size === 1, "and took it as one activity")
  console.log(`     (${created.length} deliveries there, ${marks} activities acted on)`)
  server.closeAllConnections()
  server.close()
}

/** Starts a malicious server, reached under a thousand host names: its answer depends on the requested path. */
async function villain() {
  let asked = 0
  const server = http.createServer((request, response) => {
    asked++
    const path = request.url ?? ""
    const type = { "content-type": "application/activity+json" }
    const origin = `http://${request.headers.host}`
    if (path.startsWith("/slow")) {
      response.writeHead(200, type)
      const drip = setInterval(() => response.write(" "), 500)
      return response.on("close", () => clearInterval(drip))
    }
    if (path.startsWith("/huge")) {
      response.writeHead(200, type)
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      }
      response.on("drain", pour)
      return pour()
    }
    if (path.startsWith("/ring")) return response.writeHead(302, { location: `${origin}${path}x` }).end()
    const actor = `${origin}${path}`
    const key = { id: `${actor}#main-key`, owner: actor, publicKeyPem: pem }
    response
      .writeHead(200, type)
      .end(
        JSON.stringify({ id: actor, type: "Person", preferredUsername: "u", inbox: `${actor}/inbox`, publicKey: key }),
      )
  })
  await new Promise<void>((ready) => server.listen(0, "0.0.0.0", ready))
  return { server, port: (server.address() as AddressInfo).port, asked: () => asked }
}

async function flooded(bb: Instance) {
  const { server, port, asked } = await villain()
  const inbox = `${bb.url}/ap/inbox`
  const page = `${bb.url}/ap/actors/veilleuse`
  const pid = bb.process().pid as number
  const hostOf = (nth: number) => `127.${10 + (nth % 5)}.${Math.floor(nth / 5) % 200}.${1 + (nth % 250)}:${port}`
  const before = await readers(bb, 4)
  const quiet = memory(pid)
  const rows = () =>
    inDatabase(bb.dataDir, async (db) => {
      const { rows: found } = await db.query(`select (select count(*) from fediverse_followers)::int as followers,
        (select count(*) from events)::int as events, (select count(*) from fediverse_received)::int as received`)
      return JSON.stringify(found[0])
    })
  const untouched = await rows()
  const statuses = new Map<number, number>()
  let isOver = false
  let nth = 0
  const attack = async () => {
    while (!isOver) {
      const kind = nth % 7
      const status = await send(bb, ...harm(nth++, hostOf, inbox, page)).catch((error: NodeJS.ErrnoException) => {
        console.log(`     (no answer to harm of kind ${kind}: ${error.code})`)
        // A client still sending a body that is too large may find the connection closed before it reads the refusal.
        return kind === tooLarge && /^(EPIPE|ECONNRESET)$/.test(error.code ?? "") ? 413 : 0
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const attackers = Promise.all(Array.from({ length: 32 }, attack))
  const seen: number[] = []
  const watch = setInterval(() => seen.push(memory(pid)), 500)
  await pause(1000)
  const during = await readers(bb, 20)
  isOver = true
  await attackers
  clearInterval(watch)
  console.log(
    `${nth} requests of ${Math.min(nth, 1000)} hosts, answered ${JSON.stringify(Object.fromEntries(statuses))}; ${asked()} keys asked for`,
  )
  console.log(
    `a page: ${during.p50.toFixed(1)} ms (p95 ${during.p95.toFixed(1)}) for ${before.p50.toFixed(1)} ms (p95 ${before.p95.toFixed(1)})`,
  )
  const half = (from: number) => Math.max(...seen.slice(from ? seen.length / 2 : 0, from ? undefined : seen.length / 2))
  console.log(`memory: ${quiet} MB before, at most ${half(0)} MB in the first half and ${half(1)} MB in the second`)
  check(!statuses.has(0) && !statuses.has(500), "every request was answered, and none by an error")
  check((await rows()) === untouched, "nothing was acted on")
  // A page takes a few milliseconds: an unnoticeable delay does not count.
  check(during.p50 <= Math.max(2 * before.p50, before.p50 + 15), "readers wait at most twice as long")
  check(half(1) <= Math.max(quiet + 150, half(0) * 1.1), "memory stays bounded")
  server.closeAllConnections()
  server.close()
}

/** Returns the next malicious request: each kind in turn, each from another host. */
function harm(
  nth: number,
  hostOf: (nth: number) => string,
  inbox: string,
  page: string,
): [Record<string, string>, string] {
  const origin = `http://${hostOf(nth % 1000)}`
  const actor = `${origin}${["/users/u", "/slow", "/huge", "/ring", "/users/u", "/users/u", "/users/u"][nth % 7]}${nth % 7 === 0 ? "" : nth}`
  const follow = { id: `${origin}/${nth}`, type: "Follow", actor, object: page }
  const kinds = [
    () => signedBy(actor, inbox, JSON.stringify(follow), true), // one byte of the signature is wrong
    () => signedBy(actor, inbox, JSON.stringify(follow)), // the key is sent in tiny pieces
    () => signedBy(actor, inbox, JSON.stringify(follow)), // the key never ends
    () => signedBy(actor, inbox, JSON.stringify(follow)), // the key redirects, again and again
    () => signedBy(actor, inbox, JSON.stringify({ ...follow, to: Array.from({ length: 50_000 }, () => origin) })),
    () => signedBy(actor, inbox, `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`),
    () => signedBy(actor, inbox, JSON.stringify({ ...follow, actor: `${origin}/users/another` })),
  ]
  return (kinds[nth % 7] as () => [Record<string, string>, string])()
}

function signedBy(actor: string, inbox: string, body: string, isForged = false): [Record<string, string>, string] {
  const { host, pathname } = new URL(inbox)
  const date = new Date().toUTCString()
  const digest = `SHA-256=${createHash("sha256").update(body).digest("base64")}`
  const lines = `(request-target): post ${pathname}\nhost: ${host}\ndate: ${date}\ndigest: ${digest}`
  const signature = sign("sha256", Buffer.from(lines), privateKey)
  if (isForged) signature.writeUInt8(signature.readUInt8(100) ^ 1, 100)
  const said = `keyId="${actor}#main-key",algorithm="rsa-sha256",headers="(request-target) host date digest",signature="${signature.toString("base64")}"`
  const from = new URL(actor).hostname.replace("127.", "100.")
  return [{ "x-forwarded-for": from, date, digest, signature: said, "content-type": "application/activity+json" }, body]
}

/** Sends past the front door, which the flood would have to pass too: only the instance is measured. */
function send(bb: Instance, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((answered, failed) => {
    const request = http.request(`${bb.local}/ap/inbox`, { method: "POST", headers, agent: false }, (answer) => {
      answer.resume().on("end", () => answered(answer.statusCode ?? 0))
    })
    request.on("error", failed)
    request.end(body)
  })
}

type Times = { p50: number; p95: number }

/** Measures the milliseconds a reader waits for a page, for this many seconds, in a process that does nothing else. */
function readers(bb: Instance, seconds: number): Promise<Times> {
  const child = fork(fileURLToPath(import.meta.url), [`${bb.local}/actors/veilleuse`, String(seconds)], {
    env: { ...process.env, FEDIVERSE_READER: "1" },
  })
  return new Promise((measured, failed) => {
    child.once("message", (times) => measured(times as Times))
    child.once("error", failed)
  })
}

async function read(page: string, seconds: number) {
  const times: number[] = []
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    const from = performance.now()
    await (await fetch(page, { headers: { "x-forwarded-for": "192.0.2.1" } })).text()
    times.push(performance.now() - from)
    await pause(40)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0
  process.send?.({ p50: at(0.5), p95: at(0.95) })
  process.disconnect()
}

async function until(isSo: () => Promise<boolean>, what: string, seconds = 60) {
  const end = Date.now() + seconds * 1000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not ${what} after ${seconds} s`)
    await pause(100)
  }
}
