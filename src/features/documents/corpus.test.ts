import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import sharp from "sharp"
import { expect, test, vi } from "vitest"
import { InvalidFields } from "#lib/refusal.ts"
import { identifyingTags, withoutExiftool } from "#test/exiftool.ts"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { temporaryDirectory } from "#test/temporary.ts"
import { headLength, kindOf } from "./file/file-kinds.ts"
import { makeImage } from "./image/image.server.ts"

vi.setConfig({ testTimeout: 180_000 })

/** Treats a file as an upload: recognises it by its bytes and draws it again. */
async function taken(path: string) {
  const bytes = new Uint8Array(readFileSync(path))
  const kind = kindOf(bytes.subarray(0, headLength), bytes.subarray(Math.max(0, bytes.length - headLength)))
  if (kind?.type !== "Image") return "not an image"
  return makeImage(bytes).catch((error: unknown) => {
    if (error instanceof InvalidFields) return "refused"
    throw error
  })
}

test.skipIf(withoutSharedData)(
  "every good image of the corpus is drawn again, upright and without identifying metadata",
  async () => {
    const folder = join(sharedData, "media-images")
    const files = globSync(`${folder}/**/*.{jpg,png,gif,webp,avif}`)
    expect(files.length).toBeGreaterThan(10)
    const turned: string[] = []
    const served = temporaryDirectory("pictures")
    for (const path of files) {
      const made = await taken(path)
      if (typeof made === "string") throw new Error(`${relative(folder, path)}: ${made}`)
      for (const [name, bytes] of Object.entries(made.files)) {
        writeFileSync(join(served, `${basename(path)}-${name}`), bytes)
        const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
        expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
      }
      if (path.includes("Landscape") && made.width < made.height) turned.push(path)
    }
    expect(turned).toEqual([])
    expect(identifyingTags(served)).toEqual([])
    rmSync(served, { recursive: true, force: true })
  },
)

test.skipIf(withoutSharedData || withoutExiftool).each(["media-images", "media-audio"])(
  "exiftool finds identifying tags in the original files of %s",
  (folder) => expect(identifyingTags(join(sharedData, folder))).not.toEqual([]),
)

test.skipIf(withoutSharedData)(
  "every hostile image is drawn again or refused, and memory grows by less than 400 MB",
  async () => {
    const folder = join(sharedData, "bad-input/images")
    const files = globSync(`${folder}/**/*`, { withFileTypes: true }).filter((one) => one.isFile())
    expect(files.length).toBeGreaterThan(30)
    const before = process.memoryUsage.rss()
    let most = before
    const answers = new Map<string, number>()
    for (const one of files) {
      const made = await taken(join(one.parentPath, one.name))
      const answer = typeof made === "string" ? made : "drawn"
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      most = Math.max(most, process.memoryUsage.rss())
    }
    expect(answers.get("refused")).toBeGreaterThan(10)
    expect((most - before) / 1024 ** 2).toBeLessThan(400)
  },
)
