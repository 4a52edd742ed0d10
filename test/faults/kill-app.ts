// kill -9 of the built product while eight people write: everything acknowledged exists afterwards, and nothing is half done. npm
// run faults:kill [-- KILLS]
import { rmSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { freePort, startServer } from "../instances/server.ts"
import { temporaryDirectory } from "../temporary.ts"
import { writersAt } from "./writers.ts"

const kills = Number(process.argv[2] ?? 100)
const dataDir = temporaryDirectory("kill-app")
const port = String(await freePort())
const url = `http://localhost:${port}`
const start = () => startServer({ DATA_DIR: dataDir, PORT: port, PUBLIC_URL: url, SAMPLE: "none", LIMITS: "0" })

let server = await start()
const writers = await writersAt(url, 8)
for (let kill = 1; kill <= kills; kill++) {
  // In the middle of writing, however slowly the machine begins to write after a start.
  const before = writers.acknowledged()
  while (writers.acknowledged() === before) await pause(20)
  await pause(Math.random() * 600)
  const ended = new Promise((done) => server.process.once("exit", done))
  server.process.kill("SIGKILL")
  await ended
  server = await start()
  if (kill % 10 === 0)
    console.log(`${kill} kills, ${writers.acknowledged()} events acknowledged, ${writers.failed()} attempts failed`)
}

const lost = await writers.end()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
console.log(`${kills} kills, ${writers.acknowledged()} events acknowledged, ${lost.length} lost`)
for (const line of lost.slice(0, 20)) console.error(line)
if (lost.length > 0 || writers.acknowledged() < kills) process.exit(1)
