import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { sql } from "kysely"
import sharp from "sharp"
import { expect, onTestFinished, test } from "vitest"
import { mediaFiles } from "#features/documents/file/media.server.ts"
import { sweepFiles } from "#features/documents/file/sweep.server.ts"
import { storageOf } from "#storage/storage.ts"
import { drawnImage } from "#test/files.ts"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { inboxHandlers } from "../../../../inbox.ts"
import { inboxFiles } from "../../inbox/feeds.server.ts"
import { refreshRemoteActor } from "../commands.server.ts"
import { fetchFaces, resetFutureFaces } from "./commands.server.ts"

const hangar = "https://foyer.example/ap/actors/hangar"

/** The test world, remote accounts that follow the house, and a server with their avatars. */
async function met() {
  const [there, peer] = [await fediverseWorld(), await fediversePeer()]
  const { db, config, ask, world } = there
  const shown = new Map<string, { type?: string; body?: Uint8Array | string; status?: number; to?: string }>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ""
    asked.push(path)
    if (request.headers.host?.startsWith("localhost")) asked.push("localhost")
    const { type = "image/png", body = "", status = 200, to } = shown.get(path) ?? { status: 404 }
    response.writeHead(to ? 302 : status, { "content-type": type, ...(to ? { location: to } : {}) }).end(body)
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const at = (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`

  const inbox = inboxFiles(world, inboxHandlers)
  const looksLike = (name: string, url: string | null) =>
    peer.describes(name, url ? { icon: { type: "Image", url } } : {})
  const sends = async (name: string, activity: object) => {
    const whole = { actor: peer.id(name), ...activity }
    return (await inbox.fetch(await peer.signed(name, `${hangar}/inbox`, whole))).status
  }
  const follows = (name: string) =>
    sends(name, { id: `${peer.origin}/follows/${name}`, type: "Follow", object: hangar })
  const storage = storageOf(config)
  const fetchAll = () => fetchFaces(db, config, storage)
  const faceOf = async (name: string): Promise<string | null> =>
    (await ask(null, "GET", `/api/fediverse/accounts/?q=${name}`)).body[0]?.avatar
  const files = mediaFiles(world)
  const look = (address: string) => files.fetch(new Request(address))
  /** Moves the next fetch forward, as if this time had passed. */
  const later = (time: string) =>
    sql`update remote_actors set face_due_at = face_due_at - ${time}::interval`.execute(db)
  const refresh = (name: string) => refreshRemoteActor(db, config, peer.id(name))
  const stored = async () => (await Array.fromAsync(storage.olderThan(-60_000))).length
  return {
    ...there,
    peer,
    shown,
    asked,
    at,
    looksLike,
    sends,
    follows,
    fetchAll,
    faceOf,
    look,
    later,
    refresh,
    storage,
    stored,
  }
}

test("a follower's avatar is fetched once and served from this site in small sizes without metadata", async () => {
  const { shown, asked, at, looksLike, follows, fetchAll, faceOf, look } = await met()
  const photograph = await sharp(await drawnImage(900, 600))
    .withExif({ IFD0: { Copyright: "secret" }, IFD3: { GPSLatitude: "50/1 0/1 0/1" } })
    .jpeg()
    .toBuffer()
  shown.set("/anna.jpg", { type: "image/jpeg", body: photograph })
  looksLike("anna", at("/anna.jpg"))
  expect(await follows("anna")).toBe(202)
  expect(await faceOf("anna")).toBeNull()

  await fetchAll()
  const address = (await faceOf("anna")) as string
  expect(address).toMatch(/^https:\/\/foyer\.example\/media\/[0-9a-f]{40}\/192\.webp$/)
  for (const width of [96, 192]) {
    const answer = await look(address.replace("/192.", `/${width}.`))
    expect(answer.headers.get("content-type")).toBe("image/webp")
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    const bytes = Buffer.from(await answer.arrayBuffer())
    const image = await sharp(bytes).metadata()
    expect([image.width, image.height, image.format, image.exif]).toEqual([width, width, "webp", undefined])
    expect(bytes.includes("secret")).toBe(false)
  }
  expect((await look(address.replace("/192.", "/1280."))).status).toBe(404)

  await fetchAll()
  expect(asked).toEqual(["/anna.jpg"])
})

test("an avatar is fetched only for an account that is followed here or has a shown comment", async () => {
  const { db, shown, asked, at, looksLike, refresh, fetchAll, hangar: house, ask, nour } = await met()
  const event = await house.publishes()
  for (const name of ["anna", "bram", "cleo", "dina"]) {
    shown.set(`/${name}.png`, { body: await drawnImage(200, 200, "png") })
    looksLike(name, at(`/${name}.png`))
    await refresh(name)
  }
  const idOf = (name: string) => sql`(select id from remote_actors where username = ${name})`
  await sql`insert into fediverse_follows (user_id, remote_actor_id) values (${nour.viewer.userId}, ${idOf("bram")})`.execute(
    db,
  )
  await sql`insert into fediverse_reactions (uri, kind, event_id, remote_actor_id, content, shown_at) values
    ('https://x.example/1', 'reply', ${event.id}, ${idOf("cleo")}, '<p>Oui</p>', now()),
    ('https://x.example/2', 'reply', ${event.id}, ${idOf("dina")}, '<p>Non</p>', null)`.execute(db)
  await fetchAll()
  expect(asked.toSorted()).toEqual(["/bram.png", "/cleo.png"])
  const { body: comments } = await ask(null, "GET", `/api/contents/events/${event.id}/comments/`)
  expect(comments).toMatchObject([{ by: { name: "cleo", avatar: expect.stringMatching(/\/media\/[0-9a-f]{40}\/96/) } }])
  const { body: all } = await ask(house.viewer, "GET", `/api/contents/events/${event.id}/comments/all/`)
  expect(all.map(({ by }: { by: { avatar: string | null } }) => by.avatar !== null)).toEqual([false, true])
})

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><script>alert(1)</script></svg>`
type Sent = {
  type?: string
  body?: string
  status?: number
  image?: boolean
  more?: number
  cut?: boolean
  side?: number
}
test.each<[string, Sent]>([
  ["an SVG", { type: "image/svg+xml", body: svg }],
  ["an SVG that is called a picture", { type: "image/png", body: svg }],
  ["a page that is called a picture", { type: "image/png", body: "<!doctype html><script>alert(1)</script>" }],
  ["a picture that is called a page", { type: "text/html", image: true }],
  ["more than is read", { type: "image/png", image: true, more: 2 * 1024 * 1024 }],
  ["a picture that ends in the middle", { type: "image/png", image: true, cut: true }],
  ["a point that counts readers", { type: "image/png", image: true, side: 1 }],
  ["a refusal", { status: 403 }],
  ["nothing", { status: 404 }],
])(
  "an avatar that turns out to be %s is not stored, and is requested again only after a week",
  async (_, { image = false, more = 0, cut = false, side = 200, ...said }) => {
    const { shown, asked, at, looksLike, follows, fetchAll, faceOf, later, stored } = await met()
    const drawn = await drawnImage(side, side, "png")
    const whole = Buffer.concat([drawn, Buffer.alloc(more)])
    shown.set("/x", { ...said, ...(image ? { body: cut ? whole.subarray(0, whole.length / 2) : whole } : {}) })
    looksLike("anna", at("/x"))
    await follows("anna")
    await fetchAll()
    await later("6 days")
    await fetchAll()
    expect([await faceOf("anna"), await stored(), asked.length]).toEqual([null, 0, 1])
    await later("1 day")
    await fetchAll()
    expect(asked).toHaveLength(2)
  },
)

test("the avatars of a server with many accounts do not delay those of others", async () => {
  const { db, asked, at, looksLike, follows, fetchAll } = await met()
  looksLike("anna", at("/anna.png"))
  await follows("anna")
  await sql`
    with many as (
      insert into remote_actors (uri, host, type, username, inbox, key_id, public_key, icon_url, face_due_at)
      select 'https://many.example/' || n, 'many.example', 'Person', 'p' || n, 'https://many.example/' || n || '/inbox',
        'https://many.example/' || n || '#key', 'x', ${at("/many/")} || n, now() - interval '1 day'
      from generate_series(1, 100) n returning id)
    insert into fediverse_followers (identity_id, remote_actor_id, follow_uri)
    select (select identity_id from fediverse_followers limit 1), id, 'https://many.example/follows/' || id from many`.execute(
    db,
  )

  await fetchAll()
  expect(asked).toHaveLength(101)
  expect(asked.indexOf("/anna.png")).toBeLessThan(40)
})

test("an avatar is not fetched from a blocked host, neither directly nor through a redirect", async () => {
  const { db, shown, asked, at, looksLike, follows, fetchAll, faceOf } = await met()
  await sql`insert into fediverse_hosts (host, is_blocked) values ('localhost', true)`.execute(db)
  shown.set("/face.png", { body: await drawnImage(200, 200, "png") })
  shown.set("/led.png", { to: at("/face.png", "localhost") })
  looksLike("anna", at("/face.png", "localhost"))
  looksLike("bram", at("/led.png"))
  for (const name of ["anna", "bram"]) await follows(name)
  await fetchAll()
  expect([await faceOf("anna"), await faceOf("bram")]).toEqual([null, null])
  expect(asked).toEqual(["/led.png"])
})

test("an avatar stays when its server fails, is replaced an hour after a change at the earliest, and can be removed", async () => {
  const { shown, asked, at, looksLike, follows, refresh, fetchAll, faceOf, later, look, stored } = await met()
  const show = async (path: string, side: number) => shown.set(path, { body: await drawnImage(side, side, "png") })
  await show("/one.png", 200)
  looksLike("anna", at("/one.png"))
  await follows("anna")
  await fetchAll()
  const first = (await faceOf("anna")) as string

  // A week later the same image again, and then no answer at all.
  await later("7 days")
  await fetchAll()
  expect(await faceOf("anna")).toBe(first)
  shown.set("/one.png", { status: 503 })
  await later("7 days")
  await fetchAll()
  expect([await faceOf("anna"), asked.length]).toEqual([first, 3])

  await show("/two.png", 300)
  looksLike("anna", at("/two.png"))
  await refresh("anna")
  await fetchAll()
  expect([await faceOf("anna"), asked.length]).toEqual([first, 3])
  await later("1 hour")
  await fetchAll()
  const second = (await faceOf("anna")) as string
  expect(second).not.toBe(first)
  expect([(await look(first)).status, (await look(second)).status, await stored()]).toEqual([404, 200, 1])

  looksLike("anna", null)
  await refresh("anna")
  expect([await faceOf("anna"), (await look(second)).status]).toEqual([null, 404])
})

test("the avatar of a deleted account is no longer served and its file is swept, while others stay", async () => {
  const { db, peer, shown, at, looksLike, follows, sends, fetchAll, faceOf, look, storage, stored } = await met()
  for (const name of ["anna", "bram"]) {
    shown.set(`/${name}.png`, { body: await drawnImage(200, 200, "png") })
    looksLike(name, at(`/${name}.png`))
    await follows(name)
  }
  await fetchAll()
  const [hers, his] = [(await faceOf("anna")) as string, (await faceOf("bram")) as string]
  const gone = { id: `${peer.origin}/gone/1`, type: "Delete", object: peer.id("anna") }
  expect(await sends("anna", gone)).toBe(202)
  expect([(await look(hers)).status, (await look(his)).status]).toEqual([404, 200])
  expect(await stored()).toBe(2)
  await sweepFiles(db, { ...storage, olderThan: () => storage.olderThan(-60_000) })
  expect([await stored(), (await look(his)).status]).toEqual([1, 200])
})

test("avatars met while the clock was ahead are fetched once it is right, others a week later at the latest", async () => {
  const { db, shown, asked, at, looksLike, follows, fetchAll, later } = await met()
  shown.set("/anna.png", { body: await drawnImage(200, 200, "png") })
  shown.set("/bram.png", { body: await drawnImage(200, 200, "png") })
  looksLike("anna", at("/anna.png"))
  looksLike("bram", at("/bram.png"))
  await follows("anna")
  await fetchAll()
  await follows("bram")
  // Both were written by a clock that was a year ahead.
  await later("-1 year")
  await fetchAll()
  expect(asked).toEqual(["/anna.png"])

  await resetFutureFaces(db)
  await fetchAll()
  expect(asked).toEqual(["/anna.png", "/bram.png"])
  await later("1 week")
  await fetchAll()
  expect(asked.toSorted()).toEqual(["/anna.png", "/anna.png", "/bram.png", "/bram.png"])
})

test("an instance that does not reach other servers fetches no avatars", async () => {
  const { db, config, shown, asked, at, looksLike, follows, storage } = await met()
  shown.set("/anna.png", { body: await drawnImage(200, 200, "png") })
  looksLike("anna", at("/anna.png"))
  await follows("anna")
  await fetchFaces(db, { ...config, federation: { ...config.federation, reaches: false } }, storage)
  expect(asked).toEqual([])
})
