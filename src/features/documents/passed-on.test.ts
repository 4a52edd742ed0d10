import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { purgeDeleted } from "#features/actors/removal/commands.server.ts"
import { drawnImage, formWith } from "#test/files.ts"
import { cookieOf, mediaWorld, pathOf } from "#test/worlds/media-world.ts"
import type { Document } from "./document.ts"
import type { Picture } from "./image/picture.ts"

type Media = Awaited<ReturnType<typeof mediaWorld>>
let own: Media["own"]
let site: Media["site"]
let mirelle: Media["mirelle"]
let stranger: Media["stranger"]
let nobody: Media["nobody"]
let look: Media["look"]
beforeAll(async () => {
  ;({ own, site, mirelle, stranger, nobody, look } = await mediaWorld())
  for (const fid of ["band-here", "band-going", "band-staying"]) {
    const page = { type: "group", fid, name: fid, language: "fr", status: "published" }
    if ((await mirelle.post("/api/actors/", page)).status !== 201) throw new Error("no page could be made")
  }
})
afterAll(() => own.drop())

const isOld = (table: "events" | "actors", where: string | number) =>
  sql`update ${sql.table(table)} set deleted_at = now() - interval '31 days'
    where ${table === "events" ? sql.ref("id") : sql.ref("fid")} = ${where}`.execute(own.db)

test("an image that a copy of an event also shows is kept when the event is purged", async () => {
  const { body: image } = await mirelle.post("/api/documents/", formWith(await drawnImage(60, 40), "copied.png"))
  const said = { category: "music", organizers: ["band-here"], start: "2027-05-01T20:00", workflow: "published" }
  const { body: original } = await mirelle.post("/api/contents/events/", {
    ...said,
    title: { fr: "Bal" },
    images: [{ document: image.id, alt: "Le bal" }],
  })
  const { body: copy } = await mirelle.post(`/api/contents/events/${original.id}/copies/`, {})
  expect(copy.images).toMatchObject([{ document: image.id, alt: "Le bal" }])
  expect((await mirelle.delete(`/api/contents/events/${original.id}/`)).status).toBe(204)
  // While the original can still be restored, the copy is an ordinary draft whose managers see and arrange its image.
  const file = pathOf(image.file)
  expect((await look(file, cookieOf(mirelle))).status).toBe(200)
  expect([(await look(file)).status, (await look(file, cookieOf(stranger))).status]).toEqual([404, 404])
  const path = `/api/contents/events/${copy.id}/`
  const told = await mirelle.patch(path, { images: [{ document: image.id, alt: "Un autre bal" }] })
  expect([told.status, told.body.images[0].alt]).toEqual([200, "Un autre bal"])

  await isOld("events", original.id)
  expect(await purgeDeleted(own.db)).toEqual({ count: 1, files: [] })
  expect((await mirelle.patch(path, { workflow: "published" })).body.images).toMatchObject([{ document: image.id }])
  expect((await nobody().get(`/api/documents/${image.id}/`)).body.event).toBe(copy.id)
  expect((await look(file)).status).toBe(200)

  // The file is removed with the last event that shows it.
  await mirelle.delete(path)
  await isOld("events", copy.id)
  const { files } = await purgeDeleted(own.db)
  expect(files.map((key) => file.includes(key))).toEqual([true])
})

test("images that other pages or events also show are kept when a page is purged with its events", async () => {
  const bring = async (more: object = {}) =>
    (await mirelle.post("/api/documents/", formWith(await drawnImage(60, 40), "one.png", { ...more }))).body
  const said = { category: "music", title: { fr: "Bal" }, start: "2027-05-01T20:00", workflow: "published" }
  const publish = async (host: string, images: Document[]) =>
    (
      await mirelle.post("/api/contents/events/", {
        ...said,
        organizers: [host],
        images: images.map(({ id }) => ({ document: id })),
      })
    ).body
  const [shared, ofPage, gone] = [await bring(), await bring({ actor: "band-going" }), await bring()]
  const going = await publish("band-going", [shared, gone])
  const staying = await publish("band-staying", [shared, ofPage])
  const both = await bring({ actor: "band-staying", event: String(going.id) })
  const face = await bring({ actor: "band-going" })
  await mirelle.patch("/api/actors/band-staying/", { avatar: { document: face.id } })

  expect((await mirelle.delete("/api/actors/band-going/")).status).toBe(204)
  await isOld("actors", "band-going")
  const { files } = await purgeDeleted(own.db)
  expect(files.map((key) => gone.file.includes(key))).toEqual([true])
  const shown = (await nobody().get(`/api/contents/events/${staying.id}/`)).body.images as Picture[]
  expect(shown.map(({ document }) => document)).toEqual([shared.id, ofPage.id])
  const ownerOf = async ({ id }: Document) => {
    const { body } = await nobody().get(`/api/documents/${id}/`)
    return [body.actor?.fid ?? null, body.event]
  }
  expect(await ownerOf(shared)).toEqual([null, staying.id])
  expect(await ownerOf(ofPage)).toEqual([null, staying.id])
  expect(await ownerOf(both)).toEqual(["band-staying", null])
  expect(await ownerOf(face)).toEqual(["band-staying", null])
  for (const { file } of [shared, ofPage, both, face]) expect((await look(pathOf(file))).status).toBe(200)
})

test("no server error was logged during these tests", () => expect(site.errors).toEqual([]))
