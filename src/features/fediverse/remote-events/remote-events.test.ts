import { sql } from "kysely"
import { expect, test } from "vitest"
import { standingsOf } from "#features/events/calendar/address/queries.server.ts"
import { readWholeEvents } from "#features/events/queries.server.ts"
import { addDays } from "#lib/time.ts"
import { elsewhereWorld, everyone, soon } from "#test/elsewhere/fediverse-elsewhere.ts"

const instance = "https://foyer.example/ap/instance"

test("an event of a followed remote account is visible to its local followers and to nobody else", async () => {
  const world = await elsewhereWorld()
  const { ask, lena, newcomer, nour, befriends, creates, followed, idOf, peer, gives, hangar } = world
  await befriends(lena, "salle")
  const omar = await newcomer("omar", { isAdmin: true, isModerator: true })
  await gives(omar, hangar.id, "owner")

  expect(await creates("salle", "1")).toBe(202)
  const id = await idOf("1")
  const origin = {
    host: peer.host,
    url: `${peer.origin}/agenda/1`,
    account: { handle: `salle@${peer.host}`, name: "salle", url: peer.id("salle") },
  }
  expect(await followed(lena)).toMatchObject([
    {
      id,
      title: { fr: "Nuit des lanternes" },
      workflow: "remote",
      origin,
      organizers: [],
      timezone: "Europe/Brussels",
    },
  ])
  expect((await ask(lena, "GET", `/api/contents/events/${id}/`)).body).toMatchObject({ id, origin })

  for (const viewer of [nour.viewer, omar]) expect(await followed(viewer)).toEqual([])
  for (const viewer of [null, nour.viewer, omar]) {
    expect((await ask(viewer, "GET", `/api/contents/events/${id}/`)).status).toBe(404)
    for (const query of ["", "?q=lanternes", "?filter=all", `?from=${soon}`, "?near=50.85,4.34"])
      expect((await ask(viewer, "GET", `/api/contents/events/${query}`)).body).toEqual([])
    for (const path of [`month/?month=${soon.slice(0, 7)}`, `days/?from=${soon}&days=3`])
      expect(JSON.stringify((await ask(viewer, "GET", `/api/contents/events/${path}`)).body)).not.toContain(`:${id},`)
  }
  for (const path of ["/api/activities/", "/api/actors/?q=salle", "/api/fediverse/accounts/?q=lanternes"])
    expect((await ask(lena, "GET", path)).body).toEqual([])
})

test("a local event has the origin null", async () => {
  const { ask, hangar } = await elsewhereWorld()
  const { id } = await hangar.publishes({ title: "Chez nous" })
  expect((await ask(null, "GET", `/api/contents/events/${id}/`)).body).toMatchObject({ origin: null })
  expect((await ask(null, "GET", "/api/contents/events/")).body).toMatchObject([{ id, origin: null }])
})

test("events of an account that nobody follows, or that rejected the Follow, are not stored", async () => {
  const { db, lena, befriends, creates, does, peer } = await elsewhereWorld()
  await befriends(lena, "salle")
  await creates("anna", "1")
  await does("salle", { type: "Reject", object: instance })
  await creates("salle", "2")

  const { rows } = await sql`select from events where workflow = 'remote'`.execute(db)
  expect(rows).toHaveLength(0)
  expect(peer.arrived).toEqual([])
})

test("an event that arrives before the Follow is accepted is listed for all local followers", async () => {
  const { lena, newcomer, follows, handleOf, creates, titles } = await elsewhereWorld()
  const omar = await newcomer("omar")
  for (const one of [lena, omar]) await follows(one, handleOf("salle"))
  await creates("salle", "1")
  for (const one of [lena, omar]) expect(await titles(one)).toEqual(["Nuit des lanternes"])
})

test("remote events are found among local ones in the followed list by date, text, category, month and past filter", async () => {
  const { db, ask, lena, hangar, befriends, creates, titles } = await elsewhereWorld()
  await befriends(lena, "salle")
  await ask(lena, "PUT", "/api/actors/hangar/follow/")
  await hangar.publishes({ title: "Avant", starts: `${addDays(soon, -1)}T20:00` })
  await hangar.publishes({ title: "Après", starts: `${addDays(soon, 1)}T20:00` })
  await creates("salle", "1", { category: "MUSIC" })
  await creates("salle", "2", {
    name: "Théâtre",
    category: "THEATRE",
    startTime: `${addDays(soon, 9)}T19:00:00Z`,
    endTime: null,
  })

  const all = ["Avant", "Nuit des lanternes", "Après", "Théâtre"]
  expect(await titles(lena)).toEqual(all)
  expect(await titles(lena, "?filter=all")).toEqual(all)
  expect(await titles(lena, "?limit=2&start=1")).toEqual(all.slice(1, 3))
  expect(await titles(lena, "?q=lanternes")).toEqual(["Nuit des lanternes"])
  expect(await titles(lena, "?category=theatre")).toContain("Théâtre")
  expect(await titles(lena, "?category=theatre")).not.toContain("Nuit des lanternes")
  expect(await titles(lena, `?from=${soon}&to=${soon}`)).toEqual(["Nuit des lanternes"])
  expect((await ask(lena, "GET", "/api/contents/events/followed/")).headers.get("x-total-count")).toBe("4")
  const month = await ask(lena, "GET", `/api/contents/events/followed/month/?month=${soon.slice(0, 7)}`)
  expect(month.body.days.find(({ date }: { date: string }) => date === soon)).toMatchObject({ count: 1 })
  expect(month.body.events).toContainEqual(expect.objectContaining({ workflow: "remote" }))

  await sql`update occurrences set starts_at = starts_at - interval '1 year', until_at = until_at - interval '1 year',
    ends_at = ends_at - interval '1 year'`.execute(db)
  expect(await titles(lena, "?filter=past")).toEqual(all.toReversed())
  expect(await titles(lena)).toEqual([])
})

