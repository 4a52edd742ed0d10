import { sql } from "kysely"
import { expect, test } from "vitest"
import { elsewhereWorld, everyone } from "#test/elsewhere/fediverse-elsewhere.ts"
import { sweepFediverse } from "../sweep.server.ts"

const hangar = "https://foyer.example/ap/actors/hangar"

async function met() {
  const there = await elsewhereWorld()
  const { db, peer } = there
  const follow = (name: string, nth = 1) => {
    const id = `${peer.origin}/${name}/${nth}`
    return { id, type: "Follow", actor: peer.id(name), object: hangar }
  }
  const followers = async () => {
    const { rows } = await sql<{ name: string }>`
      select r.username as name from fediverse_followers f join remote_actors r on r.id = f.remote_actor_id
      order by 1`.execute(db)
    return rows.map(({ name }) => name)
  }
  const rows = async (table: string) => (await sql`select from ${sql.table(table)}`.execute(db)).rows.length
  return { ...there, follow, followers, rows }
}
type Follow = ReturnType<Awaited<ReturnType<typeof met>>["follow"]>

test.each<[string, (follow: Follow) => object]>([
  ["an Undo of it", (follow) => ({ type: "Undo", object: follow })],
  ["an Undo of its id", ({ id }) => ({ type: "Undo", object: id })],
  ["an Undo that names the page (snac)", ({ object }) => ({ type: "Undo", object })],
  ["a Block", ({ object }) => ({ type: "Block", object })],
])("a Follow that is delivered again after %s has no effect, while a new Follow counts", async (_, ending) => {
  const { does, follow, followers, delivered } = await met()
  await does("anna", follow("anna"))
  expect(await followers()).toEqual(["anna"])
  await does("anna", ending(follow("anna")))
  await delivered()

  expect(await does("anna", follow("anna"))).toBe(202)
  expect([await followers(), await delivered()]).toEqual([[], []])
  await does("anna", follow("anna", 2))
  expect(await followers()).toEqual(["anna"])
})

test("an Undo that arrives before its Follow, or at the same time, cancels the Follow", async () => {
  const { does, follow, followers } = await met()
  await does("anna", { type: "Undo", object: follow("anna") })
  await does("anna", follow("anna"))
  expect(await followers()).toEqual([])

  const names = ["bram", "cleo", "dina", "emil", "fara", "gus"]
  for (const name of names) await does(name, follow(name, 0))
  expect(await followers()).toEqual(names)
  await Promise.all(
    names.flatMap((name) => [
      does(name, follow(name)),
      does(name, { type: "Undo", object: follow(name) }),
      does(name, follow(name)),
    ]),
  )
  expect(await followers()).toEqual([])
})

test("an Undo or Delete of another account's Follow has no effect", async () => {
  const { does, follow, followers } = await met()
  await does("bram", { type: "Undo", object: follow("anna").id })
  await does("bram", { type: "Delete", object: follow("anna").id })
  await does("anna", follow("anna"))
  expect(await followers()).toEqual(["anna"])
})

test.each(["Like", "Announce", "Join"])("an Undo that arrives before its %s cancels it", async (type) => {
  const { does, peer, rows, hangar: house, here } = await met()
  const { id } = await house.publishes()
  const activity = { id: `${peer.origin}/deeds/1`, type, actor: peer.id("anna"), object: `${here}/ap/events/${id}` }
  await does("anna", { type: "Undo", object: activity })
  await does("anna", activity)
  expect([await rows("fediverse_reactions"), await rows("fediverse_attendances")]).toEqual([0, 0])
})

test("a comment whose Delete arrives first is not stored", async () => {
  const { db, does, peer, rows, hangar: house, here } = await met()
  const { id: event } = await house.publishes()
  await sql`insert into fediverse_settings (actor_id, has_comments) values (${house.id}, true)`.execute(db)
  const note = (nth: number) => ({
    id: `${peer.origin}/notes/${nth}`,
    type: "Note",
    attributedTo: peer.id("anna"),
    to: [everyone],
    inReplyTo: `${here}/ap/events/${event}`,
    content: "<p>Bravo</p>",
  })
  await does("anna", { type: "Delete", object: { id: note(1).id, type: "Tombstone" } })
  await does("anna", { type: "Create", to: [everyone], object: note(1) })
  expect(await rows("fediverse_reactions")).toBe(0)
  await does("anna", { type: "Create", to: [everyone], object: note(2) })
  expect(await rows("fediverse_reactions")).toBe(1)
})

test("the newest 500 withdrawn activities of a host are remembered, and are swept after three days", async () => {
  const { db, does, follow, followers, rows, peer } = await met()
  await does("anna", { type: "Undo", object: follow("anna") })
  await sql`
    insert into fediverse_withdrawn (uri, host, withdrawn_at)
    select sha256(n::text::bytea), case when n <= 600 then ${peer.host} else 'else.example' end, now() - make_interval(mins => n)
    from generate_series(1, 700) n`.execute(db)
  await does("bram", { type: "Undo", object: follow("bram") })
  expect(await rows("fediverse_withdrawn")).toBe(600)
  for (const name of ["anna", "bram"]) await does(name, follow(name))
  expect(await followers()).toEqual([])

  await sql`update fediverse_withdrawn set withdrawn_at = withdrawn_at - interval '3 days'`.execute(db)
  await sweepFediverse(db)
  expect(await rows("fediverse_withdrawn")).toBe(0)
  await does("bram", follow("bram"))
  expect(await followers()).toEqual(["bram"])
})
