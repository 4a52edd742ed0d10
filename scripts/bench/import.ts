// Measures how fast a list of 22 MB is imported, and the memory it takes: a row of `npm run bench`.
import { spawn } from "node:child_process"
import { createWriteStream, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { importFlags } from "../project.mjs"
import { temporaryDirectory } from "../../test/temporary.ts"

const size = 22_000_000

/**
 * Imports a list of 22 MB into the database at `url`; returns records per second, and the peak memory of the process in
 * megabytes.
 */
export async function measureImport(url: string): Promise<{ perSecond: number; megabytes: number; records: number }> {
  const directory = temporaryDirectory("bench-import")
  try {
    const file = join(directory, "list.json")
    await pipeline(Readable.from(list()), createWriteStream(file))
    return await imported(file, url)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Generates a list as cities publish them: some twelve hundred characters per record, three in four with a venue that recurs. */
function* list() {
  const words =
    "concert spectacle visite atelier lecture soirée rencontre exposition jardin musée théâtre quartier".split(" ")
  const said = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => words[(from * 7 + at * at) % words.length]).join(" ")
  let written = 0
  yield "["
  for (let at = 0; written < size; at++) {
    const begin = new Date(Date.UTC(2027, 0, 1 + (at % 365), 18, (at % 4) * 15))
    const record = JSON.stringify({
      uid: `bench-${at}`,
      title_fr: `${said(at, 5)} ${at}`,
      longdescription_fr: `<p>${said(at, 60)}</p><p>${said(at + 3, 60)}</p>`,
      keywords_fr: [words[at % words.length], words[(at * 5) % words.length]],
      firstdate_begin: begin.toISOString(),
      firstdate_end: new Date(begin.getTime() + 7_200_000).toISOString(),
      location_name: at % 4 === 0 ? null : `Salle ${at % 500}`,
      location_address: `${at % 90} rue Haute`,
      location_postalcode: "91000",
      location_city: `Ville ${at % 60}`,
    })
    written += record.length
    yield `${at === 0 ? "" : ",\n"}${record}`
  }
  yield "]"
}

async function imported(file: string, url: string) {
  const began = performance.now()
  const child = spawn(process.execPath, [...importFlags, "scripts/import.ts", file], {
    env: { ...process.env, DATABASE_URL: url, LC_ALL: "en" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  let said = ""
  child.stdout.on("data", (piece) => (said += piece))
  let megabytes = 0
  const watching = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8")
      megabytes = Math.max(megabytes, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000))
    } catch {
      // The process has ended, or the system is not Linux: memory is then not measured.
    }
  }, 100)
  const code = await new Promise((resolve) => child.on("exit", resolve))
  clearInterval(watching)
  const records = Number(/([\d,]+) created/.exec(said)?.[1]?.replaceAll(",", "") ?? 0)
  if (code !== 0 || records === 0) throw new Error(`the import failed: ${said.slice(-500)}`)
  return { perSecond: Math.round((records * 1000) / (performance.now() - began)), megabytes, records }
}
