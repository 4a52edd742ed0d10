import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { heldActor } from "#features/actors/access/queries.server.ts"
import { saveActors } from "#features/actors/store.server.ts"
import { heldEvent } from "#features/events/access/queries.server.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { fileReport } from "./commands.server.ts"

// Moderators have access to reported content until they have decided.

let here: Awaited<ReturnType<typeof writingWorld>>
let moderator: SignedIn
let remoteActorId: number
beforeAll(async () => {
  here = await writingWorld()
  moderator = await here.newcomer("moderatrice", { isModerator: true })
  const { rows } = await sql<{ id: number }>`
    insert into remote_actors (uri, host, type, inbox, key_id, public_key)
    values ('https://x.example/u', 'x.example', 'Person', 'https://x.example/i', 'https://x.example/k', 'x')
    returning id`.execute(here.db)
  remoteActorId = rows[0]?.id as number
})
afterAll(() => here.end())

/** Files a report and returns its id. */
async function complain(about: { events?: number[]; actors?: number[] }): Promise<number> {
  await here.db.transaction().execute((tx) =>
    fileReport(tx, {
      host: "x.example",
      remoteActorId,
      text: "Arnaque",
      events: about.events ?? [],
      actors: about.actors ?? [],
      reactions: [],
    }),
  )
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from reports`.execute(here.db)
  return rows[0]?.id as number
}

async function asked(who: SignedIn, paths: string[]) {
  return Promise.all(paths.map(async (path) => (await here.ask(who, "GET", path)).status))
}

const close = (id: number, body: object = {}) =>
  here.ask(moderator, "PATCH", `/api/moderation/reports/${id}/`, { status: "closed", ...body })

test("moderators can see attendances, log and notices of a reported event until the report is closed", async () => {
  const { id } = await here.hangar.publishes({ title: "Soirée douteuse" })
  const inside = ["attendances/", "attendances/counts/", "changes/", "notices/"]
  const paths = inside.map((part) => `/api/contents/events/${id}/${part}`)
  expect(await asked(moderator, paths)).toEqual([403, 403, 403, 403])
  const report = await complain({ events: [id] })
  expect(await asked(moderator, paths)).toEqual([200, 200, 200, 200])
  expect(await asked(here.nour.viewer, paths)).toEqual([403, 403, 403, 403])
  const shown = await here.ask(moderator, "GET", `/api/contents/events/${id}/`)
  expect(shown.body.may).toContain("see_drafts")
  // It is not hidden: its managers change and publish it as before.
  expect(shown.body.hidden).toBeUndefined()
  const moved = await here.ask(here.hangar.viewer, "PATCH", `/api/contents/events/${id}/`, { workflow: "published" })
  expect(moved.status).toBe(200)
  expect((await close(report)).status).toBe(200)
  expect(await asked(moderator, paths)).toEqual([403, 403, 403, 403])
})

test("moderators can see a reported draft until the report is closed, and hiding it has no effect", async () => {
  const { id } = await here.hangar.drafts()
  const path = `/api/contents/events/${id}/`
  expect(await asked(moderator, [path])).toEqual([404])
  const report = await complain({ events: [id] })
  expect(await asked(moderator, [path, `${path}lineup/`])).toEqual([200, 200])
  expect(await asked(here.nour.viewer, [path])).toEqual([404])
  expect((await here.ask(moderator, "POST", `${path}hide/`, {})).status).toBe(204)
  const closed = await close(report, { hide: { event: id }, reason: "Rien." })
  expect([closed.status, closed.body.decision, closed.body.reason]).toEqual([200, "none", "Rien."])
  expect(await asked(moderator, [path])).toEqual([404])
  expect((await here.ask(here.hangar.viewer, "GET", path)).body).toMatchObject({ workflow: "draft" })
})

test("moderators can see log and messages of a reported page until the report is closed, and reported drafts", async () => {
  const hangar = ["/api/actors/hangar/changes/", "/api/actors/hangar/messages/"]
  expect(await asked(moderator, hangar)).toEqual([403, 403])
  const report = await complain({ actors: [here.hangar.id] })
  expect(await asked(moderator, hangar)).toEqual([200, 200])
  expect((await here.ask(moderator, "GET", "/api/actors/hangar/")).body.may).toContain("see_drafts")
  await close(report)
  expect(await asked(moderator, hangar)).toEqual([403, 403])

  const page = { fid: "cave_secrete", type: "place", name: "Cave", language: "fr", status: "draft" } as const
  const [draft] = (await saveActors(here.db, [page])) as [number]
  expect(await asked(moderator, ["/api/actors/cave_secrete/"])).toEqual([404])
  await complain({ actors: [draft] })
  expect(await asked(moderator, ["/api/actors/cave_secrete/"])).toEqual([200])
  expect(await asked(here.nour.viewer, ["/api/actors/cave_secrete/"])).toEqual([404])
})

test("reports are looked up for moderators only", async () => {
  const { id } = await here.hangar.publishes({ title: "Sans plainte" })
  const texts: string[] = []
  const logging = here.db.withPlugin({
    transformQuery: ({ node }) => {
      texts.push(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await heldEvent(logging, here.nour.viewer, id)
  await heldActor(logging, here.nour.viewer, "hangar")
  expect(texts.join()).not.toContain("report_subjects")
  await heldEvent(logging, moderator, id)
  expect(texts.join()).toContain("report_subjects")
})
