// What others make of our feeds and calendars: Universal Feed Parser and khal, as Debian has them (python3-feedparser, khal).
// npm run check:feeds
import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startServer } from "../server.ts"
import { temporaryDirectory } from "../temporary.ts"

const folder = temporaryDirectory("readers")
const server = await startServer({ LIMITS: "0" })
const problems: string[] = []

/** Runs a program of the machine; what it prints. */
function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
  })
  if (error) throw new Error(`${command} is not here: apt-get install python3-feedparser khal`, { cause: error })
  if (status !== 0) problems.push(`${command} ${args.slice(-1).join()} ended with ${status}: ${stderr.slice(0, 500)}`)
  return stdout
}

async function saved(path: string): Promise<string> {
  const answer = await fetch(server.url + path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  const file = join(folder, path.replaceAll(/\W+/g, "_"))
  writeFileSync(file, await answer.text())
  return file
}

/** Prints what Universal Feed Parser finds. */
const parser = `
import feedparser, json, sys
d = feedparser.parse(open(sys.argv[1], "rb").read())
print(json.dumps({"bozo": bool(d.bozo), "why": str(d.get("bozo_exception", "")), "version": d.version, "language": d.feed.get("language"),
  "entries": len(d.entries), "broken": [e.get("id") for e in d.entries if not (e.get("id") and e.get("title") and e.get("link")
    and e.get("published_parsed") and e.get("content"))],
  "ids": len(set(e.get("id") for e in d.entries)),
  "ordered": all(a.published_parsed >= b.published_parsed for a, b in zip(d.entries, d.entries[1:]))}))
`
type Read = {
  bozo: boolean
  why: string
  version: string
  language: string
  entries: number
  broken: string[]
  ids: number
  ordered: boolean
}

try {
  await readAll()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

async function readAll() {
  const [house] = (await (await fetch(`${server.url}/api/actors/?type=place&limit=1`)).json()) as { fid: string }[]
  for (const [prefix, language] of [
    ["", "fr"],
    ["/en", "en"],
    ["/nl", "nl"],
  ] as const)
    for (const base of ["/events", `/actors/${house?.fid}`, "/activities"])
      for (const [format, version] of [
        ["atom", "atom10"],
        ["rss", "rss20"],
      ] as const) {
        const path = `${prefix}${base}/feed.${format}${base === "/events" ? "?limit=20000" : ""}`
        const read = JSON.parse(run("/usr/bin/python3", ["-c", parser, await saved(path)])) as Read
        const isRight =
          !read.bozo &&
          read.version === version &&
          read.language === language &&
          read.broken.length === 0 &&
          read.ordered
        if (!isRight || read.entries === 0 || read.ids !== read.entries)
          problems.push(`${path}: ${JSON.stringify(read)}`)
        console.log(`${path}: ${read.version}, ${read.entries} entries`)
      }

  // khal keeps what it reads in a collection: each event that the calendar has is one file there.
  const collection = join(folder, "collection")
  mkdirSync(collection)
  writeFileSync(
    join(folder, "khal.conf"),
    `[calendars]\n[[foyer]]\npath = ${collection}\n[sqlite]\npath = ${join(folder, "khal.db")}\n[locale]\nlocal_timezone = Europe/Brussels\ndefault_timezone = Europe/Brussels\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n`,
  )
  const khal = (...args: string[]) => run("khal", ["-c", join(folder, "khal.conf"), ...args], { LC_ALL: "C.UTF-8" })
  khal("import", "--batch", "-a", "foyer", await saved("/events/calendar.ics"))
  const listed = khal("list", "--format", "{title}", "today", "60d").split("\n").filter(Boolean)
  console.log(`khal lists ${listed.length} lines of the next sixty days`)
  const [next] = (await (await fetch(`${server.url}/api/contents/events/?limit=1`)).json()) as {
    title: Record<string, string>
  }[]
  if (!listed.some((line) => Object.values(next?.title ?? {}).some((title) => line.includes(title))))
    problems.push(`khal does not list what is next: ${JSON.stringify(next?.title)}`)
}
