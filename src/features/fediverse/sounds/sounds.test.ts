import { sql } from "kysely"
import { expect, test } from "vitest"
import { logChange } from "#test/changes.ts"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { inboxHandlers } from "../../../inbox.ts"
import { fediverseFiles } from "../serving/feeds.server.ts"
import { inboxFiles } from "../inbox/feeds.server.ts"

const here = "https://foyer.example"
const hangar = `${here}/ap/actors/hangar`

/** The hangar with a remote follower, and its sounds. */
async function heardHouse({ isFollowed = true } = {}) {
  const [there, peer] = [await fediverseWorld(), await fediversePeer()]
  const { db } = there
  const settle = async () => {
    await there.tell()
    await there.deliver()
    // Updates of the page itself are covered by another test.
    return peer.arrived
      .splice(0)
      .map(({ activity }) => activity)
      .filter(({ object }) => object.id !== hangar)
  }
  const follow = async () => {
    const activity = { id: `${peer.origin}/follows/1`, type: "Follow", actor: peer.id("anna"), object: hangar }
    const inbox = inboxFiles(there.world, inboxHandlers)
    expect((await inbox.fetch(await peer.signed("anna", `${here}/ap/inbox`, activity))).status).toBe(202)
    await settle()
  }
  if (isFollowed) await follow()
  /** Adds a playable sound to the page. */
  const brings = async (title: string, visibility = "public", days = 0) => {
    const { rows } = await sql<{ id: number }>`
      insert into documents (type, title, description, file, mime, size, duration, licence, actor_id, visibility, created_at)
      values ('Audio', ${title}, ${"Pris au micro.\n\nSans <retouche>."}, ${`sounds/${title}`}, 'audio/mpeg', 1000, 61.4, 'CC BY 4.0',
        ${there.hangar.id}, ${visibility}, now() - make_interval(days => ${days})) returning id`.execute(db)
    const { id } = rows[0] as { id: number }
    await sql`insert into sounds (document_id, state) values (${id}, 'ready')`.execute(db)
    await logChange(db, { subject: { actor: there.hangar.id }, kind: "document_added" })
    return { id, uri: `${here}/ap/sounds/${id}` }
  }
  const changes = async (id: number, what: ReturnType<typeof sql>) => {
    await sql`update documents set version = version + 1, ${what} where id = ${id}`.execute(db)
    await logChange(db, { subject: { actor: there.hangar.id }, kind: "document_changed" })
    return settle()
  }
  const files = fediverseFiles(there.world)
  const get = async (address: string) => {
    const answer = await files.request(address.replace(here, ""))
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : text }
  }
  return { ...there, peer, settle, follow, brings, changes, get }
}

test("followers of a page receive each addition, change and removal of its public sounds once", async () => {
  const { settle, brings, changes, get, db, hangar: house } = await heardHouse()
  const { id, uri } = await brings("Veilleuse")
  const [create, ...rest] = await settle()
  expect(rest).toEqual([])
  expect(create).toMatchObject({
    type: "Create",
    actor: hangar,
    object: {
      id: uri,
      type: "Audio",
      name: "Veilleuse",
      attributedTo: hangar,
      duration: "PT61S",
      content: "<p><strong>Veilleuse</strong></p><p>Pris au micro.</p><p>Sans &lt;retouche&gt;.</p><p>CC BY 4.0</p>",
      attachment: [{ type: "Audio", mediaType: "audio/mpeg" }],
    },
  })
  expect(create?.object.url[0]).toEqual({
    type: "Link",
    mediaType: "text/html",
    href: `${here}/actors/hangar?tab=listen`,
  })
  expect((await get(uri)).body).toMatchObject({ id: uri, type: "Audio", name: "Veilleuse" })

  await logChange(db, { subject: { actor: house.id }, kind: "updated" })
  expect(await settle()).toEqual([])
  expect(await changes(id, sql`title = 'Veilleuse, nuit'`)).toMatchObject([
    { type: "Update", object: { id: uri, name: "Veilleuse, nuit" } },
  ])
  expect(await changes(id, sql`visibility = 'unlisted'`)).toMatchObject([
    { type: "Delete", object: { id: uri, type: "Tombstone", formerType: "Audio" } },
  ])
  expect(await get(uri)).toMatchObject({ status: 410, body: { type: "Tombstone", id: uri } })
  const [again] = await changes(id, sql`visibility = 'public'`)
  expect(again).toMatchObject({ type: "Create", object: { id: uri } })
  expect(again?.id).not.toBe(create?.id)

  await sql`delete from documents where id = ${id}`.execute(db)
  await logChange(db, { subject: { actor: house.id }, kind: "document_deleted" })
  expect(await settle()).toMatchObject([{ type: "Delete", object: { id: uri } }])
  expect((await get(uri)).status).toBe(410)
})

test("only public, recent sounds are sent, and only once the page has a follower; a sound for managers answers 404", async () => {
  const { settle, brings, follow, get } = await heardHouse({ isFollowed: false })
  const early = await brings("Avant")
  expect(await settle()).toEqual([])
  expect((await get(early.uri)).status).toBe(200)
  await follow()
  const managers = await brings("Pour nous", "managers")
  const old = await brings("Archive", "public", 30)
  expect((await settle()).map(({ object }) => object.name)).toEqual(["Avant"])
  expect((await get(managers.uri)).status).toBe(404)
  expect((await get(old.uri)).status).toBe(200)
  expect((await get(`${here}/ap/sounds/999999`)).status).toBe(404)
})

test("the audience followers limits a page's sounds to its followers, and the audience nobody deletes them there", async () => {
  const { settle, brings, ask, get, hangar: house } = await heardHouse()
  const { uri } = await brings("Veilleuse")
  await settle()
  const wants = async (audience: string) => {
    const answer = await ask(house.viewer, "PATCH", "/api/actors/hangar/fediverse/", { audience })
    expect(answer.status).toBe(200)
    return (await settle()).filter(({ object }) => object.id === uri)
  }
  expect(await wants("followers")).toMatchObject([{ type: "Update", to: [`${hangar}/followers`], cc: [] }])
  expect((await get(uri)).status).toBe(404)
  expect(await wants("nobody")).toMatchObject([{ type: "Delete", to: [`${hangar}/followers`], cc: [] }])
  expect((await get(uri)).status).toBe(410)
})
