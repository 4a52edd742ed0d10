import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { authenticate } from "#features/accounts/sessions/commands.server.ts"
import { storageOf } from "#storage/storage.ts"
import { drawnImage, emptyPdf, formWith } from "#test/files.ts"
import { addDocument } from "./commands.server.ts"
import type { Document } from "./document.ts"
import { cookieOf, mediaWorld, pathOf } from "#test/worlds/media-world.ts"
import { testSite, visitor } from "#test/worlds/visitor.ts"

type Media = Awaited<ReturnType<typeof mediaWorld>>
let own: Media["own"]
let site: Media["site"]
let mirelle: Media["mirelle"]
let stranger: Media["stranger"]
let somebody: Media["somebody"]
let nobody: Media["nobody"]
let look: Media["look"]
let sets: Media["sets"]
beforeAll(async () => {
  ;({ own, site, mirelle, stranger, somebody, nobody, look, sets } = await mediaWorld())
})
afterAll(() => own.drop())

const withoutTimes = (made: Document) => ({ ...made, updated: expect.any(String), version: 2 })

test("an uploaded image is drawn again in several widths and served with permanent public caching", async () => {
  const answer = await mirelle.post(
    "/api/documents/",
    formWith(await drawnImage(1500, 1000), "été à la mer.jpg", {
      actor: "band-published",
      alt: "Une plage",
      credit: "N. A.",
    }),
  )
  expect(answer.status).toBe(201)
  expect(answer.headers.get("location")).toBe(`/api/documents/${answer.body.id}/`)
  expect(answer.body).toMatchObject({
    type: "Image",
    title: "été à la mer",
    mime: "image/jpeg",
    width: 1500,
    height: 1000,
    alt: "Une plage",
    credit: "N. A.",
    focal_point: [0.5, 0.5],
    actor: { fid: "band-published" },
    visibility: "public",
    duration: null,
  })
  const widths = answer.body.srcset.split(", ").map((one: string) => one.split(" ")[1])
  expect(widths).toEqual(["320w", "640w", "1280w", "1500w"])
  for (const address of [answer.body.file, ...answer.body.srcset.split(", ").map((one: string) => one.split(" ")[0])]) {
    const file = await look(pathOf(address))
    expect(file.status).toBe(200)
    expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(file.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox")
    expect(Number(file.headers.get("content-length"))).toBe((await file.arrayBuffer()).byteLength)
  }
  expect((await look(pathOf(answer.body.file))).headers.get("content-type")).toBe("image/jpeg")
  expect((await look(pathOf(answer.body.file).replace("1500.jpg", "9.jpg"))).status).toBe(404)
  expect((await nobody().get(`/api/documents/${answer.body.id}/`)).body).toMatchObject({ id: answer.body.id })
})

test("an upload without login or without rights to the page is refused and stores nothing", async () => {
  const before = sets().length
  const file = await drawnImage(40, 40)
  const visitorWithToken = nobody()
  await visitorWithToken.csrf()
  expect((await visitorWithToken.post("/api/documents/", formWith(file, "a.jpg"))).body.code).toBe("sign_in_needed")
  const refused = await stranger.post("/api/documents/", formWith(file, "a.jpg", { actor: "band-published" }))
  expect(refused).toMatchObject({ status: 403, body: { code: "not_allowed" } })
  const draft = await stranger.post("/api/documents/", formWith(file, "a.jpg", { actor: "band-draft" }))
  const none = await stranger.post("/api/documents/", formWith(file, "a.jpg", { actor: "band-never" }))
  expect(draft).toMatchObject({ status: 404, body: none.body })
  expect(sets()).toHaveLength(before)
})

test("a document of a draft page, for managers, or without an owner is hidden from others, and so is its file", async () => {
  const file = await drawnImage(60, 40)
  const cases = [
    { actor: "band-draft" },
    { actor: "band-published", visibility: "managers" },
    {} as Record<string, string>,
  ]
  for (const fields of cases) {
    const { body: made, status } = await mirelle.post("/api/documents/", formWith(file, "zqcanari.png", fields))
    expect(status).toBe(201)
    const path = pathOf(made.file as string)
    expect((await look(path)).status).toBe(404)
    expect((await look(path, cookieOf(stranger))).status).toBe(404)
    expect((await look(path, { authorization: "Bearer foyer_nothing" })).status).toBe(404)
    const mine = await look(path, cookieOf(mirelle))
    expect([mine.status, mine.headers.get("cache-control")]).toEqual([200, "private, no-store"])

    const hidden = await stranger.get(`/api/documents/${made.id}/`)
    expect(hidden).toMatchObject({ status: 404, body: (await stranger.get("/api/documents/999999/")).body })
    expect((await stranger.patch(`/api/documents/${made.id}/`, { alt: "x" })).status).toBe(404)
    expect((await stranger.delete(`/api/documents/${made.id}/`)).status).toBe(404)
  }
  for (const query of ["", "?q=zqcanari", "?actor=band-published", "?actor=band-draft", "?type=Image&sort=name"]) {
    for (const who of [nobody(), stranger]) {
      const { body, headers } = await who.get(`/api/documents/${query}`)
      expect(JSON.stringify(body)).not.toContain("zqcanari")
      expect(Number(headers.get("x-total-count"))).toBe(body.length)
    }
  }
  // Managers find it among their own documents.
  expect(
    (await mirelle.get("/api/documents/?actor=band-published&q=")).body.map((one: Document) => one.visibility),
  ).toContain("managers")
  // So they do under its former name, and others under the same conditions as under the present one.
  await sql`insert into former_fids (fid, actor_id) select 'band-before', id from actors where fid = 'band-published'`.execute(
    own.db,
  )
  const found = async (who: typeof mirelle, actor: string) =>
    (await who.get(`/api/documents/?actor=${actor}`)).body.map(({ id }: Document) => id)
  for (const who of [mirelle, nobody()])
    expect(await found(who, "band-before")).toEqual(await found(who, "band-published"))
  expect(await found(mirelle, "band-before")).not.toEqual([])
})

test("a stranger cannot change or delete a public document", async () => {
  const { body: made } = await mirelle.post(
    "/api/documents/",
    formWith(await drawnImage(60, 40), "open.png", { actor: "band-published" }),
  )
  expect(await stranger.patch(`/api/documents/${made.id}/`, { alt: "x" })).toMatchObject({ status: 403 })
  expect(await stranger.delete(`/api/documents/${made.id}/`)).toMatchObject({ status: 403 })
})

test("a change or deletion with an outdated ETag is refused with 412, and invalid fields are reported", async () => {
  const { body: made, headers } = await mirelle.post(
    "/api/documents/",
    formWith(await drawnImage(60, 40), "twice.png", { actor: "band-published" }),
  )
  const tag = headers.get("etag") as string
  const path = `/api/documents/${made.id}/`
  const first = await mirelle.send("PATCH", path, { alt: "Un", focal_point: [0.25, 1] }, { "if-match": tag })
  expect(first).toMatchObject({ status: 200, body: { alt: "Un", focal_point: [0.25, 1], version: 2 } })
  expect((await mirelle.send("PATCH", path, { alt: "Deux" }, { "if-match": tag })).status).toBe(412)
  expect((await mirelle.send("DELETE", path, undefined, { "if-match": tag })).status).toBe(412)
  expect((await mirelle.patch(path, { title: "", focal_point: [2, 0], visibility: "secret" })).body).toEqual({
    title: [expect.any(String)],
    "focal_point.0": [expect.any(String)],
    visibility: [expect.any(String)],
  })
  expect((await mirelle.get(path)).body.alt).toBe("Un")
})

test("a change ignores the fields owner, type, file and size, and of four concurrent deletions one succeeds", async () => {
  const { body: made } = await mirelle.post(
    "/api/documents/",
    formWith(await drawnImage(60, 40), "fixed.png", { actor: "band-published" }),
  )
  const path = `/api/documents/${made.id}/`
  const given = {
    actor: "other",
    actor_id: 1,
    event: 1,
    created_by: 1,
    file: "x",
    stored: 0,
    size: 0,
    type: "Audio",
    id: 1,
  }
  const { body: changed } = await mirelle.patch(path, { ...given, licence: "CC0" })
  expect(changed).toEqual({ ...withoutTimes(made), licence: "CC0" })
  const ends = await Promise.all([1, 2, 3, 4].map(() => mirelle.delete(path)))
  expect(ends.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404])
})

