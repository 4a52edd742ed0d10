import { sql } from "kysely"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { removeAccount } from "#features/accounts/leaving/removal.server.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { publishDue } from "#features/events/writing/commands.server.ts"
import { importEvents } from "#features/imports/commands.server.ts"
import { deleteAccount } from "#features/accounts/leaving/deletion.server.ts"
import { saveActor } from "#features/actors/store.server.ts"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { readConfig } from "#config/config.ts"
import { storageOf } from "#storage/storage.ts"
import { followAll } from "#test/changes.ts"
import { dyingAfter, killed } from "#test/dying.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

import { byPerson } from "./change.ts"
import { changed } from "./commands.server.ts"

// Changes made while nobody is looking: before all changes went through one door, each of these missed some consequence.

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const log = async (subject: { event: number } | { actor: number }) => {
  const [kind, id] = Object.entries(subject)[0] as [string, number]
  const { rows } = await sql<{ action: string; through: string; is_public: boolean }>`
    select action, through, is_public from changes where subject_kind = ${kind} and subject_id = ${id} order by id`.execute(
    here.db,
  )
  return rows
}
const journal = async (id: number, who: SignedIn = here.seuils.viewer) =>
  (await here.ask(who, "GET", `/api/contents/events/${id}/changes/`)).body as {
    action: string
    through: string
    by: { name: string } | null
  }[]
const inbox = async (who: SignedIn) => (await here.ask(who, "GET", "/api/me/notifications/")).body as { kind: string }[]

/** Runs the follow-up jobs and gathers the recipients of every notice, as the queue does when their time has come. */
async function allTold() {
  await followAll(here.db)
  const rows = await here.db.selectFrom("notices").select("id").where("gathered_at", "is", null).orderBy("id").execute()
  for (const { id } of rows) await gatherRecipients(here.db, id)
}

/** Makes a new person who attends an event. */
async function guest(name: string, event: number) {
  const one = await here.newcomer(name)
  const actor_id = await saveActor(here.db, {
    fid: name,
    type: "person",
    name,
    language: "fr",
    status: "published",
  })
  await here.db
    .insertInto("attendances")
    .values({ event_id: event, user_id: one.userId, actor_id, value: "confirmed" })
    .execute()
  return one
}

test("an event published on schedule is logged, and its venue is asked to confirm", async () => {
  const { seuils, hangar } = here
  const event = await seuils.drafts({ title: "À l’heure dite" })
  await sql`update events set workflow = 'scheduled', publish_at = now() - interval '1 minute' where id = ${event.id}`.execute(
    here.db,
  )
  expect(await publishDue(here.db)).toBe(1)
  expect(await log({ event: event.id })).toEqual([{ action: "published", through: "schedule", is_public: true }])
  expect(await journal(event.id)).toMatchObject([{ action: "published", through: "schedule", by: null }])
  await allTold()
  expect(await inbox(hangar.viewer)).toMatchObject([{ kind: "confirmation", event: { id: event.id } }])
})