test("a remote event is in the personal calendar of its followers, in the layer followed alone", async () => {
  const { ask, lena, newcomer, befriends, creates, idOf } = await elsewhereWorld()
  const omar = await newcomer("omar")
  await befriends(lena, "salle")
  await creates("salle", "1")
  const path = `/api/me/calendar/?from=${soon}&to=${addDays(soon, 2)}`
  const { body } = await ask(lena, "GET", path)
  expect(body).toMatchObject([
    { event: { id: await idOf("1"), origin: { host: expect.any(String) } }, layers: ["followed"] },
  ])
  expect((await ask(omar, "GET", path)).body).toEqual([])
  expect((await ask(lena, "GET", `${path}&layers=answers,starred,managed`)).body).toEqual([])
})

test("an Update changes a remote event, an older Update does not, and one without changes writes nothing", async () => {
  const { db, lena, befriends, creates, updates, followed } = await elsewhereWorld()
  await befriends(lena, "salle")
  await creates("salle", "1")
  const version = async () => (await followed(lena))[0].version
  const before = await version()

  await updates("salle", "1", { updated: "2026-11-09T10:00:00Z" })
  expect(await version()).toBe(before)
  await updates("salle", "1", {
    name: "Nuit des lampions",
    maximumAttendeeCapacity: 40,
    updated: "2026-11-10T10:00:00Z",
  })
  await updates("salle", "1", { name: "Nuit d’avant", updated: "2026-11-02T10:00:00Z" })
  expect(await followed(lena)).toMatchObject([{ title: { fr: "Nuit des lampions" }, capacity: 40 }])
  expect(await version()).toBe(before + 1)
  const { rows } = await sql<{ kind: string; is_public: boolean }>`
    select action as kind, is_public from changes where event_id is not null order by id`.execute(db)
  expect(rows).toEqual([
    { kind: "created", is_public: false },
    { kind: "updated", is_public: false },
  ])
})

test("an Update of an unknown event stores it, and a cancelled remote event stays listed as cancelled", async () => {
  const { db, lena, befriends, updates, followed } = await elsewhereWorld()
  await befriends(lena, "salle")
  await updates("salle", "1")
  await updates("salle", "1", { "ical:status": "CANCELLED", updated: "2026-11-03T10:00:00Z" })

  expect(await followed(lena)).toMatchObject([{ status: "cancelled" }])
  const { rows } = await sql`select from changes where action = 'cancelled' and not is_public`.execute(db)
  expect(rows).toHaveLength(1)
})

test.each([
  ["a bare id", (id: string) => id],
  ["a Tombstone", (id: string) => ({ type: "Tombstone", id })],
  ["the whole event", (id: string, whole: object) => ({ ...whole, id })],
])(
  "a Delete by %s removes a remote event and its location, and a later Create does not restore it",
  async (_, shape) => {
    const { db, ask, lena, befriends, creates, does, event, followed, idOf, peer } = await elsewhereWorld()
    await befriends(lena, "salle")
    await creates("salle", "1")
    const id = await idOf("1")
    const object = shape(`${peer.origin}/events/1`, event("salle", "1"))

    expect(await does("salle", { type: "Delete", object })).toBe(202)
    expect(await followed(lena)).toEqual([])
    expect((await ask(lena, "GET", `/api/contents/events/${id}/`)).status).toBe(404)
    await creates("salle", "1")
    expect(await followed(lena)).toEqual([])
    const { rows } = await sql`select from events where workflow = 'remote' union all select from locations l
    where not exists (select from actors a where a.location_id = l.id) and not exists (select from events e where e.location_id = l.id)`.execute(
      db,
    )
    expect(rows).toHaveLength(0)

    // The Delete arrives before the Create.
    await does("salle", { type: "Delete", object: `${peer.origin}/events/2` })
    await creates("salle", "2")
    expect(await followed(lena)).toEqual([])
  },
)

