// The cost of serving files, each compared with a server that only sends the same bytes from the same disk: rows of `npm run
// bench`, alone with `npm run bench -- --files`.
import { spawn } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { sql } from "kysely"
import { openDb, openPool } from "../../src/db/connection.ts"
import { drawnImage, formWith } from "../../test/files.ts"
import { freePort, startServer } from "../../test/instances/server.ts"
import { type SignedUp, signsUp } from "../../test/worlds/signed-up.ts"
import { note } from "../../test/sounds.ts"
import { temporaryDirectory } from "../../test/temporary.ts"
import { load, type Load } from "./load.ts"

/** Size in bytes of a part of a sound that a browser requests. */
const piece = 256 * 1024
const uploadSeconds = 10

export type FileRows = { rows: { name: string; load: Load; ceiling: Load }[]; uploads: number; photograph: number }

/**
 * Measures serving and uploading files.
 * @param databaseUrl a filled database
 */
export async function measureFiles(databaseUrl: string): Promise<FileRows> {
  const server = await startServer({ DATABASE_URL: databaseUrl, SAMPLE: "none", LIMITS: "0" })
  const folder = temporaryDirectory("bench-files")
  let ceiling: Awaited<ReturnType<typeof staticServer>> | undefined
  try {
    const who = await somebodyWithAPage(server.url, databaseUrl)
    const photograph = await drawnImage(1600, 1000)
    const image = await brought(who, photograph, "photo.jpg")
    const sound = await heard(who, await brought(who, note(240, { rate: 44_100 }), "bal.wav"))
    const soundUrl = sound.sound.sources.at(-1).url as string
    const widest = (image.srcset as string).split(", ").at(-1)?.split(" ")[0] ?? image.file

    // Copies the same bytes for the other server.
    mkdirSync(folder, { recursive: true })
    const copies: [string, string][] = [
      [new URL(widest).pathname, "image.jpg"],
      [new URL(soundUrl).pathname, "sound.m4a"],
    ]
    for (const [path, name] of copies)
      writeFileSync(join(folder, name), Buffer.from(await (await fetch(server.url + path)).arrayBuffer()))
    ceiling = await staticServer(folder)

    const rows: FileRows["rows"] = []
    const range = { range: `bytes=${piece}-${2 * piece - 1}` }
    for (const [name, [path, copy], headers] of [
      ["image of an event, its widest", copies[0], {}],
      ["a sound, whole", copies[1], {}],
      ["a piece of a sound, 256 KB", copies[1], range],
    ] as [string, [string, string], Record<string, string>][])
      rows.push({
        name,
        load: await load(server.url, server.process.pid as number, { paths: [path], headers }),
        ceiling: await load(ceiling.url, ceiling.pid, { paths: [`/${copy}`], headers }),
      })
    return { rows, uploads: await uploadsAMinute(who, photograph), photograph: photograph.length }
  } finally {
    ceiling?.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints the results as tables in Markdown. */
export function reportFiles({ rows, uploads, photograph }: FileRows): void {
  console.log(
    `\n| files | MB/s | of the ceiling | req/s | p50 ms | p99 ms | CPU ms | bytes |\n|---|--:|--:|--:|--:|--:|--:|--:|`,
  )
  const megabytes = (one: Load) => (one.requestsPerSecond * one.bytes) / 1e6
  const line = (name: string, one: Load, share: number) =>
    `| ${name} | ${Math.round(megabytes(one))} | ${Math.round(share * 100)} % | ${one.requestsPerSecond} | ${one.p50} | ${one.p99} | ${one.cpu} | ${one.bytes} |`
  for (const row of rows) {
    console.log(line(row.name, row.load, megabytes(row.load) / megabytes(row.ceiling)))
    console.log(line("— its ceiling: a static server", row.ceiling, 1))
  }
  console.log(`\nphotographs of ${Math.round(photograph / 1000)} kB brought, three at a time: ${uploads} a minute`)
}

async function somebodyWithAPage(address: string, databaseUrl: string) {
  const who = await signsUp(address, "bench_files")
  const db = openDb(openPool(databaseUrl, 1, () => {}))
  await sql`update emails set verified_at = now() where user_id = (select id from users where username = ${who.name})`.execute(
    db,
  )
  await db.destroy()
  await who.send("POST", "/api/actors/", { type: "group", fid: "bench_files", name: "Bench", status: "published" })
  return who
}

function brought(who: SignedUp, bytes: Uint8Array, name: string) {
  return who.ask("POST", "/api/documents/", formWith(bytes, name, { actor: "bench_files" }))
}

/** Waits until a sound can be played, and returns it; without ffmpeg it is played as uploaded. */
async function heard(who: SignedUp, { id }: { id: number }) {
  for (;;) {
    const made = await who.ask("GET", `/api/documents/${id}/`)
    if (made.sound.state === "failed") throw new Error(`the sound could not be made: ${made.sound.reason}`)
    if (made.sound.state !== "waiting") return made
    await pause(250)
  }
}

async function staticServer(folder: string) {
  const port = await freePort()
  const child = spawn(process.execPath, ["scripts/bench/ceiling.ts", String(port), folder], { stdio: "inherit" })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => undefined))) await pause(50)
  return { url, pid: child.pid as number, stop: () => child.kill() }
}

async function uploadsAMinute(who: SignedUp, photograph: Uint8Array): Promise<number> {
  const until = performance.now() + uploadSeconds * 1000
  const begun = performance.now()
  let count = 0
  await Promise.all(
    [1, 2, 3].map(async () => {
      while (performance.now() < until) {
        await brought(who, photograph, "photo.jpg")
        count++
      }
    }),
  )
  return Math.round((count * 60_000) / (performance.now() - begun))
}