test("imported events are logged in one batch per import, and attendees are notified of changed dates", async () => {
  const source = (titles: string[], hour: number) =>
    JSON.stringify(
      titles.map((name, at) => ({
        "@type": "Event",
        "@id": `https://salle.example/${at}`,
        name,
        startDate: `${tomorrow(at + 2)}T${hour}:00:00+01:00`,
        location: { "@type": "Place", name: "Salle", address: { addressLocality: "Liège", addressCountry: "BE" } },
      })),
    )
  const imports = async (titles: string[], hour: number) => {
    const importing = importEvents(here.db, here.seuils.viewer, Buffer.from(source(titles, hour)), {
      as: "seuils",
      format: "json",
      language: "fr",
    })
    let step = await importing.next()
    while (!step.done) step = await importing.next()
    return step.value
  }
  const batches = async () =>
    Number((await sql<{ n: number }>`select count(*) as n from change_batches`.execute(here.db)).rows[0]?.n)
  const before = await batches()
  expect(await imports(["Un", "Deux", "Trois"], 19)).toMatchObject({ created: 3, refused: [] })
  expect((await batches()) - before).toBe(1)
  const { id } = await here.db
    .selectFrom("events")
    .select("id")
    .where(sql`title->>'fr'`, "=", "Deux")
    .executeTakeFirstOrThrow()
  expect(await journal(id)).toMatchObject([
    { action: "created", through: "import", by: { name: "Compagnie des Seuils" } },
  ])
  const lou = await guest("lou-import", id)
  expect(await imports(["Un", "Deux", "Trois"], 20)).toMatchObject({ updated: 3 })
  expect((await log({ event: id })).map(({ action }) => action)).toEqual(["created", "updated"])
  await allTold()
  expect(await inbox(lou)).toMatchObject([{ kind: "dates", event: { id } }])
})

test("a venue named in many imported events gets one confirmation notice for all of them", async () => {
  const { hangar } = here
  const before = (await inbox(hangar.viewer)).length
  const events = Array.from({ length: 12 }, (_, at) => ({
    "@type": "Event",
    "@id": `https://hangar.example/${at}`,
    name: `Soir ${at}`,
    startDate: `${tomorrow(at + 2)}T19:00:00+01:00`,
    location: {
      "@type": "Place",
      name: "Le Hangar des Vents",
      address: { addressLocality: "Bruxelles", addressCountry: "BE" },
    },
  }))
  const importing = importEvents(here.db, "operator", Buffer.from(JSON.stringify(events)), { format: "json" })
  let step = await importing.next()
  while (!step.done) step = await importing.next()
  expect(step.value).toMatchObject({ created: 12 })
  await allTold()
  const asked = await inbox(hangar.viewer)
  expect(asked.length - before).toBe(1)
  expect(asked[0]).toMatchObject({
    kind: "confirmation",
    actor: { fid: "hangar" },
    event: null,
    becomes: { count: 12 },
  })
  const waiting = await here.ask(hangar.viewer, "GET", "/api/me/confirmations/")
  expect(Number(waiting.headers.get("x-total-count"))).toBeGreaterThanOrEqual(12)
  // None of the twelve is asked again when the event is edited.
  const { rows } = await sql<{ id: number }>`select id from events where title->>'fr' = 'Soir 3'`.execute(here.db)
  const edited = { subject: { event: rows[0]?.id as number }, kind: "updated" as const, isPublic: true }
  await here.db.transaction().execute((tx) => changed(tx, { by: byPerson(here.seuils.viewer.userId), ...edited }))
  await allTold()
  expect((await inbox(hangar.viewer)).length).toBe(asked.length)
})

test("deleting and restoring a page is logged for its events, and their attendees are notified", async () => {
  const { rhizome } = here
  const event = await rhizome.publishes({ title: "Met de pagina" })
  const lou = await guest("lou-page", event.id)
  expect((await here.ask(rhizome.viewer, "DELETE", "/api/actors/rhizome/")).status).toBe(204)
  await allTold()
  expect(await inbox(lou)).toMatchObject([{ kind: "withdrawn" }])
  expect((await here.ask(rhizome.viewer, "POST", "/api/actors/rhizome/restore/")).status).toBe(200)
  await allTold()
  expect(await inbox(lou)).toMatchObject([{ kind: "returned" }, { kind: "withdrawn" }])
  expect(await log({ event: event.id })).toMatchObject([
    { action: "deleted", is_public: true },
    { action: "restored", is_public: true },
  ])
  expect((await journal(event.id, rhizome.viewer)).map(({ action, by }) => [action, by?.name])).toEqual([
    ["restored", "Plateforme Rhizome"],
    ["deleted", "Plateforme Rhizome"],
  ])
  expect((await log({ actor: rhizome.id })).map(({ action }) => action)).toEqual(["deleted", "restored"])
})

