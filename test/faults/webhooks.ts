// The product, then PostgreSQL, is killed (kill -9) while six venues announce events to their webhooks: each receiver ends up
// with the last acknowledged state of each event, gets its creation once, and repeated messages have the same id. Malicious
// receivers beside them delay nobody. npm run faults:webhooks [-- KILLS]
import { readFileSync, rmSync } from "node:fs"
import http from "node:http"
import net, { type AddressInfo, type Socket } from "node:net"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { inDatabase } from "../product/servers/database-of.ts"
import { freePort, startServer } from "../instances/server.ts"
import { signsUp } from "../worlds/signed-up.ts"
import { temporaryDirectory } from "../temporary.ts"

const kills = Number(process.argv[2] ?? 10)
const houses = 6
/** Number of simultaneous deliveries: those under way when the process dies are sent again. */
const lanes = 12
/**
 * Seconds after the last kill within which everything must be delivered: another process takes over the jobs of a killed one
 * after a minute or two.
 */
const soon = 300

type Told = { house: number; type: string; id: number; title: string; message: string }
const told: Told[] = []
const receiver = http.createServer(async (request, response) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const { type, data } = JSON.parse(Buffer.concat(pieces).toString("utf8"))
  told.push({
    house: Number(request.url?.slice(1)),
    type,
    id: data.id,
    title: data.title?.fr,
    message: String(request.headers["webhook-id"]),
  })
  await pause(30)
  // One in ten requests is accepted but its answer is lost.
  if (Math.random() < 0.1) response.socket?.destroy()
  else response.writeHead(204).end()
})
await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready))
const address = (house: number) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${house}`

/** What malicious receivers do with a request. */
const harm: ((socket: Socket) => void)[] = [
  () => {},
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
  (socket) => repeatedly(socket, "HTTP/1.1 200 OK\r\nx: ", "a", 100),
  (socket) => repeatedly(socket, "HTTP/1.1 200 OK\r\n\r\n", "x".repeat(65_536), 1),
  (socket) => repeatedly(socket, "", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", 10),
]
function repeatedly(socket: Socket, first: string, next: string, every: number) {
  socket.write(first)
  const again = setInterval(() => socket.write(next), every)
  socket.on("close", () => clearInterval(again))
}
const harmful = await Promise.all(
  harm.map(async (does, nth) => {
    const server = net.createServer((socket) => {
      socket.on("error", () => {})
      socket.once("data", () => does(socket))
    })
    // A host of its own for each.
    await new Promise<void>((ready) => server.listen(0, `127.0.1.${nth + 1}`, ready))
    server.unref()
    return `http://127.0.1.${nth + 1}:${(server.address() as AddressInfo).port}/`
  }),
)

const dataDir = temporaryDirectory("kill-webhooks")
const port = String(await freePort())
const url = `http://localhost:${port}`
const start = () =>
  startServer({ DATA_DIR: dataDir, PORT: port, PUBLIC_URL: url, SAMPLE: "none", LIMITS: "0", OUTBOUND_PRIVATE: "1" })
let server = await start()
const postmaster = () => Number(readFileSync(join(dataDir, "pg/postmaster.pid"), "utf8").split("\n")[0])

/** The title of each event since it was last acknowledged, and those it may have if an answer was lost. */
const acknowledged = new Map<number, { house: number; titles: string[] }>()
const people = []
for (let house = 0; house < houses; house++) {
  const person = await signsUp(url, `house_${house}`)
  await inDatabase(dataDir, (db) => db.query("update emails set verified_at = now() where email = $1", [person.email]))
  await person.send("POST", "/api/actors/", {
    type: "place",
    fid: `place_${house}`,
    name: `House ${house}`,
    status: "published",
  })
  const hooks = `/api/actors/place_${house}/webhooks/`
  await person.send("POST", hooks, { url: address(house) })
  await person.send("POST", hooks, { url: harmful[house % harmful.length] })
  people.push(person)
}
let [isOver, failed] = [false, 0]
const writing = people.map(async (person, house) => {
  for (let turn = 0; !isOver; turn++) {
    const title = `Soirée ${house}.${turn}`
    try {
      const { id } = await person.ask("POST", "/api/contents/events/", {
        title: { fr: title },
        category: "music",
        organizers: [`place_${house}`],
        start: "2099-03-14T20:30",
        workflow: "published",
      })
      const renamed = `${title}, encore`
      acknowledged.set(id, { house, titles: [title, renamed] })
      await pause(Math.random() * 100)
      await person.send("PATCH", `/api/contents/events/${id}/`, { title: { fr: renamed } })
      acknowledged.set(id, { house, titles: [renamed] })
      await pause(300)
    } catch {
      failed++
      await pause(20)
    }
  }
})

async function killedWhile(what: string, kill: () => Promise<unknown>) {
  for (let nth = 1; nth <= kills; nth++) {
    // In the middle of writing, however long recovery from the previous kill took.
    const before = acknowledged.size
    while (acknowledged.size === before) await pause(50)
    await pause(Math.random() * 2500)
    await kill()
  }
  console.log(`${what} killed ${kills} times: ${acknowledged.size} evenings acknowledged, ${told.length} told so far`)
}
await killedWhile("the product", async () => {
  const ended = new Promise((done) => server.process.once("exit", done))
  server.process.kill("SIGKILL")
  await ended
  server = await start()
})
await killedWhile("PostgreSQL", async () => {
  process.kill(postmaster(), "SIGKILL")
  await pause(20)
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) await pause(50)
})
isOver = true
await Promise.all(writing)

/** Returns the events that a receiver knows wrongly, or not at all. */
const behind = () => {
  const known = new Map(told.map(({ house, id, title }) => [`${house} ${id}`, title]))
  return [...acknowledged].filter(([id, { house, titles }]) => !titles.includes(known.get(`${house} ${id}`) ?? ""))
}
const from = Date.now()
while (behind().length > 0 && Date.now() - from < soon * 1000) {
  // Failed deliveries are retried with growing delays; that is not the subject here.
  await inDatabase(dataDir, async (db) => {
    await db.query("update webhooks set retry_at = now() where retry_at > now() and host not like '127.0.1.%'")
    await db.query(`update webhook_deliveries d set due_at = now() from webhooks w
      where w.id = d.webhook_id and w.host not like '127.0.1.%' and d.state = 'waiting' and d.error is not null
        and d.tried_at < now() - interval '15 seconds'`)
  })
  await pause(1000)
}
console.log(`all of it told ${Math.round((Date.now() - from) / 1000)} s after the last kill; ${failed} attempts failed`)

const faults = behind().map(([id]) => `evening ${id} is known otherwise than it is`)
const beginnings = Map.groupBy(
  told.filter(({ type }) => type === "event.created"),
  ({ house, id }) => `${house} ${id}`,
)
for (const [evening, all] of beginnings) {
  const messages = new Set(all.map(({ message }) => message)).size
  if (messages > 1) faults.push(`the beginning of ${evening} was told under ${messages} ids`)
}
for (const [message, all] of Map.groupBy(told, (one) => one.message))
  if (new Set(all.map(({ type, id, title }) => `${type} ${id} ${title}`)).size > 1)
    faults.push(`${message} said different things`)
const twice = told.length - new Set(told.map(({ message }) => message)).size
console.log(`${told.length} came, ${twice} of them again under the same id (at most ${lanes} a kill, and one in ten)`)

await server.stop()
rmSync(dataDir, { recursive: true, force: true })
receiver.closeAllConnections()
receiver.close()
for (const line of faults.slice(0, 20)) console.error(line)
process.exit(faults.length > 0 || acknowledged.size < kills ? 1 : 0)