test("an account cannot delete, update or create an event of another account on its host", async () => {
  const { lena, befriends, creates, does, event, followed, peer } = await elsewhereWorld()
  await befriends(lena, "salle")
  await befriends(lena, "anna")
  await creates("salle", "1")
  const object = event("salle", "1", { name: "Volé", updated: "2026-11-20T10:00:00Z" })
  for (const activity of [
    { type: "Delete", object: `${peer.origin}/events/1` },
    { type: "Update", object },
    { type: "Update", object: { ...object, attributedTo: peer.id("anna") } },
    { type: "Create", object: { ...object, attributedTo: peer.id("anna") } },
  ])
    expect([202, 400]).toContain(await does("anna", activity))
  expect(await followed(lena)).toMatchObject([{ title: { fr: "Nuit des lanternes" } }])
})

test("events for the public or for followers are stored; events for chosen recipients are not, or are removed", async () => {
  const { lena, befriends, creates, titles, updates, peer } = await elsewhereWorld()
  await befriends(lena, "salle")
  const followers = `${peer.id("salle")}/followers`
  await creates("salle", "1", { name: "Non répertorié", to: [followers], cc: [everyone] })
  await creates("salle", "2", { name: "Abonnés", to: [followers], cc: [] })
  await creates("salle", "3", { name: "Direct", to: [instance], cc: [] })
  expect((await titles(lena)).toSorted()).toEqual(["Abonnés", "Non répertorié"])

  // The event is restricted to some recipients now, which counts as gone.
  await updates("salle", "2", { name: "Abonnés", to: [peer.id("anna")], cc: [], updated: "2026-11-03T10:00:00Z" })
  expect(await titles(lena)).toEqual(["Non répertorié"])
})

test("an event that is over, or more than two years ahead, is not stored", async () => {
  const { db, lena, befriends, creates } = await elsewhereWorld()
  await befriends(lena, "salle")
  await creates("salle", "1", { startTime: "2020-01-01T20:00:00Z", endTime: "2020-01-01T22:00:00Z" })
  await creates("salle", "2", { startTime: "2199-01-01T20:00:00Z", endTime: "2199-01-01T22:00:00Z" })
  const { rows } = await sql`select from fediverse_events`.execute(db)
  expect(rows).toHaveLength(0)
})

test("a remote event is in the calendar feed of its followers alone, and read only where remote events are wanted", async () => {
  const { db, config, lena, newcomer, befriends, creates, idOf } = await elsewhereWorld()
  const omar = await newcomer("omar")
  await befriends(lena, "salle")
  await creates("salle", "1")
  const id = (await idOf("1")) as number
  const of = async (viewer: typeof lena) =>
    (await standingsOf(db, { userId: viewer.userId, language: "fr", layers: ["followed"] })).map((one) => one.id)
  expect(await of(lena)).toEqual([id])
  expect(await of(omar)).toEqual([])

  const read = async (elsewhere: boolean) => {
    const events: unknown[] = []
    for await (const event of readWholeEvents(db, [id], config, elsewhere)) events.push(event)
    return events
  }
  expect(await read(true)).toMatchObject([{ id, origin: { url: expect.any(String) } }])
  expect(await read(false)).toEqual([])
})

test("a remote event in a list is shown to the list's owner, but not in the published list", async () => {
  const { ask, lena, befriends, creates, idOf } = await elsewhereWorld()
  await befriends(lena, "salle")
  await creates("salle", "1")
  const id = await idOf("1")
  const list = (await ask(lena, "POST", "/api/me/lists/", { name: "À voir" })).body
  expect((await ask(lena, "PUT", `/api/me/lists/${list.id}/entries/event/${id}/`)).status).toBeLessThan(300)
  const { slug } = (await ask(lena, "PATCH", `/api/me/lists/${list.id}/`, { published: true })).body

  expect((await ask(lena, "GET", `/api/me/lists/${list.id}/entries/`)).body).toMatchObject([{ event: { id } }])
  for (const viewer of [null, lena])
    expect((await ask(viewer, "GET", `/api/contents/events/?list=${slug}`)).body).toEqual([])
})

test("an event that is restricted to followers disappears for followers of an account that announced it", async () => {
  const { lena, newcomer, befriends, creates, updates, does, event, titles, peer } = await elsewhereWorld()
  const omar = await newcomer("omar")
  await befriends(lena, "salle")
  await befriends(omar, "anna")
  peer.shows("/events/1", event("salle", "1"))
  await creates("salle", "1")
  await does("anna", { type: "Announce", object: `${peer.origin}/events/1`, to: [everyone] })
  expect(await titles(omar)).toEqual(["Nuit des lanternes"])

  const followers = {
    to: [`${peer.id("salle")}/followers`],
    cc: [],
    updated: "2026-11-09T10:00:00Z",
    name: "Entre nous",
  }
  await updates("salle", "1", followers)
  expect(await titles(omar)).toEqual([])
  expect(await titles(lena)).toEqual(["Entre nous"])
})

test("activities of an account that nobody follows are accepted without fetching its key", async () => {
  const { creates, does, updates, peer } = await elsewhereWorld()
  expect(await creates("salle", "1")).toBe(202)
  expect(await updates("salle", "1")).toBe(202)
  expect(await does("salle", { type: "Announce", object: `${peer.origin}/events/1` })).toBe(202)
  expect(await does("salle", { type: "Accept", object: instance })).toBe(202)
  expect(peer.asked()).toBe(0)
})
