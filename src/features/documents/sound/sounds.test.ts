import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { storageOf } from "#storage/storage.ts"
import { formWith } from "#test/files.ts"
import { cookieOf, mediaWorld, pathOf } from "#test/worlds/media-world.ts"
import { note, noteAs } from "#test/sounds.ts"
import { temporaryDirectory } from "#test/temporary.ts"
import type { Document } from "../document.ts"
import { mediaFiles } from "../file/media.server.ts"
import { sweepFiles } from "../file/sweep.server.ts"
import { makeRenditions, remakeSounds } from "./commands.server.ts"
import { readChapters } from "./chapters.ts"

type Media = Awaited<ReturnType<typeof mediaWorld>>
let own: Media["own"]
let site: Media["site"]
let mirelle: Media["mirelle"]
let stranger: Media["stranger"]
let nobody: Media["nobody"]
let look: Media["look"]
let sets: Media["sets"]
beforeAll(async () => {
  ;({ own, site, mirelle, stranger, nobody, look, sets } = await mediaWorld())
})
const folder = temporaryDirectory("sounds")
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  return own.drop()
})

const bring = (bytes: Uint8Array, name: string, fields: Record<string, string> = {}) =>
  mirelle.post("/api/documents/", formWith(bytes, name, { actor: "band-published", ...fields }))
const make = (id: number, settings = {}) =>
  makeRenditions(own.db, storageOf(site.config), { ...site.config, ...settings }, id)
const read = async (id: number) => (await mirelle.get(`/api/documents/${id}/`)).body as Document & { sound: object }
async function heard(bytes: Uint8Array, name: string, fields: Record<string, string> = {}) {
  const { status, body } = await bring(bytes, name, fields)
  expect([status, body]).toEqual([201, expect.anything()])
  await make(body.id)
  return read(body.id)
}
const bytesAt = async (address: string | null, headers = {}) =>
  Buffer.from(await (await look(pathOf(address), headers)).arrayBuffer())