test("a deleted document is removed from the page that showed it and from the disk", async () => {
  const { body: made } = await mirelle.post("/api/documents/", formWith(await drawnImage(60, 40), "gone.png"))
  expect((await mirelle.patch("/api/actors/band-published/", { avatar: made.id })).body.avatar.document).toBe(made.id)
  expect((await look(pathOf(made.file as string))).status).toBe(200)
  const before = (await mirelle.get("/api/actors/band-published/")).body.version
  expect((await mirelle.delete(`/api/documents/${made.id}/`)).status).toBe(204)
  expect((await mirelle.delete(`/api/documents/${made.id}/`)).status).toBe(404)
  expect((await look(pathOf(made.file))).status).toBe(404)
  const page = (await nobody().get("/api/actors/band-published/")).body
  expect([page.avatar, page.version]).toEqual([null, before + 1])
  expect(sets().some((one) => String(one).includes(pathOf(made.file).split("/")[2] as string))).toBe(false)
})

test("the list of documents can be searched, filtered, sorted and paged, and refuses invalid parameters", async () => {
  const band = await mirelle.post("/api/actors/", {
    type: "group",
    fid: "list-band",
    name: "Listes",
    language: "fr",
    status: "published",
  })
  expect(band.status).toBe(201)
  for (const [name, more] of [
    ["Zébulon.pdf", {}],
    ["abricot.pdf", { description: "des programmes d’été" }],
    ["Éclair.pdf", { credit: "Oriane Vell" }],
  ] as const) {
    const made = await mirelle.post("/api/documents/", formWith(emptyPdf(name), name, { actor: "list-band", ...more }))
    expect(made.status).toBe(201)
    await own.db
      .updateTable("documents")
      .set({ created_at: sql`now() - interval '1 day' * ${10 - made.body.id}` })
      .where("id", "=", made.body.id)
      .execute()
  }
  const titles = async (query: string) =>
    (await nobody().get(`/api/documents/?actor=list-band${query}`)).body.map((one: Document) => one.title)
  expect(await titles("")).toEqual(["Éclair", "abricot", "Zébulon"])
  expect(await titles("&sort=created")).toEqual(["Zébulon", "abricot", "Éclair"])
  expect(await titles("&sort=name")).toEqual(["abricot", "Éclair", "Zébulon"])
  expect(await titles("&sort=-name")).toEqual(["Zébulon", "Éclair", "abricot"])
  expect(await titles("&sort=-duration&limit=1")).toHaveLength(1)
  expect(await titles("&q=ete")).toEqual(["abricot"])
  expect(await titles("&q=ORIANE vel")).toEqual(["Éclair"])
  expect(await titles("&q=%21%27%5C%3A*")).toEqual([])
  expect(await titles("&type=Image,Audio")).toEqual([])
  expect(await titles("&type=Document,Image")).toHaveLength(3)

  expect(await titles("&visibility=public,managers")).toHaveLength(3)
  expect(await titles("&visibility=unlisted")).toEqual([])

  const page = await nobody().get("/api/documents/?actor=list-band&sort=name&limit=1&start=1")
  expect(page.headers.get("x-total-count")).toBe("3")
  expect(page.headers.get("link")).toContain('rel="next"')
  expect(page.headers.get("link")).toContain('rel="prev"')
  for (const [query, field] of [
    ["sort=size", "sort"],
    ["type=Film", "type"],
    ["limit=101", "limit"],
    ["limit=0", "limit"],
    ["start=-1", "start"],
  ])
    expect((await nobody().get(`/api/documents/?${query}`)).body).toEqual({ [field as string]: [expect.any(String)] })
})

