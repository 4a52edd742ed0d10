import { sql } from "kysely"
import { expect, test } from "vitest"
import { elsewhereWorld, everyone } from "#test/elsewhere/fediverse-elsewhere.ts"

const hangar = "https://foyer.example/ap/actors/hangar"

test("activities about an event that reuse one id are each handled (Mobilizon, Gancio), and late repeats are not", async () => {
  const { lena, befriends, does, event, peer, titles } = await elsewhereWorld()
  await befriends(lena, "salle")
  const tells = (type: string, more: object = {}) =>
    does("salle", { id: `${peer.origin}/events/1/activity`, type, to: [everyone], object: event("salle", "1", more) })

  await tells("Create")
  expect(await titles(lena)).toEqual(["Nuit des lanternes"])
  await tells("Update", { name: "Nuit des lampions", updated: "2026-11-02T10:00:00Z" })
  expect(await titles(lena)).toEqual(["Nuit des lampions"])
  await tells("Update", { name: "Nuit des bougies", updated: "2026-11-03T10:00:00Z" })
  expect(await titles(lena)).toEqual(["Nuit des bougies"])

  // Activities that arrive again, late, change nothing.
  await tells("Update", { name: "Nuit des lampions", updated: "2026-11-02T10:00:00Z" })
  await tells("Create")
  expect(await titles(lena)).toEqual(["Nuit des bougies"])
  await tells("Delete")
  expect(await titles(lena)).toEqual([])
  await tells("Create")
  expect(await titles(lena)).toEqual([])
})

test.each([
  ["PeerTube", (follow: { id: string }) => ({ id: `${follow.id}/undo`, type: "Undo", object: follow })],
  ["Gancio", (follow: { id: string; object: string }) => ({ ...follow, type: "Unfollow" })],
])("a Follow and its withdrawal that are repeated with the same ids count again (%s)", async (_, stopping) => {
  const { db, does, delivered, peer } = await elsewhereWorld()
  await sql`insert into fediverse_hosts (host, software) values (${peer.host}, 'peertube')`.execute(db)
  const follow = { id: `${peer.id("tube")}/follows/7`, type: "Follow", actor: peer.id("tube"), object: hangar }
  const followers = async () => (await sql`select from fediverse_followers`.execute(db)).rows.length
  const answers = async () => (await delivered()).map(({ type }) => type)

  for (let time = 0; time < 2; time++) {
    await does("tube", follow)
    await does("tube", follow)
    expect([await followers(), await answers()]).toEqual([1, ["Accept"]])
    await does("tube", stopping(follow))
    await does("tube", stopping(follow))
    expect([await followers(), await answers()]).toEqual([0, []])
  }
})

test("a repeated Undo of an earlier Follow does not cancel a later Follow", async () => {
  const { db, does, peer } = await elsewhereWorld()
  const follow = (nth: number) => {
    return { id: `${peer.origin}/follows/${nth}`, type: "Follow", actor: peer.id("anna"), object: hangar }
  }
  const undo = { id: `${peer.origin}/undo/1`, type: "Undo", object: follow(1) }

  const followed = async () => {
    const { rows } = await sql<{ follow_uri: string }>`select follow_uri from fediverse_followers`.execute(db)
    return rows.map((row) => row.follow_uri)
  }
  for (const activity of [follow(1), undo, follow(2), undo]) await does("anna", activity)
  expect(await followed()).toEqual([follow(2).id])
  // Nor does its Undo if that is delivered after the one that came after it, nor a repetition of the Follow.
  await does("anna", follow(3))
  await does("anna", { type: "Undo", object: follow(2) })
  await does("anna", follow(2))
  expect(await followed()).toEqual([follow(3).id])
  await does("anna", { type: "Undo", object: follow(3) })
  expect(await followed()).toEqual([])
})