test("the log of events deleted with an account keeps no reference to them, and attendees are notified", async () => {
  const owner = await here.newcomer("partante")
  const page = await saveActor(here.db, {
    fid: "partante",
    type: "organizer",
    name: "Partante",
    language: "fr",
    status: "published",
  })
  await here.gives(owner, page, "owner")
  const event = await here.seuils.publishes({ title: "Avec le compte", organizer_ids: [page] })
  const lou = await guest("lou-compte", event.id)
  await deleteAccount(here.db, owner)
  await removeAccount(here.db, storageOf(readConfig({})), owner.userId)
  expect(await log({ event: event.id })).toMatchObject([
    { action: "deleted", is_public: true },
    { action: "purged", is_public: false },
  ])
  expect((await log({ actor: page })).map(({ action }) => action)).toEqual(["deleted", "purged"])
  const { rows } = await sql`
    select from changes where (event_id = ${event.id} or actor_id = ${page} or user_id = ${owner.userId})`.execute(
    here.db,
  )
  expect(rows).toEqual([])
  await allTold()
  expect(await inbox(lou)).toMatchObject([{ kind: "withdrawn" }])
})

test("a merge is logged for both events, and the organizer of the first is asked to confirm the second", async () => {
  const { nour, seuils } = here
  const first = await nour.publishes({ title: "Nuit des phares" })
  const second = await seuils.publishes({ title: "La nuit des phares" })
  const moderator = await here.newcomer("arbitre", { isModerator: true })
  await allTold()
  const before = (await inbox(nour.viewer)).length
  const path = `/api/contents/events/${first.id}/merge/`
  expect((await here.ask(moderator, "POST", path, { into: second.id })).status).toBe(200)
  expect(await log({ event: first.id })).toMatchObject([{ action: "purged", is_public: true }])
  expect(await log({ event: second.id })).toMatchObject([{ action: "merged", is_public: true }])
  expect((await journal(second.id))[0]).toMatchObject({ action: "merged", by: { name: "arbitre" } })
  await allTold()
  const asked = await inbox(nour.viewer)
  expect(asked.length - before).toBe(1)
  expect(asked[0]).toMatchObject({ kind: "confirmation", actor: { fid: "nour" }, event: { id: second.id } })
})

test("a cancellation is delivered once per channel, even if its job dies and runs again", async () => {
  const event = await here.seuils.publishes({ title: "Annulé une fois" })
  const lou = await guest("lou-annule", event.id)
  await here.ask(here.seuils.viewer, "PATCH", `/api/contents/events/${event.id}/`, { status: "cancelled" })
  await followAll(here.db)
  const told = await here.db
    .selectFrom("notices")
    .select("id")
    .where("event_id", "=", event.id)
    .where("kind", "=", "cancelled")
    .execute()
  expect(told).toHaveLength(1)
  const [{ id }] = told as [{ id: number }]
  await expect(gatherRecipients(dyingAfter(1, here.db), id, 1)).rejects.toBe(killed)
  for (const _ of [1, 2]) await gatherRecipients(here.db, id, 1)
  for (const _ of [1, 2]) await followAll(here.db)
  const deliveries = await here.db
    .selectFrom("deliveries")
    .select("channel")
    .where("user_id", "=", lou.userId)
    .orderBy("channel")
    .execute()
  expect(deliveries).toEqual([{ channel: "app" }, { channel: "mail" }])
})

test("changed() fails in a process where no consequences were set", async () => {
  vi.resetModules()
  const { changed } = await import("./commands.server.ts")
  const { bySystem } = await import("./change.ts")
  const change = { by: bySystem("import"), subject: { event: 1 }, kind: "created" as const, isPublic: true }
  await expect(here.db.transaction().execute((tx) => changed(tx, change))).rejects.toThrow("src/changes.ts")
})
