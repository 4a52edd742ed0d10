import { afterAll, beforeAll, expect, test } from "vitest"
import { mediaWorld } from "#test/worlds/media-world.ts"
import { filmAt, playerOrigins } from "./film.ts"

const peertube = ["tube.example"]

test.each([
  [
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42&list=x",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "www.youtube-nocookie.com",
  ],
  [
    "https://youtu.be/dQw4w9WgXcQ?si=tracking",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "www.youtube-nocookie.com",
  ],
  [
    "https://m.youtube.com/shorts/dQw4w9WgXcQ",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "www.youtube-nocookie.com",
  ],
  ["https://vimeo.com/123456789", "https://vimeo.com/123456789", "player.vimeo.com"],
  ["https://vimeo.com/123456789/abcdef0123?share=copy", "https://vimeo.com/123456789/abcdef0123", "player.vimeo.com"],
  ["https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv", "https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv", "tube.example"],
  [
    "https://tube.example/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d",
    "https://tube.example/w/9c9de5e8-0a1e-484a-b099-e80766180a6d",
    "tube.example",
  ],
])("%s is recognised as a film, with a clean address and a player", (address, url, host) => {
  const film = filmAt(address, peertube)
  expect(film?.url).toBe(url)
  expect(new URL(film?.player as string).host).toBe(host)
  expect(playerOrigins(peertube)).toContain(new URL(film?.player as string).origin)
})

test.each([
  "https://youtube.com/",
  "https://www.youtube.com/watch?v=<script>",
  "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
  "https://evil.example/watch?v=dQw4w9WgXcQ",
  "https://youtube.com:8443/watch?v=dQw4w9WgXcQ",
  "https://me@youtube.com/watch?v=dQw4w9WgXcQ",
  "https://other.example/w/kkGMgK9ZtnKfYAgnEtQxbv",
  "https://tube.example/w/../../login",
  "https://vimeo.com/about",
  "javascript:alert(1)",
  "not an address",
])("%s is not recognised as a film", (address) => expect(filmAt(address, peertube)).toBeUndefined())

let media: Awaited<ReturnType<typeof mediaWorld>>
beforeAll(async () => {
  media = await mediaWorld()
})
afterAll(() => media.own.drop())

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test("a film is a document with an address instead of a file, and can be listed, edited and deleted", async () => {
  const { mirelle, nobody } = media
  const address = "https://youtu.be/dQw4w9WgXcQ"
  const added = await mirelle.post(
    "/api/documents/",
    formOf({ url: address, actor: "band-published", title: "Le clip" }),
  )
  expect([added.status, added.body]).toEqual([
    201,
    expect.objectContaining({
      type: "Video",
      title: "Le clip",
      file: null,
      srcset: null,
      pdf: null,
      size: 0,
      film: {
        url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
        player: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0",
        host: "YouTube",
      },
    }),
  ])
  const path = `/api/documents/${added.body.id}/`
  expect((await nobody().get("/api/documents/?type=Video")).body).toMatchObject([{ title: "Le clip" }])
  expect((await mirelle.patch(path, { title: "Le vieux clip" })).body.title).toBe("Le vieux clip")
  expect((await mirelle.delete(path)).status).toBe(204)
  expect((await nobody().get(path)).status).toBe(404)
})

test("an unknown film address or a missing file is reported at its field, and others cannot add a film to a page", async () => {
  const { mirelle, stranger } = media
  const refused = await mirelle.post(
    "/api/documents/",
    formOf({ url: "https://evil.example/film", actor: "band-published" }),
  )
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["url"]])
  const nothing = await mirelle.post("/api/documents/", formOf({ actor: "band-published" }))
  expect([nothing.status, Object.keys(nothing.body)]).toEqual([400, ["file"]])
  const fields = { url: "https://youtu.be/dQw4w9WgXcQ", actor: "band-published" }
  expect((await stranger.post("/api/documents/", formOf(fields))).status).toBe(403)
})