test("of six concurrent uploads of a user three get 429, while another user can still upload", async () => {
  const [greedy, other] = [await somebody("greedy"), await somebody("other")]
  const file = await drawnImage(900, 900)
  const { promise: enoughSeen, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: holds } = Promise.withResolvers<void>()
  // While the account is locked no upload finishes, so those admitted stay admitted until the others were refused.
  const holding = own.db.transaction().execute(async (tx) => {
    await sql`select from users where username = 'greedy' for update`.execute(tx)
    holds()
    await enoughSeen
  })
  await held
  const refused: unknown[] = []
  const many = Array.from({ length: 6 }, async () => {
    const answer = await greedy.post("/api/documents/", formWith(file, "a.jpg"))
    if (answer.status === 429 && refused.push(answer.headers.get("retry-after")) === 3) release()
    return answer.status
  })
  expect((await other.post("/api/documents/", formWith(file, "b.jpg"))).status).toBe(201)
  expect((await Promise.all(many)).toSorted()).toEqual([201, 201, 201, 429, 429, 429])
  expect(refused).toEqual(["5", "5", "5"])
  await holding
})

test("a user can upload 120 files an hour", async () => {
  const limited = visitor(testSite(own.db, { LIMITS: "1" }))
  await limited.registers("busy-bee")
  const bring = () => limited.post("/api/documents/", formWith(Buffer.from("no picture"), "a.jpg"))
  for (let n = 0; n < 120; n++) expect((await bring()).status).toBe(400)
  const beyond = await bring()
  expect([beyond.status, beyond.headers.get("ratelimit-policy")]).toEqual([429, '"upload";q=120;w=3600'])
})

test("no server error was logged during the tests above", () => expect(site.errors).toEqual([]))

test("a file on the disk can be added as a document, and the file itself stays in place unchanged", async () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-brought-"))
  const files = { "photo.png": await drawnImage(60, 40, "png"), "fiche.pdf": emptyPdf("zqdisque") }
  const { viewer } = await authenticate(own.db, { session: mirelle.jar.get("sessionid"), token: undefined })
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const file = { path, name, size: bytes.length }
    const made = await addDocument(
      own.db,
      storageOf(site.config),
      viewer,
      { file, actor: "band-published" },
      site.config,
    )
    expect(made).toMatchObject({ title: name.split(".")[0], actor: { fid: "band-published" } })
    const served = Buffer.from(await (await look(pathOf(made.file as string))).arrayBuffer())
    expect(served.includes("zqdisque")).toBe(name === "fiche.pdf")
    expect(readFileSync(path)).toEqual(bytes)
  }
})
