import { afterAll, beforeAll, expect, test } from "vitest"
import { evening, makesEvening } from "#test/worlds/evenings.ts"
import { tomorrow, withOffset } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { publishDue } from "./commands.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const path = "/api/contents/events/"
const changes = (id: number, said: object) => here.ask(here.hangar.viewer, "PATCH", `${path}${id}/`, said)

test("an event that is no longer scheduled has no publication time", async () => {
  const publish_at = `${tomorrow(3)}T09:00`
  const { body } = await makesEvening(here, { workflow: "scheduled", publish_at })
  expect(body.publish_at).toBe(withOffset(publish_at))
  expect((await changes(body.id, { workflow: "draft" })).body.publish_at).toBeNull()
  expect((await changes(body.id, { workflow: "scheduled" })).body).toEqual({ publish_at: [expect.any(String)] })
  await changes(body.id, { workflow: "scheduled", publish_at })
  expect((await changes(body.id, { workflow: "published" })).body.publish_at).toBeNull()

  // A draft may store a publication time; once published, it has none.
  const draft = await makesEvening(here, { publish_at })
  expect((await changes(draft.body.id, { workflow: "published" })).body.publish_at).toBeNull()

  const due = await makesEvening(here, { workflow: "scheduled", publish_at })
  await here.db.updateTable("events").set({ publish_at: new Date() }).where("id", "=", due.body.id).execute()
  await publishDue(here.db)
  expect((await here.ask(here.hangar.viewer, "GET", `${path}${due.body.id}/`)).body).toMatchObject({
    workflow: "published",
    publish_at: null,
  })
})

test("a later publication time of an event that is published at once is refused, and nothing is published", async () => {
  const publish_at = `${tomorrow(3)}T09:00`
  const refused = { status: 400, body: { publish_at: [expect.stringContaining("scheduled")] } }
  const later = { ...evening, workflow: "published", publish_at }
  expect(await here.ask(here.hangar.viewer, "POST", path, later)).toMatchObject(refused)
  const { body } = await makesEvening(here, {})
  expect(await changes(body.id, { workflow: "published", publish_at })).toMatchObject(refused)
  expect((await changes(body.id, { workflow: "published", publish_at: null })).status).toBe(200)
  expect(await changes(body.id, { publish_at })).toMatchObject(refused)
  // A time that has passed, or none, is no contradiction.
  const past = await changes(body.id, { workflow: "published", publish_at: "2020-01-01T09:00" })
  expect(past).toMatchObject({ status: 200, body: { workflow: "published", publish_at: null } })
})
