import { execFile } from "node:child_process"
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { storageOf } from "#storage/storage.ts"
import { identifyingTags } from "#test/exiftool.ts"
import { formWith } from "#test/files.ts"
import { mediaWorld, pathOf } from "#test/worlds/media-world.ts"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { temporaryDirectory } from "#test/temporary.ts"
import type { Document } from "../document.ts"
import { makeRenditions } from "./commands.server.ts"
import { soundKindOf } from "./sound-kinds.ts"

const served = temporaryDirectory("sounds")
let media: Awaited<ReturnType<typeof mediaWorld>>
beforeAll(async () => {
  media = await mediaWorld()
})
afterAll(() => {
  rmSync(served, { recursive: true, force: true })
  return media.own.drop()
})

const run = promisify(execFile)
async function heard(bytes: Uint8Array, name: string): Promise<Document> {
  const form = formWith(bytes, name, { actor: "band-published", licence: "CC BY 3.0" })
  const { status, body } = await media.mirelle.post("/api/documents/", form)
  expect([name, status]).toEqual([name, 201])
  await makeRenditions(media.own.db, storageOf(media.site.config), media.site.config, body.id)
  return (await media.mirelle.get(`/api/documents/${body.id}/`)).body
}
const bytesAt = async (address: string | null) => Buffer.from(await (await media.look(pathOf(address))).arrayBuffer())

test.skipIf(withoutSharedData)(
  "sounds of the corpus have the right duration and loudness, a bounded size and no identifying tags",
  async () => {
    const corpus = join(sharedData, "media-audio")
    const files = readdirSync(corpus, { recursive: true })
      .map(String)
      .filter((one) => /\.(mp3|ogg|flac)$/.test(one))
    expect(files.length).toBeGreaterThan(10)
    const examine = async (name: string) => {
      const path = join(corpus, name)
      const made = await heard(readFileSync(path), name)
      const probe = await run("ffprobe", ["-v", "error", "-of", "json", "-show_format", path])
      const measure = [
        "-nostdin",
        "-hide_banner",
        "-i",
        path,
        "-map",
        "0:a:0",
        "-af",
        "ebur128=framelog=verbose",
        "-f",
        "null",
      ]
      const { stderr: said } = await run("ffmpeg", [...measure, "-"])
      const loudness = Number(/I:\s+(-?[\d.]+) LUFS/.exec(said.slice(said.lastIndexOf("Summary:")))?.[1])
      expect([name, Math.abs((made.duration ?? 0) - Number(JSON.parse(probe.stdout).format.duration)) < 0.1]).toEqual([
        name,
        true,
      ])
      expect([name, made.sound?.loudness]).toEqual([name, loudness > -69 ? loudness : null])
      // Without its tags a file is not larger, and a rendition hardly exceeds 128 kbit/s.
      expect([name, made.size <= statSync(path).size * 1.05 + 16_384]).toEqual([name, true])
      for (const { url, size } of made.sound?.sources ?? []) {
        expect([name, size < 18_000 * (made.duration ?? 0) + 8192]).toEqual([name, true])
        writeFileSync(join(served, `${made.id}-${basename(pathOf(url))}`), await bytesAt(url))
      }
      writeFileSync(join(served, `${made.id}-copy-${basename(pathOf(made.file))}`), await bytesAt(made.file))
    }
    // Two at once, since each waits for programs that use one core.
    const waiting = [...files]
    const lane = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await examine(name)
    }
    await Promise.all([lane(), lane()])
    expect(identifyingTags(served)).toEqual([])
  },
  180_000,
)

test.skipIf(withoutSharedData)("no file of the hostile corpus is recognised as a sound", () => {
  const folder = join(sharedData, "bad-input")
  const files = readdirSync(folder, { recursive: true }).map((one) => join(folder, String(one)))
  const taken = files.filter((path) => statSync(path).isFile() && soundKindOf(readFileSync(path).subarray(0, 2048)))
  expect(files.length).toBeGreaterThan(500)
  expect(taken).toEqual([])
})
