// kill -9 of the built product while eight people write: what was acknowledged is there afterwards, and nothing by half.
// npm run faults:kill [-- KILLS]
import { rmSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { freePort, startServer } from "../server.ts"
import { signsUp, type SignedUp } from "../signed-up.ts"
import { temporaryDirectory } from "../temporary.ts"

const kills = Number(process.argv[2] ?? 100)
const writers = 8
const dataDir = temporaryDirectory("kill-app")
const port = String(await freePort())
const start = () =>
  startServer({ DATA_DIR: dataDir, PORT: port, PUBLIC_URL: `http://localhost:${port}`, SAMPLE: "none", LIMITS: "0" })

let server = await start()
const url = `http://localhost:${port}`
const people: SignedUp[] = []
for (let at = 0; at < writers; at++) {
  const person = await signsUp(url, `writer_${at}`)
  await person.send("POST", "/api/actors/", { type: "place", fid: `house_${at}`, name: `House ${at}` })
  people.push(person)
}

/** What was acknowledged: the events by id, with the title they were given last. */
const acknowledged = new Map<number, { titles: string[]; writer: number }>()
let isOver = false
let refused = 0

async function writes(person: SignedUp, writer: number) {
  for (let turn = 0; !isOver; turn++) {
    const title = `Soirée ${writer}.${turn}`
    try {
      const made = await person.send("POST", "/api/contents/events/", {
        title: { fr: title },
        category: "music",
        organizers: [`house_${writer}`],
        timezone: "Europe/Brussels",
        occurrences: [14, 15].map((day) => ({ start: `2031-03-${day}T20:30` })),
        lineup: [{ name: "Nour" }],
        prices: [{ amount: 12 }],
      })
      const { id } = (await made.json()) as { id: number }
      acknowledged.set(id, { titles: [title], writer })
      const renamed = `${title}, encore`
      acknowledged.get(id)?.titles.push(renamed) // may have been done even if the answer never came
      await person.send("PATCH", `/api/contents/events/${id}/`, { title: { fr: renamed } })
      acknowledged.set(id, { titles: [renamed], writer })
    } catch {
      refused++
      await pause(20)
    }
  }
}

const writing = people.map(writes)
for (let kill = 1; kill <= kills; kill++) {
  await pause(150 + Math.random() * 600)
  const ended = new Promise((done) => server.process.once("exit", done))
  server.process.kill("SIGKILL")
  await ended
  server = await start()
  if (kill % 10 === 0)
    console.log(`${kill} kills, ${acknowledged.size} events acknowledged, ${refused} attempts failed`)
}
isOver = true
await Promise.all(writing)

const lost: string[] = []
for (const [id, { titles, writer }] of acknowledged) {
  const answer = await fetch(`${url}/api/contents/events/${id}/`, {
    headers: { cookie: (people[writer] as SignedUp).cookie },
  })
  if (!answer.ok) {
    lost.push(`event ${id} is gone (${answer.status})`)
    continue
  }
  const event = (await answer.json()) as {
    title: { fr: string }
    occurrences: unknown[]
    lineup: unknown[]
    prices: unknown[]
  }
  if (!titles.includes(event.title.fr)) lost.push(`event ${id} is called ${event.title.fr}, not ${titles.join(" or ")}`)
  if (event.occurrences.length !== 2 || event.lineup.length !== 1 || event.prices.length !== 1)
    lost.push(`event ${id} is there by half`)
}
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
console.log(`${kills} kills, ${acknowledged.size} events acknowledged, ${lost.length} lost`)
for (const line of lost.slice(0, 20)) console.error(line)
if (lost.length > 0 || acknowledged.size < kills) process.exit(1)
