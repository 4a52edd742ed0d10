import { afterAll, beforeAll, expect, test } from "vitest"
import { drawnImage, formWith } from "#test/files.ts"
import { mediaWorld } from "#test/worlds/media-world.ts"

let here: Awaited<ReturnType<typeof mediaWorld>>
beforeAll(async () => {
  here = await mediaWorld()
})
afterAll(() => here.own.drop())

test("a PATCH without a real change leaves the document and its ETag as they are, and logs no change", async () => {
  const { mirelle, stranger, own } = here
  const words = { title: "Affiche", alt: "Une barque", credit: "N. A.", licence: "CC BY 4.0" }
  const form = formWith(await drawnImage(60, 40), "affiche.jpg", { actor: "band-published", ...words })
  const { body: made } = await mirelle.post("/api/documents/", form)
  const path = `/api/documents/${made.id}/`
  const before = await mirelle.get(path)
  const told = () => own.db.selectFrom("changes").select("id").execute()
  const changes = await told()
  for (const said of [
    {},
    { couleur: "vert", id: 7, version: 40, mime: "text/html" },
    { ...words, focal_point: [0.5, 0.5], visibility: "public", description: null },
  ]) {
    const answer = await mirelle.patch(path, said)
    expect([answer.status, answer.body], JSON.stringify(said)).toEqual([200, before.body])
    expect(answer.headers.get("etag")).toBe(before.headers.get("etag"))
    expect(await told()).toEqual(changes)
  }
  expect((await stranger.patch(path, {})).status).toBe(403)
  const changed = await mirelle.patch(path, { alt: "Deux barques" })
  expect([changed.status, changed.headers.get("etag") === before.headers.get("etag")]).toEqual([200, false])
  expect((await told()).length).toBe(changes.length + 1)
})
