// A sound of 300 MB, interrupted three times and then completed, against the built product: the stored bytes equal the sent ones,
// there is one document, and the process grows by 200 MB at most. Then many small files, to measure how many succeed per minute.
// npm run load:uploads [-- MEGABYTES [SMALL]]
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { request as httpRequest } from "node:http"
import { drawnImage } from "../files.ts"
import { startServer } from "../instances/server.ts"
import { signsUp } from "../worlds/signed-up.ts"

const megabytes = Number(process.argv[2] ?? 300)
const small = Number(process.argv[3] ?? 120)
const most = 200
const piece = 8 * 1024 ** 2
const wrong: string[] = []

const server = await startServer({ LIMITS: "0", SAMPLE: "none" })
const who = await signsUp(server.url, "porteuse_de_sons")
const headers = {
  cookie: who.cookie,
  "x-csrftoken": who.jar.get("csrftoken") ?? "",
  origin: server.url,
  "tus-resumable": "1.0.0",
}
const sound = wave(megabytes * 1024 ** 2)

const before = memory()
let highest = before
const watching = setInterval(() => (highest = Math.max(highest, memory())), 100)
const from = performance.now()
const metadata = Object.entries({ filename: "concert.wav", filetype: "audio/wav" })
  .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
  .join(",")
const begun = await fetch(`${server.url}/api/uploads/`, {
  method: "POST",
  headers: { ...headers, "upload-length": String(sound.length), "upload-metadata": metadata },
})
const place = begun.headers.get("location")
if (!place) throw new Error(`not begun: ${begun.status} ${await begun.text()}`)

let cuts = 0
for (let offset = 0; offset < sound.length; offset = await arrived()) {
  if (cuts < 3 && offset > (sound.length / 4) * (cuts + 1)) {
    cuts++
    await breaksOff(offset)
    continue
  }
  const answer = await fetch(server.url + place, {
    method: "PATCH",
    headers: { ...headers, "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    body: new Uint8Array(sound.subarray(offset, offset + piece)),
  })
  if (answer.status !== 204) throw new Error(`piece at ${offset}: ${answer.status} ${await answer.text()}`)
}
const arrivedAfter = performance.now() - from
const answers = await Promise.all(
  [1, 2, 3].map(() => fetch(`${server.url}${place}document/`, { method: "POST", headers })),
)
const made = await (await fetch(`${server.url}${place}document/`, { method: "POST", headers })).json()
clearInterval(watching)
const rise = highest - before
if (answers.filter(({ status }) => status === 201).length !== 1) wrong.push("not exactly one document was made")
if (rise > most) wrong.push(`the process grew by ${rise} MB`)

const hash = createHash("sha256")
const [stored] = new URL(made.file).pathname.split("/").slice(2)
const folder = `${server.dataDir}/media/${stored?.slice(0, 2)}/${stored}`
hash.update(readFileSync(`${folder}/${readdirSync(folder)[0]}`))
if (hash.digest("hex") !== createHash("sha256").update(sound).digest("hex")) wrong.push("other bytes were stored")

const picture = await drawnImage(1600, 1000)
const start = performance.now()
let brought = 0
await Promise.all(
  [1, 2, 3].map(async () => {
    while (brought < small) {
      brought++
      const form = new FormData()
      form.set("file", new File([new Uint8Array(picture)], "photo.jpg"))
      await who.send("POST", "/api/documents/", form)
    }
  }),
)
const seconds = (performance.now() - start) / 1000
await server.stop()
console.log(
  [
    `${megabytes} MB in ${(arrivedAfter / 1000).toFixed(1)} s (${Math.round((megabytes * 1000) / arrivedAfter)} MB/s), ${cuts} cuts`,
    `memory: ${before} MB before, +${rise} MB at most`,
    `${brought} photographs of ${Math.round(picture.length / 1000)} kB, three at a time: ${Math.round((brought * 60) / seconds)} a minute`,
  ].join("\n"),
)
for (const line of wrong) console.error(line)
if (wrong.length > 0 || cuts < 3) process.exit(1)

/** Returns the resident memory of the server's process (MB). */
function memory() {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, "utf8")) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

async function arrived() {
  const answer = await fetch(server.url + place, { method: "HEAD", headers })
  return Number(answer.headers.get("upload-offset"))
}

function breaksOff(offset: number) {
  return new Promise<void>((done) => {
    const sending = httpRequest(server.url + place, {
      method: "PATCH",
      headers: {
        ...headers,
        "upload-offset": offset,
        "content-type": "application/offset+octet-stream",
        "content-length": piece,
      },
    })
    sending.on("error", () => done())
    sending.on("close", () => done())
    sending.write(sound.subarray(offset, offset + piece / 3), () => setTimeout(() => sending.destroy(), 200))
  })
}

/** Returns a tone: 16 bits, mono, 44.1 kHz. */
function wave(bytes: number) {
  const sound = Buffer.alloc(bytes)
  sound.write("RIFF", 0)
  sound.writeUInt32LE(bytes - 8, 4)
  sound.write("WAVEfmt ", 8)
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(44_100, 24)
  sound.writeUInt32LE(88_200, 28)
  sound.writeUInt16LE(2, 32)
  sound.writeUInt16LE(16, 34)
  sound.write("data", 36)
  sound.writeUInt32LE(bytes - 44, 40)
  for (let at = 44; at + 1 < bytes; at += 2) sound.writeInt16LE(((at / 2) % 100) * 300 - 15_000, at)
  return sound
}