test("a sound is public once it is prepared, with duration, loudness, peaks and two formats", async () => {
  const { body: brought } = await bring(note(3), "Veilleuse.wav")
  expect(brought).toMatchObject({ type: "Audio", title: "Veilleuse", sound: { state: "waiting", sources: [{}] } })
  expect((await nobody().get(`/api/documents/${brought.id}/`)).status).toBe(404)
  expect((await stranger.get("/api/documents/?type=Audio")).body).toEqual([])
  expect((await nobody().get("/api/actors/band-published/")).body.contents.audio).toBe(0)
  expect((await look(pathOf(brought.file))).status).toBe(404)
  expect((await look(pathOf(brought.file), cookieOf(mirelle))).status).toBe(200)
  expect((await mirelle.get("/api/documents/?actor=band-published&type=Audio")).body).toHaveLength(1)

  await make(brought.id)
  const { body: shown } = await nobody().get(`/api/documents/${brought.id}/`)
  expect(shown).toMatchObject({ type: "Audio", mime: "audio/mp4", sound: { state: "ready", download: null } })
  expect(shown.duration).toBeCloseTo(3, 1)
  // A mono sine at half of full scale has a peak of -6 dB and about -9 LUFS.
  expect(shown.sound.true_peak).toBeCloseTo(-6, 0)
  expect(shown.sound.loudness).toBeGreaterThan(-11)
  expect(shown.sound.loudness).toBeLessThan(-8)
  const peaks = Buffer.from(shown.sound.peaks, "base64")
  expect([peaks.length, Math.min(...peaks) > 110, Math.max(...peaks) < 135]).toEqual([800, true, true])
  expect(shown.sound.sources.map((one: { mime: string }) => one.mime)).toEqual(["audio/webm; codecs=opus", "audio/mp4"])
  for (const { url, size } of shown.sound.sources) {
    const file = await look(pathOf(url))
    expect([file.status, Number(file.headers.get("content-length"))]).toEqual([200, size])
    expect(file.headers.get("content-type")).toMatch(/^audio\//)
  }
  expect((await nobody().get("/api/actors/band-published/")).body.contents.audio).toBe(1)
  expect((await nobody().get("/api/documents/?type=Audio&sort=-created")).body).toHaveLength(1)
  const feed = await nobody().get("/api/activities/?models=documents.Document&types=Create")
  expect(feed.body[0]).toMatchObject({ model: "documents.Document", object: { title: "Veilleuse" } })
})

test("preparing a sound again replaces its files, the sweep keeps files in use, and deletion removes them", async () => {
  const before = sets().length
  const first = await heard(note(1), "a.wav", { licence: "CC BY 4.0" })
  expect(sets()).toHaveLength(before + 2)
  await make(first.id)
  const second = await read(first.id)
  expect(second.file).not.toBe(first.file)
  expect(sets()).toHaveLength(before + 2)
  expect((await look(pathOf(first.file))).status).toBe(404)
  expect(await remakeSounds(own.db, "all")).toBeGreaterThan(0)
  expect(await remakeSounds(own.db, "waiting")).toBe(0)

  await sweepFiles(own.db, { ...storageOf(site.config), olderThan: (_age) => storageOf(site.config).olderThan(-1000) })
  for (const { url } of [...(second.sound?.sources ?? []), { url: second.file }])
    expect((await look(pathOf(url))).status).toBe(200)
  expect((await mirelle.delete(`/api/documents/${first.id}/`)).status).toBe(204)
  expect(sets()).toHaveLength(before)
  await make(first.id) // a late job must do nothing
  expect(sets()).toHaveLength(before)
})

const revealing = ["zqcomment", "zqplace", "zqowner", "+48.8566+002.3522", "zqencoder"]
const tags = [
  "title=Sous la verrière",
  "artist=Mirelle Ossau",
  "album=Veilleuse",
  "comment=zqcomment",
  "location=+48.8566+002.3522/",
  "owner=zqowner",
  "description=zqplace",
  "encoded_by=zqencoder",
  "ICMT=zqcomment",
].flatMap((tag) => ["-metadata", tag])
test.each([
  ["mp3", [...tags, "-id3v2_version", "3", "-write_id3v1", "1"]],
  ["ogg", [...tags, "-c:a", "libvorbis"]],
  ["opus", tags],
  ["flac", tags],
  ["m4a", tags],
  ["wav", tags],
  ["aac", []],
])(
  "%s: title, artist and album are read from the tags, and the served files have no identifying tags",
  async (ending, args) => {
    const file = noteAs(ending, args, 4)
    const isTold = ending !== "aac" // a bare AAC stream has no tags
    expect(revealing.some((one) => file.includes(one))).toBe(isTold)
    const made = await heard(file, `prise.${ending}`, { licence: "CC BY-SA 4.0", actor: "band-published" })
    expect(made.duration).toBeCloseTo(4, 1)
    expect(made.sound).toMatchObject({ state: "ready", download: { size: made.size } })
    expect([made.title, made.credit, made.sound?.album]).toEqual(
      isTold ? ["Sous la verrière", "Mirelle Ossau", "Veilleuse"] : ["prise", null, null],
    )
    for (const url of [...(made.sound?.sources ?? []).map((one) => one.url), made.file]) {
      const served = await bytesAt(url)
      for (const one of [...revealing, "Mirelle", "verri"]) expect(served.includes(one)).toBe(false)
      const path = join(folder, `served-${ending}`)
      writeFileSync(path, served)
      const told = execFileSync("ffprobe", ["-v", "error", "-of", "json", "-show_format", "-show_streams", path])
      const { format, streams } = JSON.parse(told.toString())
      const names = Object.keys({ ...format.tags, ...streams[0].tags }).map((one) => one.toLowerCase())
      const technical =
        /^(encoder|duration|major_brand|minor_version|compatible_brands|handler_name|vendor_id|language|creation_time)$/
      expect(names.filter((one) => !technical.test(one))).toEqual([])
      expect(Math.abs(Number(format.duration) - 4)).toBeLessThan(0.1)
    }
  },
)

test("the cover embedded in a sound is served as a JPEG", async () => {
  execFileSync("ffmpeg", [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    "color=red:s=800x800",
    "-frames:v",
    "1",
    `${folder}/c.png`,
  ])
  const file = noteAs("mp3", `-i ${folder}/c.png -map 0 -map 1 -c:v copy -id3v2_version 3`.split(" "))
  const made = await heard(file, "a.mp3")
  const cover = await look(pathOf(made.sound?.cover ?? "http://x/"))
  expect([cover.status, cover.headers.get("content-type")]).toEqual([200, "image/jpeg"])
})

test("a file that is not a sound, or is a film, is refused with a reason and leaves no stored file", async () => {
  const before = sets().length
  const film = ["-f", "lavfi", "-i", "color=red:s=64x64:d=1", "-shortest"]
  const refused: [string, Uint8Array, RegExp][] = [
    ["liste.mp3", Buffer.from("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"), /pas accepté/],
    ["page.mp3", Buffer.from("<html><script>alert(1)</script>"), /pas accepté/],
    ["vide.mp3", Buffer.from("ID3\u0004son"), /ne peut pas être lu/],
    ["vide.ogg", Buffer.from("OggS".padEnd(400, "\0")), /films|pas accepté/],
    ["vide.flac", Buffer.from("fLaC".padEnd(400, "\0")), /ne peut pas être lu/],
    ["vide.wav", Buffer.from("RIFF\0\0\0\0WAVE".padEnd(400, "\0")), /ne peut pas être lu/],
    ["film.m4a", noteAs("mp4", film, 1), /films/],
    ["film.mp3", noteAs("mkv", film, 1), /films/],
  ]
  for (const [name, bytes, why] of refused) {
    const { status, body } = await bring(bytes, name)
    expect([name, status, body.file?.[0]]).toEqual([name, 400, expect.stringMatching(why)])
  }
  expect(sets()).toHaveLength(before)
})

test("an unreadable sound is shown as failed to its editors alone, who can queue one more attempt", async () => {
  const whole = noteAs("flac", [], 3)
  const broken = Buffer.concat([whole.subarray(0, 200), createHash("sha512").update("x").digest()])
  const { status, body } = await bring(broken, "cassé.flac")
  expect(status).toBe(201)
  await make(body.id)
  expect(await read(body.id)).toMatchObject({ sound: { state: "failed", reason: "unreadable" } })
  expect((await nobody().get(`/api/documents/${body.id}/`)).status).toBe(404)
  expect(existsSync(join(site.config.dataDir, "work")) && readdirSync(join(site.config.dataDir, "work"))).toEqual([])

  // Editors can have it tried again; a second request enqueues no second job.
  const again = `/api/documents/${body.id}/renditions/`
  const queued = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
      where name = 'documents.sound' and data ->> 'documentId' = ${String(body.id)}`.execute(own.db)
    return rows[0]?.n ?? 0
  }
  const before = await queued()
  expect([(await stranger.post(again, {})).status, (await nobody().post(again, {})).status]).toEqual([404, 403])
  expect(await queued()).toBe(before)
  const answers = await Promise.all([mirelle.post(again, {}), mirelle.post(again, {})])
  expect(answers.map(({ status, body: { sound } }) => [status, sound.state, sound.reason])).toEqual([
    [200, "waiting", null],
    [200, "waiting", null],
  ])
  expect(await queued()).toBe(before + 1)
  await make(body.id)
  expect(await read(body.id)).toMatchObject({ sound: { state: "failed" } })
  await mirelle.delete(`/api/documents/${body.id}/`)
})

test("without ffmpeg a sound is served as it was uploaded, without a download", async () => {
  const { body } = await bring(noteAs("mp3", tags, 3), "a.mp3", { licence: "CC BY 4.0" })
  await make(body.id, { ffmpeg: "none" })
  const made = (await nobody().get(`/api/documents/${body.id}/`)).body
  expect(made).toMatchObject({ mime: "audio/mpeg", sound: { state: "original", download: null, peaks: null } })
  expect(made.duration).toBeCloseTo(3, 1)
  expect((await look(pathOf(made.sound.sources[0].url))).status).toBe(200)
  await mirelle.delete(`/api/documents/${body.id}/`)
})

test("the download of a sound is public only if its licence allows copies", async () => {
  const made = await heard(note(1), "a.wav", { licence: "Tous droits réservés" })
  const { file } = await own.db
    .selectFrom("documents")
    .select("file")
    .where("id", "=", made.id)
    .executeTakeFirstOrThrow()
  const copy = `/media/${file}/sound.wav`
  expect((await look(copy)).status).toBe(404)
  expect((await look(copy, cookieOf(stranger))).status).toBe(404)
  const mine = await look(copy, cookieOf(mirelle))
  expect([mine.status, mine.headers.get("cache-control")]).toEqual([200, "private, no-store"])
  await mirelle.patch(`/api/documents/${made.id}/`, { licence: "CC BY-NC 4.0" })
  expect((await look(copy)).status).toBe(200)
  expect((await nobody().get(`/api/documents/${made.id}/`)).body.sound.download.url).toContain(copy)
})

test("a sound is served with its chapters and transcript, and a malformed line of chapters is refused", async () => {
  const made = await heard(note(1), "a.wav")
  const wrong = await mirelle.patch(`/api/documents/${made.id}/`, { chapters: "au début\n0:10 Refrain" })
  expect(wrong).toMatchObject({ status: 400, body: { chapters: [expect.stringContaining("Une ligne par chapitre")] } })
  await mirelle.patch(`/api/documents/${made.id}/`, { chapters: "0:10 Refrain\n0:00 Début", transcript: "Bonsoir." })
  expect(readChapters(`0:00${" ".repeat(9000)}x${" ".repeat(9000)}\u2028y`)).toMatchObject([{ start: 0 }])
  const { body } = await nobody().get(`/api/documents/${made.id}/`)
  expect(body.sound).toMatchObject({
    chapters: [
      { start: 0, title: "Début" },
      { start: 10, title: "Refrain" },
    ],
    has_transcript: true,
    transcript: "Bonsoir.",
  })
  const list = (await nobody().get("/api/documents/?type=Audio")).body
  expect(list.find(({ id }: Document) => id === made.id).sound.transcript).toBeUndefined()
})

test("a transcript of 200,000 characters of any script is saved, a longer one is a field error", async () => {
  const made = await heard(note(1), "a.wav")
  const longest = "日".repeat(200_000)
  const taken = await mirelle.patch(`/api/documents/${made.id}/`, { transcript: longest })
  expect([taken.status, taken.body.sound?.transcript]).toEqual([200, longest])
  const longer = await mirelle.patch(`/api/documents/${made.id}/`, { transcript: `${longest}日` })
  expect([longer.status, Object.keys(longer.body)]).toEqual([400, ["transcript"]])
  expect((await mirelle.patch(`/api/documents/${made.id}/`, { title: "x".repeat(1024 * 1024) })).status).toBe(413)
})

test("range and conditional requests for a sound are answered by RFC 9110 §14", async () => {
  const made = await heard(note(2), "a.wav")
  const path = pathOf(made.file)
  const media = mediaFiles(site.world)
  const whole = await bytesAt(made.file)
  const size = whole.length
  const tag = (await look(path)).headers.get("etag") as string
  const cases: [string, string, Record<string, string>, number, string | null, [number, number] | undefined][] = [
    ["GET", "nothing", {}, 200, null, [0, size]],
    ["GET", "the start", { range: "bytes=0-99" }, 206, `bytes 0-99/${size}`, [0, 100]],
    ["GET", "from a place on", { range: "bytes=500-" }, 206, `bytes 500-${size - 1}/${size}`, [500, size]],
    ["GET", "the end", { range: "bytes=-10" }, 206, `bytes ${size - 10}-${size - 1}/${size}`, [size - 10, size]],
    ["GET", "all", { range: "bytes=0-" }, 206, `bytes 0-${size - 1}/${size}`, [0, size]],
    ["GET", "behind the end", { range: `bytes=${size}-` }, 416, `bytes */${size}`, undefined],
    ["GET", "several pieces", { range: "bytes=0-1,5-6" }, 200, null, [0, size]],
    ["GET", "nonsense", { range: "bytes=9-1" }, 200, null, [0, size]],
    ["GET", "another unit", { range: "seconds=1-2" }, 200, null, [0, size]],
    ["GET", "if it is the same", { range: "bytes=0-1", "if-range": tag }, 206, `bytes 0-1/${size}`, [0, 2]],
    ["GET", "if it is another", { range: "bytes=0-1", "if-range": '"other"' }, 200, null, [0, size]],
    ["GET", "if it is weak", { range: "bytes=0-1", "if-range": `W/${tag}` }, 200, null, [0, size]],
    ["GET", "a date", { range: "bytes=0-1", "if-range": "Mon, 23 Nov 2026 05:00:00 GMT" }, 200, null, [0, size]],
    ["GET", "known already", { "if-none-match": tag }, 304, null, undefined],
    ["GET", "a piece, known already", { range: "bytes=0-1", "if-none-match": tag }, 304, null, undefined],
    ["HEAD", "a piece", { range: "bytes=0-1" }, 200, null, undefined],
  ]
  for (const [method, what, headers, status, range, piece] of cases) {
    const answer = await media.request(path, { method, headers })
    expect([what, answer.status, answer.headers.get("content-range")]).toEqual([what, status, range])
    expect(answer.headers.get("accept-ranges")).toBe("bytes")
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.equals(piece ? whole.subarray(...piece) : Buffer.alloc(0))).toBe(true)
    const length = { 200: String(size), 206: String(bytes.length) }[status] ?? null
    expect(answer.headers.get("content-length")).toBe(length)
  }
})

test("no row of sounds is left without its document", async () => {
  const { rows } =
    await sql`select from sounds s where not exists (select from documents d where d.id = s.document_id)`.execute(
      own.db,
    )
  expect(rows).toEqual([])
})
