// `npm run bench:fediverse [-- FOLLOWERS]`: requests per second to the inbox with each signature checked, and with activities
// that are ignored; the time one event takes to reach 10,000 followers on 500 servers; and the effect on readers of pages
// meanwhile.
import { fork } from "node:child_process"
import { generateKeyPairSync } from "node:crypto"
import { fileURLToPath } from "node:url"
import { rmSync } from "node:fs"
import { loadavg } from "node:os"
import { setTimeout as pause } from "node:timers/promises"
import { signRequest } from "@fedify/fedify/sig"
import autocannon from "autocannon"
import { inDatabase } from "../../test/product/servers/database-of.ts"
import { startServer } from "../../test/instances/server.ts"
import { signsUp } from "../../test/worlds/signed-up.ts"
import { temporaryDirectory } from "../../test/temporary.ts"
import { cpuSeconds, memory } from "./load.ts"

const followers = Number(process.argv[2] ?? 10_000)
const hosts = 500
const activityType = "application/activity+json"
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })

/** The receiving servers, in a child process that reports how much it has received. */
const sink = fork(fileURLToPath(new URL("../../test/load/fediverse-sink.ts", import.meta.url)))
type Said = { port: number; taken: number }
const hears = () => new Promise<Said>((heard) => sink.once("message", (said) => heard(said as Said)))
const { port } = await hears()
const taken = async (tell: object = {}) => {
  const heard = hears()
  sink.send(tell)
  return (await heard).taken
}
const hostOf = (nth: number) => `127.0.${1 + Math.floor((nth % hosts) / 250)}.${1 + (nth % 250)}:${port}`

const dataDir = temporaryDirectory("bench-fediverse")
const server = await startServer({ DATA_DIR: dataDir, SAMPLE: "none", LIMITS: "0", OUTBOUND_PRIVATE: "1" })
const pid = server.process.pid as number
try {
  console.log(`load before: ${loadavg().map((one) => one.toFixed(1))}`)
  await inbox()
  await fanOut()
} finally {
  sink.kill()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Measures requests per second to the inbox: with activities that mean nothing here, and with signatures by a known key. */
async function inbox() {
  const actor = `http://${hostOf(0)}/users/anna`
  const key = { id: `${actor}#main-key`, owner: actor, publicKeyPem: publicKey.export({ type: "spki", format: "pem" }) }
  const document = { id: actor, type: "Person", preferredUsername: "anna", inbox: `${actor}/inbox`, publicKey: key }
  await taken({ path: "/users/anna", body: JSON.stringify(document) })
  const activity = (type: string) =>
    JSON.stringify({ id: `${actor}/1`, type, actor, object: `${server.url}/ap/actors/nobody` })
  const pkcs8 = new Uint8Array(privateKey.export({ type: "pkcs8", format: "der" }))
  const how = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
  const signing = await crypto.subtle.importKey("pkcs8", pkcs8, how, true, ["sign"])
  const body = new TextEncoder().encode(activity("Follow"))
  const plain = new Request(`${server.url}/ap/inbox`, {
    method: "POST",
    headers: { "content-type": activityType },
    body,
  })
  const signed = await signRequest(plain, signing, new URL(key.id), {
    spec: "draft-cavage-http-signatures-12",
    body: body.buffer,
  })
  const one = async (headers: Record<string, string>, text: string) => {
    const ask = () =>
      autocannon({
        url: `${server.url}/ap/inbox`,
        method: "POST",
        connections: 16,
        duration: 5,
        headers: { "content-type": activityType, ...headers },
        body: text,
      })
    await ask()
    const before = cpuSeconds(pid)
    const { requests, non2xx, errors, duration } = await ask()
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed`)
    return { rate: requests.total / duration, ms: ((cpuSeconds(pid) - before) / requests.total) * 1000 }
  }
  const unread = await one({}, activity("Listen"))
  const { host: _, ...headers } = Object.fromEntries(signed.headers)
  const checked = await one(headers, activity("Follow"))
  console.log(
    `inbox: ${Math.round(checked.rate)} a second with the signature checked (${checked.ms.toFixed(2)} ms of processor), ` +
      `${Math.round(unread.rate)} unread (${unread.ms.toFixed(2)} ms): ${(checked.rate / unread.rate).toFixed(2)} of it`,
  )
}

/** Publishes one event to all followers, with readers loading pages meanwhile. */
async function fanOut() {
  const house = await signsUp(server.url, "hangar")
  await inDatabase(dataDir, (db) => db.query("update emails set verified_at = now()"))
  await house.ask("POST", "/api/actors/", { type: "place", fid: "hangar", name: "Le Hangar", status: "published" })
  await fetch(`${server.url}/ap/actors/hangar`)
  await inDatabase(dataDir, async (db) => {
    await db.query(
      `insert into remote_actors (uri, host, type, username, inbox, key_id, public_key)
      select uri, split_part(uri, '/', 3), 'Person', 'u', uri || '/inbox', uri || '#main-key', $1
      from unnest($2::text[]) uri`,
      [
        publicKey.export({ type: "spki", format: "pem" }),
        Array.from({ length: followers }, (_, nth) => `http://${hostOf(nth)}/users/u${nth}`),
      ],
    )
    await db.query(`insert into fediverse_followers (identity_id, remote_actor_id, follow_uri)
      select i.id, r.id, r.uri || '/follow' from fediverse_identities i, remote_actors r where i.name = 'hangar' and r.username = 'u'`)
    await db.query("vacuum analyze")
  })
  const page = (seconds: number) =>
    autocannon({ url: `${server.url}/actors/hangar`, connections: 4, overallRate: 40, duration: seconds })
  await page(3)
  const before = await page(6)
  const quiet = memory(pid)

  const [from, cpu, already] = [Date.now(), cpuSeconds(pid), await taken()]
  const seen: number[] = []
  const watch = setInterval(() => seen.push(memory(pid)), 250)
  await house.ask("POST", "/api/contents/events/", {
    title: { fr: "Nuit des lanternes" },
    category: "music",
    organizers: ["hangar"],
    start: "2099-11-21T20:30",
    timezone: "Europe/Brussels",
    workflow: "published",
  })
  const readers = page(6)
  let during: Awaited<typeof readers> | undefined
  void readers.then((one) => (during = one))
  let last = 0
  for (let told = Date.now(); (last = (await taken()) - already) < followers; await pause(100))
    if (Date.now() - told > 10_000) {
      told = Date.now()
      console.log(`  ${last} of ${followers} delivered, ${memory(pid)} MB`)
    }
  const seconds = (Date.now() - from) / 1000
  const spent = cpuSeconds(pid) - cpu
  clearInterval(watch)
  during ??= await readers
  const quarter = (at: number) =>
    Math.max(...seen.slice(Math.floor((seen.length * at) / 4), Math.ceil((seen.length * (at + 1)) / 4)))
  console.log(
    `${followers} followers on ${hosts} servers: ${seconds.toFixed(1)} s, ${Math.round(followers / seconds)} deliveries a second, ` +
      `${((spent / followers) * 1000).toFixed(1)} ms of processor each`,
  )
  console.log(`memory: ${quiet} MB before; at most, quarter by quarter: ${[0, 1, 2, 3].map(quarter).join(", ")} MB`)
  const [a, b] = [before.latency, during.latency]
  console.log(
    `a page meanwhile: ${b.p50} ms (p99 ${b.p99}) for ${a.p50} ms (p99 ${a.p99}) before, on average ${(b.average / Math.max(a.average, 0.1)).toFixed(1)} times as long`,
  )
}
