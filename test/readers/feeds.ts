// How other programs read our feeds, podcasts and calendars: Universal Feed Parser and khal, from Debian (python3-feedparser,
// khal).
// npm run check:feeds
import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { formWith } from "../files.ts"
import { givePage, somebody } from "../product/people/page-people.ts"
import { startServer } from "../instances/server.ts"
import { note } from "../sounds.ts"
import { temporaryDirectory } from "../temporary.ts"

const folder = temporaryDirectory("readers")
const server = await startServer({ LIMITS: "0" })
const problems: string[] = []

/** Runs a program of the machine; returns its output. */
function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
  })
  if (error) throw new Error(`${command} is not here: apt-get install python3-feedparser khal`, { cause: error })
  if (stderr.includes("No module named 'feedparser'")) throw new Error("apt-get install python3-feedparser")
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

/** Python program that prints what Universal Feed Parser finds in a feed. */
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

/** The same for a podcast: what an app shows, and the addresses of its files. */
const podcastParser = `
import feedparser, json, sys
d = feedparser.parse(open(sys.argv[1], "rb").read())
print(json.dumps({"bozo": bool(d.bozo), "why": str(d.get("bozo_exception", "")), "version": d.version, "title": d.feed.get("title"),
  "image": d.feed.get("image", {}).get("href"), "namespaces": sorted(d.namespaces.values()), "items": [{"title": e.get("title"), "id": e.get("id"),
    "published": bool(e.get("published_parsed")), "duration": e.get("itunes_duration"), "enclosures": [dict(x) for x in e.get("enclosures", [])],
    "chapters": e.get("podcast_chapters"), "transcript": e.get("podcast_transcript"), "licence": e.get("podcast_license")} for e in d.entries]}))
`
type Told = { url: string; type: string } | undefined
type Podcast = Pick<Read, "bozo" | "why" | "version"> & {
  title: string
  namespaces: string[]
  items: {
    title: string
    id: string
    published: boolean
    duration: string
    enclosures: { href: string; type: string; length: string }[]
    chapters: Told
    transcript: Told
    licence: unknown
  }[]
}

try {
  await readAll()
  await readPodcast()
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

  // khal stores what it reads in a collection: each event of the calendar is one file there.
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

/** Checks a page with two published sounds, one of them with chapters and a transcript. */
async function readPodcast() {
  const who = await somebody(server, "mirelle")
  const fid = "fanfare-des-lecteurs"
  await givePage(who, { fid, name: "Fanfare & <cuivres>", type: "group" })
  for (const title of ["Veilleuse", "Bal <du> sel & d’été"]) {
    const form = formWith(note(3), "prise.wav", { actor: fid, title, licence: "CC BY-SA 4.0" })
    let { id, sound } = await who.ask("POST", "/api/documents/", form)
    for (; sound.state === "waiting"; await pause(250)) ({ id, sound } = await who.ask("GET", `/api/documents/${id}/`))
    if (sound.state !== "ready") problems.push(`${title} is ${sound.state}`)
    if (title !== "Veilleuse")
      await who.send("PATCH", `/api/documents/${id}/`, { chapters: "0:00 Début\n0:02 Fin", transcript: "Bonsoir." })
  }
  const path = `/en/actors/${fid}/podcast.rss`
  const read = JSON.parse(run("/usr/bin/python3", ["-c", podcastParser, await saved(path)])) as Podcast
  const [newest, oldest] = read.items
  const isRight =
    !read.bozo && read.version === "rss20" && read.title === "Fanfare & <cuivres>" && read.items.length === 2
  const isWhole = read.items.every(
    ({ id, published, duration, enclosures }) =>
      id && published && duration === "3" && enclosures.length === 1 && enclosures[0]?.type === "audio/mp4",
  )
  const areTitled = newest?.title === "Bal <du> sel & d’été" && oldest?.title === "Veilleuse"
  if (!isRight || !isWhole || !areTitled || !newest?.licence || oldest?.chapters)
    problems.push(`${path}: ${JSON.stringify(read)}`)
  // Every file it names exists, with the stated type and length.
  const named = [
    ...read.items.flatMap(({ enclosures }) =>
      enclosures.map(({ href, type, length }) => ({ url: href, type, length })),
    ),
    ...[newest?.chapters, newest?.transcript].map((one) => ({
      url: one?.url ?? "",
      type: one?.type ?? "",
      length: undefined,
    })),
  ]
  for (const { url, type, length } of named) {
    const answer = url ? await fetch(url) : undefined
    const bytes = (await answer?.arrayBuffer())?.byteLength
    const said = answer?.headers.get("content-type")?.split(";")[0]
    if (!answer?.ok || said !== type || (length !== undefined && String(bytes) !== length))
      problems.push(`${path} names ${url} (${type}, ${length}): ${answer?.status}, ${said}, ${bytes} bytes`)
  }
  console.log(`${path}: ${read.items.length} sounds, ${named.length} files it names`)
}
