import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { rmSync } from "node:fs"
import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { fetchPictures } from "#features/documents/remote-pictures/fetching.server.ts"
import { resetFuturePictures } from "#features/documents/remote-pictures/store.server.ts"
import { diskStorage } from "#storage/disk.ts"
import { drawnImage } from "#test/files.ts"
import { temporaryDirectory } from "#test/temporary.ts"
import { importWorld } from "./fixtures/world.ts"

const world = importWorld()
const directory = temporaryDirectory("pictures")
const storage = diskStorage(directory)
let elsewhere: Server
let origin: string
let asked: string[] = []
let poster: Buffer
let other: Buffer

beforeAll(async () => {
  ;[poster, other] = await Promise.all([drawnImage(1500, 2100), drawnImage(700, 900, "png")])
  elsewhere = createServer((request, response) => {
    const path = request.url ?? ""
    asked.push(path)
    const image = (bytes: Uint8Array, type = "image/jpeg") =>
      response.setHeader("content-type", type).end(Buffer.from(bytes))
    if (path.startsWith("/poster")) image(poster)
    else if (path === "/other.png") image(other, "image/png")
    else if (path === "/moved.jpg") response.writeHead(302, { location: "/poster.jpg" }).end()
    else if (path === "/loop.jpg") response.writeHead(302, { location: "/loop.jpg" }).end()
    else if (path === "/page.jpg") image(Buffer.from("<!doctype html><h1>Not here</h1>"))
    else if (path === "/script.svg")
      image(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "image/svg+xml")
    else if (path === "/huge.jpg") response.writeHead(200, { "content-length": String(900_000_000) }).end(poster)
    else if (path === "/endless.jpg") {
      const more = () => response.write(Buffer.alloc(1_000_000, 1), (error) => error || setImmediate(more))
      more()
    } else if (path === "/slow.jpg") response.write(poster.subarray(0, 10))
    else if (path === "/cut.jpg") image(poster.subarray(0, 3000))
    else if (path === "/dot.png")
      drawnImage(1, 1, "png").then(
        (bytes) => image(bytes),
        () => {},
      )
    else if (path.startsWith("/down.jpg")) response.writeHead(503).end()
    else if (path === "/private.jpg") response.writeHead(302, { location: "file:///etc/passwd" }).end()
    else response.writeHead(404).end()
  })
  await new Promise<void>((ready) => elsewhere.listen(0, "127.0.0.1", ready))
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
})
beforeEach(async () => {
  asked = []
  await sql`delete from pictures_elsewhere`.execute(world.db)
  await sql`delete from documents`.execute(world.db)
})
afterAll(() => {
  elsewhere.closeAllConnections()
  elsewhere.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Open data of OpenAgenda with one record for each picture. */
const agenda = (...pictures: (string | null)[]) =>
  pictures
    .map((picture, at) =>
      JSON.stringify({
        uid: `${at + 1}`,
        title_fr: `Bal ${at + 1}`,
        firstdate_begin: "2026-12-05T20:00:00+01:00",
        lastdate_end: "2026-12-05T23:00:00+01:00",
        timings: null,
        image: picture && (picture.startsWith("/") ? `${origin}${picture}` : picture),
        imagecredits: "© N. Breton",
      }),
    )
    .join("\n")

const fetched = (options: { most?: number; timeout?: number } = {}) =>
  fetchPictures(world.db, storage, { most: 1e9, timeout: 2000, allowPrivate: true, ...options })

async function shown() {
  const { rows } = await sql<{ title: string; event: number; document: number; credit: string; version: number }>`
    select e.title ->> 'fr' as title, i.event_id as event, i.document_id as document, coalesce(i.credit, d.credit) as credit,
      e.version from event_images i join events e on e.id = i.event_id join documents d on d.id = i.document_id
    order by e.id`.execute(world.db)
  return rows
}
const states = async () =>
  (
    await sql<{ path: string; state: string; reason: string | null }>`
      select substring(url from '[^/]+$') as path, state, reason from pictures_elsewhere order by id`.execute(world.db)
  ).rows.map(({ path, state, reason }) => `${path} ${reason ?? state}`)

test("an imported event gets its poster with its credit, and an address is fetched once for all events and imports", async () => {
  await world.imported(agenda("/poster.jpg", "/poster.jpg", "/moved.jpg", null))
  expect(asked).toEqual([])
  expect(await shown()).toEqual([])
  const { rows: jobs } = await sql`select from pgboss.job where name = 'documents.fetch-pictures'`.execute(world.db)
  expect(jobs.length).toBe(1)

  expect(await fetched()).toBe(false)
  expect(asked.toSorted()).toEqual(["/moved.jpg", "/poster.jpg", "/poster.jpg"])
  const posters = await shown()
  expect(posters).toMatchObject([
    { title: "Bal 1", credit: "© N. Breton", version: 2 },
    { title: "Bal 2", credit: "© N. Breton" },
    { title: "Bal 3" },
  ])
  expect(posters[1]?.document).toBe(posters[0]?.document)
  const made = await world.db
    .selectFrom("documents")
    .selectAll()
    .where("id", "=", posters[0]?.document as number)
    .executeTakeFirstOrThrow()
  expect(made).toMatchObject({ type: "Image", width: 1280, visibility: "unlisted", created_by: null, title: "Bal 1" })
  expect((await storage.list(made.file as string)).map(({ name }) => name)).toContain("1280.webp")

  await world.imported(agenda("/poster.jpg", "/poster.jpg", "/moved.jpg", null))
  await fetched()
  expect(asked).toHaveLength(3)
  expect((await shown()).map(({ version }) => version)).toEqual([2, 2, 2])
  // A later event that names the same picture gets the same file.
  await world.imported(agenda("/poster.jpg", "/poster.jpg", "/moved.jpg", "/poster.jpg"))
  await fetched()
  expect([asked.length, (await shown())[3]?.document]).toEqual([3, posters[0]?.document])
})

test("a new address replaces the poster and its file, but not a poster that somebody replaced or removed", async () => {
  await world.imported(agenda("/poster.jpg", "/poster2.jpg", "/poster3.jpg"))
  await fetched()
  const before = await shown()
  const files = await world.db.selectFrom("documents").select(["id", "file"]).orderBy("id").execute()
  // A person removed the second poster, and another replaced that of the third event by an image of their own.
  await sql`delete from event_images where event_id = ${before[1]?.event}`.execute(world.db)
  const own = await world.db
    .insertInto("documents")
    .values({
      event_id: before[2]?.event as number,
      type: "Image",
      title: "à nous",
      file: "f".repeat(40),
      mime: "image/jpeg",
      size: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  await sql`update event_images set document_id = ${own.id} where event_id = ${before[2]?.event}`.execute(world.db)

  const report = await world.imported(agenda("/other.png", "/other.png", "/other.png"))
  expect(report).toMatchObject({ updated: 0, unchanged: 3 })
  await fetched()
  const after = await shown()
  expect(after.map(({ event }) => event)).toEqual([before[0]?.event, before[2]?.event])
  expect(after[0]?.document).not.toBe(before[0]?.document)
  expect(after[1]?.document).toBe(own.id)
  const first = files.find(({ id }) => id === before[0]?.document)
  expect(await storage.list(first?.file as string)).toEqual([])
  expect(asked.filter((path) => path === "/other.png")).toHaveLength(1)
})

test("unusable images are refused with a reason, and slow or failing ones are retried and then given up", async () => {
  const paths = [
    "/page.jpg",
    "/script.svg",
    "/huge.jpg",
    "/endless.jpg",
    "/cut.jpg",
    "/dot.png",
    "/loop.jpg",
    "/private.jpg",
    "/none.jpg",
  ]
  await world.imported(agenda(...paths, "/slow.jpg", "/down.jpg", "/poster.jpg", "data:image/png;base64,AAAA"))
  await fetched({ timeout: 1500 })
  expect((await states()).toSorted()).toEqual([
    "cut.jpg broken",
    "dot.png too_small",
    "down.jpg waiting",
    "endless.jpg too_large",
    "huge.jpg too_large",
    "loop.jpg redirects",
    "none.jpg gone",
    "page.jpg not_an_image",
    "poster.jpg fetched",
    "private.jpg forbidden",
    "script.svg not_an_image",
    "slow.jpg waiting",
  ])
  expect((await shown()).map(({ title }) => title)).toEqual(["Bal 12"])
  // A fetch that may succeed later is tried again, not at once and not for ever.
  const count = asked.length
  await fetched()
  expect(asked).toHaveLength(count)
  for (let tries = 0; tries < 5; tries++) {
    await sql`update pictures_elsewhere set next_at = now()`.execute(world.db)
    await fetched({ timeout: 200 })
  }
  expect((await states()).filter((one) => one.includes("unreachable"))).toHaveLength(2)
})

test("images are not fetched from private addresses, nor when there is no room", async () => {
  await world.imported(agenda("/poster.jpg"))
  await fetched({ most: 0 })
  expect(await states()).toEqual(["poster.jpg waiting"])
  await fetchPictures(world.db, storage, { most: 1e9 })
  expect([await states(), asked]).toEqual([["poster.jpg forbidden"], []])
})

test("a host that keeps failing gets fewer than eight requests, and images of another host are still fetched", async () => {
  const down = Array.from({ length: 30 }, (_, at) => `/down.jpg?${at}`)
  await world.imported(agenda(...down, `${origin.replace("127.0.0.1", "localhost")}/poster.jpg`))
  await fetched()
  expect(asked.filter((path) => path.startsWith("/down")).length).toBeLessThan(8)
  expect((await shown()).map(({ title }) => title)).toEqual(["Bal 31"])
})

test("posters put off while the clock was ahead are fetched a quarter of an hour after it is right", async () => {
  await world.imported(agenda("/poster.jpg"))
  await sql`update pictures_elsewhere set next_at = now() + interval '1 year'`.execute(world.db)
  await fetched()
  expect(asked).toEqual([])

  await resetFuturePictures(world.db)
  // A process may be fetching it.
  await fetched()
  expect(asked).toEqual([])
  await sql`update pictures_elsewhere set next_at = next_at - interval '15 minutes'`.execute(world.db)
  await fetched()
  expect([asked, await states()]).toEqual([["/poster.jpg"], ["poster.jpg fetched"]])
})
