import { sql } from "kysely"
import { expect, test } from "vitest"
import { elsewhereWorld, soon } from "#test/elsewhere/fediverse-elsewhere.ts"
import { fediverseFiles } from "./feeds.server.ts"

/** A cancelled event, and the address of the note that told followers about it. */
async function cancelled() {
  const there = await elsewhereWorld()
  const { ask, db, does, hangar, here, tell, world } = there
  await does("anna", { type: "Follow", object: `${here}/ap/actors/hangar` })
  const { body } = await ask(hangar.viewer, "POST", "/api/contents/events/", {
    title: { fr: "Nuit des lanternes" },
    language: "fr",
    start: `${soon}T20:30:00+01:00`,
    timezone: "Europe/Brussels",
    category: "music",
    organizers: ["hangar"],
    place: "hangar",
    workflow: "published",
  })
  await tell()
  const at = `/api/contents/events/${body.id}/`
  const changes = async (change: object) => {
    const { headers } = await ask(hangar.viewer, "GET", at)
    const answer = await ask(hangar.viewer, "PATCH", at, change, { "if-match": headers.get("etag") ?? "" })
    expect(answer.status).toBe(200)
    await tell()
  }
  await changes({ status: "cancelled", status_reason: "La scène est inondée." })
  const { rows } = await sql<{ body: string }>`
    select body from fediverse_activities where uri like '%/notes/%'`.execute(db)
  const { object } = JSON.parse(rows[0]?.body ?? "") as { object: { id: string } }
  const files = fediverseFiles(world)
  const status = async () => (await files.fetch(new Request(object.id))).status
  return { ...there, changes, status, at }
}

test("the note about a change is served only as long as its event is public", async () => {
  const { changes, status, ask, at, hangar } = await cancelled()
  expect(await status()).toBe(200)
  await changes({ workflow: "draft" })
  expect(await status()).toBe(404)

  await changes({ workflow: "published" })
  expect(await status()).toBe(200)
  expect((await ask(hangar.viewer, "DELETE", at)).status).toBe(204)
  expect(await status()).toBe(404)
})

test("the note about a change is not served when the page that sent it is no longer public", async () => {
  const { db, status, hangar } = await cancelled()
  await sql`update actors set status = 'draft' where id = ${hangar.id}`.execute(db)
  expect(await status()).toBe(404)
})
