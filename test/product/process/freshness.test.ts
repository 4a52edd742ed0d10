import { spawn } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { RunningServer } from "../../instances/server.ts"
import { temporaryDirectory } from "../../temporary.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { soon } from "../browser/waiting.ts"

let server: RunningServer
beforeAll(async () => {
  server = await dedicatedServer({})
})
afterAll(() => server.stop())

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll("-", "")
const calendar = (summary: string) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//", "BEGIN:VEVENT", "UID:fresh-1", `DTSTART:${tomorrow}T190000Z`]
    .concat([`DTEND:${tomorrow}T210000Z`, `SUMMARY:${summary}`, "END:VEVENT", "END:VCALENDAR", ""])
    .join("\r\n")

test("an import by another process updates cached pages and lists, and importing again changes nothing", async () => {
  const folder = temporaryDirectory("import")
  const file = join(folder, "one.ics")
  const imported = async (summary: string) => {
    writeFileSync(file, calendar(summary))
    return run(["scripts/import.ts", file], { DATA_DIR: server.dataDir, LANG: "en_GB.UTF-8" })
  }
  const seen = async (words: string) => {
    const [page, list] = await Promise.all(
      ["/events", "/api/contents/events/"].map(async (path) => (await fetch(server.url + path)).text()),
    )
    return [page?.includes(words), list?.includes(words)]
  }
  // Requested beforehand, so that the answers are cached.
  expect(await seen("Une heure de vent frais")).toEqual([false, false])

  expect((await imported("Une heure de vent frais")).code).toBe(0)
  await soon(() => seen("Une heure de vent frais")).toEqual([true, true])

  const again = await imported("Une heure de vent frais")
  expect(again.code).toBe(0)
  expect(again.printed).toMatch(/unchanged\D*1|1\D*unchanged/i)

  await imported("Deux heures de vent tiède")
  await soon(() => seen("Deux heures de vent tiède")).toEqual([true, true])
  expect(await seen("Une heure de vent frais")).toEqual([false, false])
  rmSync(folder, { recursive: true, force: true })
})

test("a request with a known ETag is answered with 304, and answers are compressed and vary by Accept-Encoding", async () => {
  for (const path of ["/", "/en/actors", "/api/contents/events/?limit=20", "/nodeinfo/2.0"]) {
    const first = await fetch(server.url + path, { headers: { "Accept-Encoding": "br" } })
    const etag = first.headers.get("etag") ?? ""
    expect(etag, path).toMatch(/^(W\/)?"[^"]+"$/)
    expect(first.headers.get("vary"), path).toMatch(/Accept-Encoding/i)
    // What fits into one packet is sent as it is.
    expect(first.headers.get("content-encoding"), path).toBe(path === "/nodeinfo/2.0" ? null : "br")
    const again = await fetch(server.url + path, { headers: { "If-None-Match": etag, "Accept-Encoding": "br" } })
    expect(again.status, path).toBe(304)
  }
})

function run(args: string[], variables: Record<string, string>) {
  return new Promise<{ code: number | null; printed: string }>((done) => {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...variables }, stdio: "pipe" })
    let printed = ""
    child.stdout.on("data", (chunk) => (printed += chunk))
    child.stderr.on("data", (chunk) => (printed += chunk))
    child.once("exit", (code) => done({ code, printed }))
  })
}
