// Two people, 50 connections each, 20,000 requests in all against the built product: no answer may name the other person, and
// none may be cacheable. npm run load:sessions [-- REQUESTS]
import { startServer } from "../instances/server.ts"
import { signsUp } from "../worlds/signed-up.ts"

const requests = Number(process.argv[2] ?? 20_000)
const connections = 50
const paths = ["/me", "/en/me/account", "/", "/nl/events", "/api/me/", "/api/actors/managed/", "/me.data"]

const server = await startServer({ LIMITS: "0" })
const people = await Promise.all(["premiere_voix", "seconde_voix"].map((name) => signsUp(server.url, name)))
const wrong: string[] = []
let done = 0
let named = 0

async function ask(own: (typeof people)[number], other: (typeof people)[number], turns: number) {
  for (let turn = 0; turn < turns; turn++) {
    const path = paths[turn % paths.length] as string
    const answer = await fetch(server.url + path, {
      headers: { cookie: own.cookie, "x-forwarded-host": "elsewhere.example" },
    })
    const text = await answer.text()
    if (text.includes(other.name)) wrong.push(`${path}: ${own.name} was told of ${other.name}`)
    if (text.includes("elsewhere.example")) wrong.push(`${path}: an address from a header`)
    if (text.includes(own.name)) named++
    if (answer.status === 200 && answer.headers.get("cache-control") !== "private, no-store")
      wrong.push(`${path}: ${answer.headers.get("cache-control")}`)
    if (answer.status >= 500) wrong.push(`${path}: ${answer.status}`)
    if (++done % 2000 === 0) console.log(`${done} of ${requests}, ${wrong.length} wrong`)
  }
}

const from = Date.now()
const [first, second] = people as [(typeof people)[number], (typeof people)[number]]
const turns = Math.ceil(requests / connections / 2)
await Promise.all(
  Array.from({ length: connections }, () => [ask(first, second, turns), ask(second, first, turns)]).flat(),
)
await server.stop()
console.log(
  `${done} requests in ${Math.round((Date.now() - from) / 1000)} s, ${named} named who asked, ${wrong.length} wrong`,
)
for (const line of new Set(wrong)) console.error(line)
if (wrong.length > 0 || named < done / 10) process.exit(1)
