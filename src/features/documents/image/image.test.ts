import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { drawnImage, emptyPdf, formWith } from "#test/files.ts"
import { mediaWorld, pathOf } from "#test/worlds/media-world.ts"

let media: Awaited<ReturnType<typeof mediaWorld>>
beforeAll(async () => {
  media = await mediaWorld()
})
afterAll(() => media.own.drop())

const bring = (bytes: Uint8Array, name: string) =>
  media.mirelle.post("/api/documents/", formWith(bytes, name, { actor: "band-published" }))
const bytesOf = async (address: string) => Buffer.from(await (await media.look(pathOf(address))).arrayBuffer())

test("an uploaded image is served without its EXIF data and without anything appended to its file", async () => {
  const withPlace = await sharp(await drawnImage(400, 200))
    .withExif({ IFD0: { Artist: "zqartiste" }, IFD3: { GPSLatitude: "50/1 51/1 0/1", GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer()
  expect(withPlace.includes("zqartiste")).toBe(true)
  const polyglot = Buffer.concat([withPlace, Buffer.from("<script>zqscript</script>"), emptyPdf("zqpdf")])
  const { body: made } = await bring(polyglot, "photo.jpg")
  const addresses = [made.file, ...made.srcset.split(", ").map((one: string) => one.split(" ")[0])]
  for (const address of addresses) {
    const bytes = await bytesOf(address)
    expect(bytes.toString("latin1")).not.toMatch(/zqartiste|zqscript|zqpdf/)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  }
})

test("a photograph with an orientation tag is stored upright, uncropped and in its aspect ratio", async () => {
  const sideways = await sharp(await drawnImage(3000, 1000))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { body: made } = await bring(sideways, "debout.jpg")
  expect([made.width, made.height]).toEqual([1000, 3000])
  const corner = await sharp(await bytesOf(made.file)).stats()
  expect(corner.isOpaque).toBe(true)
  const small = await sharp(await bytesOf(made.srcset.split(" ")[0])).metadata()
  expect([small.width, small.height]).toEqual([320, 960])
})

test("PNG, WebP and GIF images are accepted; transparency is kept in the small size and white in the main file", async () => {
  for (const format of ["png", "webp", "gif"] as const) {
    const { status, body } = await bring(await drawnImage(50, 70, format), `a.${format}`)
    expect([status, body.width, body.height]).toEqual([201, 50, 70])
  }
  const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: "#0000" } })
    .png()
    .toBuffer()
  const { body: made } = await bring(clear, "transparent.png")
  expect((await sharp(await bytesOf(made.srcset.split(" ")[0])).metadata()).hasAlpha).toBe(true)
  expect((await sharp(await bytesOf(made.file)).stats()).channels[0]?.min).toBe(255)
})

test("no server error was logged during these tests", () => expect(media.site.errors).toEqual([]))
