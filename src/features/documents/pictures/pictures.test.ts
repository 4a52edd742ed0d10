import { afterAll, beforeAll, expect, test } from "vitest"
import { drawnImage, emptyPdf, formWith } from "#test/files.ts"
import type { Picture } from "../image/picture.ts"
import { cookieOf, mediaWorld, pathOf } from "#test/worlds/media-world.ts"

type Media = Awaited<ReturnType<typeof mediaWorld>>
let own: Media["own"]
let site: Media["site"]
let mirelle: Media["mirelle"]
let stranger: Media["stranger"]
let nobody: Media["nobody"]
let look: Media["look"]
beforeAll(async () => {
  ;({ own, site, mirelle, stranger, nobody, look } = await mediaWorld())
})
afterAll(() => own.drop())

test("a page's avatar and banner can be set and removed, but not to another user's document or a PDF", async () => {
  const { body: made } = await mirelle.post("/api/documents/", formWith(await drawnImage(800, 800), "face.png"))
  const given = await mirelle.patch("/api/actors/band-published/", {
    avatar: { document: made.id, alt: "Sept musiciens", credit: "Nour", focal_point: [0.3, 0.4] },
    banner: made.id,
  })
  expect(given.body.avatar).toEqual({
    document: made.id,
    url: made.file,
    srcset: made.srcset,
    width: 800,
    height: 800,
    alt: "Sept musiciens",
    credit: "Nour",
    focal_point: [0.3, 0.4],
  })
  expect(given.body.banner.document).toBe(made.id)
  // The image had no owner; now it belongs to the page and is public.
  expect((await nobody().get(`/api/documents/${made.id}/`)).body).toMatchObject({ actor: { fid: "band-published" } })
  const listed = (await nobody().get("/api/actors/?q=fanfare")).body
  expect(listed[0].avatar.document).toBe(made.id)

  const theirs = await stranger.post("/api/actors/", {
    type: "group",
    fid: "other-band",
    name: "Autre",
    language: "fr",
  })
  expect(theirs.status).toBe(201)
  for (const wrong of [made.id, 999_999]) {
    expect(await stranger.patch("/api/actors/other-band/", { avatar: wrong })).toMatchObject({
      status: 400,
      body: { avatar: [expect.any(String)] },
    })
  }
  const { body: pdf } = await stranger.post("/api/documents/", formWith(emptyPdf(), "a.pdf"))
  expect((await stranger.patch("/api/actors/other-band/", { banner: pdf.id })).status).toBe(400)
  const without = await mirelle.patch("/api/actors/band-published/", { avatar: null, name: "Fanfare du Sel" })
  expect([without.body.avatar, without.body.banner.document]).toEqual([null, made.id])
})

test("an event has ordered images, each with its own alt text, credit and focal point for this event", async () => {
  const [one, two] = await Promise.all(
    ["one.png", "two.png"].map(
      async (name) =>
        (await mirelle.post("/api/documents/", formWith(await drawnImage(700, 500), name, { alt: name }))).body,
    ),
  )
  const event = await mirelle.post("/api/contents/events/", {
    title: { fr: "Bal du sel" },
    category: "music",
    organizers: ["band-published"],
    start: "2027-05-01T20:00",
    images: [
      { document: two.id, alt: "Le bal", credit: "Iris", focal_point: [0, 1] },
      { document: one.id },
      { document: two.id },
    ],
  })
  expect(event.status).toBe(201)
  expect(event.body.images.map((image: Picture) => [image.document, image.alt, image.credit])).toEqual([
    [two.id, "Le bal", "Iris"],
    [one.id, "one.png", null],
  ])
  const path = `/api/contents/events/${event.body.id}/`
  // The images of a draft are visible to its managers only.
  expect((await look(pathOf(one.file))).status).toBe(404)
  expect((await look(pathOf(one.file), cookieOf(mirelle))).status).toBe(200)

  const told = await mirelle.patch(path, {
    workflow: "published",
    images: [{ document: one.id, alt: "Le bal", credit: "Iris", focal_point: [0, 1] }, { document: two.id }],
  })
  expect(told.body.images[0]).toMatchObject({ document: one.id, alt: "Le bal", credit: "Iris", focal_point: [0, 1] })
  expect((await nobody().get(`/api/documents/${one.id}/`)).body).toMatchObject({
    alt: "one.png",
    event: event.body.id,
    focal_point: [0.5, 0.5],
  })
  expect((await look(pathOf(one.file))).status).toBe(200)
  const listed = (await nobody().get("/api/contents/events/?actor=band-published&filter=all")).body
  expect(listed[0].images).toHaveLength(2)

  const refused = await mirelle.patch(path, { images: [{ document: one.id }, { document: 999_999 }] })
  expect(refused).toMatchObject({ status: 400, body: { "images.1.document": [expect.any(String)] } })
  expect((await mirelle.patch(path, { images: [] })).body.images).toEqual([])
  // It is not shown any more but still belongs to the event.
  expect((await look(pathOf(two.file))).status).toBe(200)
})

test("no server error was logged during these tests", () => expect(site.errors).toEqual([]))
