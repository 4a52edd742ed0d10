// A sound of 500 MB, an hour and a half long, through the built product's own job: it can be played and keeps its length, and
// neither the server nor ffmpeg takes more than 200 MB for it, while other requests are answered. npm run load:sound [--
// MEGABYTES]
import { execFileSync } from "node:child_process"
import { openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { memory } from "../../scripts/bench/load.ts"
import { startServer } from "../instances/server.ts"
import { signsUp } from "../worlds/signed-up.ts"
import { temporaryDirectory } from "../temporary.ts"

const megabytes = Number(process.argv[2] ?? 500)
const most = 200
const piece = 8 * 1024 ** 2
const rate = 44_100
const length = Math.round((megabytes * 1024 ** 2) / (rate * 2))
const wrong: string[] = []
const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1)

const folder = temporaryDirectory("long-sound")
const file = join(folder, "nuit.wav")
// Changing tones and noise: as hard to compress as music.
const source = `sine=frequency=220:beep_factor=4:sample_rate=${rate}:duration=${length},volume=0.5`
const noise = `anoisesrc=amplitude=0.1:color=pink:sample_rate=${rate}:duration=${length}`
const sources = ["-f", "lavfi", "-i", source, "-f", "lavfi", "-i", noise]
execFileSync("ffmpeg", ["-nostdin", "-v", "error", ...sources, "-filter_complex", "amix=inputs=2", file])
const { size } = statSync(file)
const server = await startServer({ LIMITS: "0", SAMPLE: "none" })
const pid = server.process.pid as number
let before = 0
let highest = 0
let ffmpegHighest = 0
let slowest = 0
let looks: NodeJS.Timeout[] = []
try {
  const who = await signsUp(server.url, "porteuse_de_sons")
  await warmed(who)
  before = memory(pid)
  const watching = setInterval(() => {
    highest = Math.max(highest, memory(pid))
    ffmpegHighest = Math.max(ffmpegHighest, ...memoryOfFfmpeg(pid))
  }, 100)
  const asking = setInterval(async () => {
    const from = performance.now()
    await (await fetch(`${server.url}/api/contents/events/`)).text()
    slowest = Math.max(slowest, performance.now() - from)
  }, 500)

  looks = [watching, asking]

  const began = performance.now()
  const { id } = await brought(who, file, size)
  const arrived = seconds(began)
  const queued = performance.now()
  let made = await who.ask("GET", `/api/documents/${id}/`)
  while (made.sound.state === "waiting") {
    await pause(1000)
    made = await who.ask("GET", `/api/documents/${id}/`)
  }
  const took = seconds(queued)

  if (made.sound.state !== "ready") wrong.push(`it is ${made.sound.state}: ${made.sound.reason}`)
  if (Math.abs(made.duration - (size - 44) / rate / 2) > 0.1) wrong.push(`it lasts ${made.duration} s, not ${length}`)
  for (const { url, mime, size: bytes } of made.sound.sources) {
    const end = await fetch(url, { headers: { cookie: who.cookie, range: "bytes=-1000" } })
    if (end.status !== 206 || (await end.arrayBuffer()).byteLength !== 1000) wrong.push(`${mime}: ${end.status}`)
    const lasts = Number(
      execFileSync("ffprobe", ["-v", "error", "-of", "csv=p=0", "-show_entries", "format=duration", storedAt(url)]),
    )
    if (Math.abs(lasts - length) > 0.2) wrong.push(`${mime} lasts ${lasts} s, not ${length}`)
    console.log(`${mime}: ${Math.round(bytes / 1e6)} MB, ${lasts.toFixed(1)} s`)
  }
  console.log(`${Math.round(size / 1024 ** 2)} MB, ${(length / 3600).toFixed(2)} h of sound: brought in ${arrived} s`)
  console.log(`made in ${took} s, ${Math.round(length / Number(took))} times as fast as it plays`)
  console.log(`server: ${before} MB before, +${highest - before} MB at most; ffmpeg: ${ffmpegHighest} MB at most`)
  console.log(`the slowest of other answers meanwhile: ${Math.round(slowest)} ms`)
  if (highest - before > most) wrong.push(`the server grew by ${highest - before} MB`)
  if (ffmpegHighest > most || ffmpegHighest === 0) wrong.push(`ffmpeg took ${ffmpegHighest} MB`)
  const left = readdirSync(join(server.dataDir, "work"))
  if (left.length > 0) wrong.push(`left in the folder of work: ${left.join()}`)
} finally {
  for (const look of looks) clearInterval(look)
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const line of wrong) console.error(line)
if (wrong.length > 0) process.exit(1)

type Who = Awaited<ReturnType<typeof signsUp>>

/** Uploads a small sound first: memory for code loaded with the first sound must not count for the long one. */
async function warmed(who: Who) {
  const small = join(folder, "court.wav")
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-t", "2", "-i", file, small])
  const { id } = await brought(who, small, statSync(small).size)
  while ((await who.ask("GET", `/api/documents/${id}/`)).sound.state === "waiting") await pause(200)
}

/** Uploads in parts, as a browser does. */
async function brought(who: Who, path: string, bytes: number): Promise<{ id: number }> {
  const headers = {
    cookie: who.cookie,
    "x-csrftoken": who.jar.get("csrftoken") ?? "",
    origin: server.url,
    "tus-resumable": "1.0.0",
  }
  const word = (text: string) => Buffer.from(text).toString("base64")
  const begun = await fetch(`${server.url}/api/uploads/`, {
    method: "POST",
    headers: {
      ...headers,
      "upload-length": String(bytes),
      "upload-metadata": `filename ${word("nuit.wav")},filetype ${word("audio/wav")}`,
    },
  })
  const place = begun.headers.get("location")
  if (!place) throw new Error(`not begun: ${begun.status} ${await begun.text()}`)
  const handle = openSync(path, "r")
  for (let offset = 0; offset < bytes; offset += piece) {
    const body = Buffer.alloc(Math.min(piece, bytes - offset))
    readSync(handle, body, 0, body.length, offset)
    const answer = await fetch(server.url + place, {
      method: "PATCH",
      headers: { ...headers, "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
      body: new Uint8Array(body),
    })
    if (answer.status !== 204) throw new Error(`piece at ${offset}: ${answer.status} ${await answer.text()}`)
  }
  const made = await fetch(`${server.url}${place}document/`, { method: "POST", headers })
  if (made.status !== 201) throw new Error(`no document: ${made.status} ${await made.text()}`)
  return made.json() as Promise<{ id: number }>
}

/** Returns the memory of ffmpeg processes (MB) anywhere below a process. */
function memoryOfFfmpeg(parent: number): number[] {
  const found = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const [head = "", rest = ""] = readFileSync(`/proc/${name}/stat`, "utf8").split(/\) /)
      return [{ pid: Number(name), program: head.split("(")[1] ?? "", parent: Number(rest.split(" ")[1]) }]
    } catch {
      return [] // the process has just ended
    }
  })
  const under = (pid: number): typeof found =>
    found.flatMap((one) => (one.parent === pid ? [one, ...under(one.pid)] : []))
  return under(parent).flatMap(({ pid, program }) => {
    try {
      // An ended process that was not reaped yet holds no memory.
      return program === "ffmpeg" ? [memory(pid) || 0] : []
    } catch {
      return []
    }
  })
}

/** Returns the path on disk of the file at an address. */
function storedAt(url: string) {
  const [key = "", name = ""] = new URL(url).pathname.split("/").slice(2)
  return join(server.dataDir, "media", key.slice(0, 2), key, name)
}
