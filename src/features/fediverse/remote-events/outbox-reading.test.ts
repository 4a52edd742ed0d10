import { sql } from "kysely"
import { expect, test } from "vitest"
import { addDays } from "#lib/time.ts"
import { elsewhereWorld, everyone, soon } from "#test/elsewhere/fediverse-elsewhere.ts"
import { sweepRemoteFollows } from "../following/sweep.server.ts"
import { readOutbox } from "./outbox-reading.server.ts"

async function lookedAt() {
  const world = await elsewhereWorld()
  const { db, config, lena, befriends, peer } = world
  await befriends(lena, "salle")
  const { rows } = await sql<{ data: { remoteActorId: number } }>`
    select data from pgboss.job where name = 'fediverse.look'`.execute(db)
  const look = async () => {
    for (const { data } of rows) await readOutbox({ db, config }, data.remoteActorId)
  }
  const create = (slug: string, more: object = {}) => ({
    id: `${peer.origin}/events/${slug}#create`,
    type: "Create",
    actor: peer.id("salle"),
    object: world.event("salle", slug, more),
  })
  return { ...world, look, create, jobs: rows.length }
}

test("the outbox of an accepted account is read for future events, whether embedded, named or announced", async () => {
  const { look, jobs, create, event, peer, lena, titles } = await lookedAt()
  const page = (at: number) => `${peer.id("salle")}/outbox?page=${at}`
  peer.shows("/users/salle/outbox", { id: peer.id("salle") + "/outbox", type: "OrderedCollection", first: page(1) })
  peer.shows("/users/salle/outbox?page=1", {
    id: page(1),
    type: "OrderedCollectionPage",
    orderedItems: [
      create("1", { name: "Un" }),
      create("2", { name: "Passé", startTime: "2020-01-01T10:00:00Z", endTime: null }),
      { ...create("3"), object: `${peer.origin}/events/3` },
      create("4", { name: "Volé", attributedTo: peer.id("anna") }),
      {
        id: `${peer.origin}/notes/1#create`,
        type: "Create",
        actor: peer.id("salle"),
        object: { id: `${peer.origin}/notes/1`, type: "Note", content: "Bonjour" },
      },
      "nonsense",
    ],
    next: page(2),
  })
  peer.shows(
    "/events/3",
    event("salle", "3", { name: "Trois", startTime: `${addDays(soon, 1)}T10:00:00Z`, endTime: null }),
  )
  peer.shows(
    "/events/5",
    event("anna", "5", { name: "Cinq", startTime: `${addDays(soon, 2)}T10:00:00Z`, endTime: null }),
  )
  peer.shows("/users/salle/outbox?page=2", {
    id: page(2),
    type: "OrderedCollectionPage",
    orderedItems: [
      {
        id: `${peer.origin}/announces/5`,
        type: "Announce",
        actor: peer.id("salle"),
        object: `${peer.origin}/events/5`,
      },
    ],
    next: page(2),
  })

  expect(jobs).toBe(1)
  await look()
  await look()
  expect(await titles(lena)).toEqual(["Un", "Trois", "Cinq"])
})

test("no further item of an outbox is read once the time for one account is over", async () => {
  const { db, config, create, peer, lena, titles } = await lookedAt()
  peer.shows("/users/salle/outbox", { type: "OrderedCollection", orderedItems: [create("1")] })
  const { rows } = await sql<{ id: number }>`select id from remote_actors where username = 'salle'`.execute(db)

  await readOutbox({ db, config }, rows[0]?.id ?? 0, 0)
  expect(await titles(lena)).toEqual([])
})

test("at most three pages and forty items of an endless outbox are read", async () => {
  const { db, look, create, peer } = await lookedAt()
  let pages = 0
  for (let at = 0; at < 9; at++)
    peer.shows(`/users/salle/outbox${at ? `?page=${at}` : ""}`, () => {
      pages++
      const id = `${peer.id("salle")}/outbox${at ? `?page=${at}` : ""}`
      const items = Array.from({ length: 15 }, (_, nth) => create(`${at}-${nth}`))
      return {
        id,
        type: "OrderedCollectionPage",
        orderedItems: items,
        next: `${peer.id("salle")}/outbox?page=${at + 1}`,
      }
    })
  await look()
  expect(pages).toBe(3)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from fediverse_events`.execute(db)
  expect(rows[0]?.count).toBe(40)
})

test("an event in the form that Mobilizon writes is stored with all its fields", async () => {
  const { lena, does, followed, peer } = await lookedAt()
  await does("salle", {
    type: "Create",
    to: [everyone],
    object: {
      // In the form that Mobilizon writes.
      id: `${peer.origin}/events/0f8f8a3c-1111-4222-8333-444455556666`,
      type: "Event",
      name: "Bal folk",
      content: "<p>Venez danser.</p><script>alert(1)</script>",
      category: "PARTY",
      startTime: `${soon}T18:00:00Z`,
      endTime: `${soon}T22:00:00Z`,
      timezone: "Europe/Paris",
      "ical:status": "TENTATIVE",
      maximumAttendeeCapacity: 80,
      joinMode: "external",
      externalParticipationUrl: "https://tickets.example/bal",
      attributedTo: peer.id("salle"),
      actor: peer.id("anna"),
      to: [everyone],
      cc: [],
      location: {
        type: "Place",
        id: `${peer.origin}/address/1`,
        name: "La Grange",
        address: {
          type: "PostalAddress",
          streetAddress: "1 rue du Puits",
          postalCode: "35000",
          addressLocality: "Rennes",
          addressCountry: "France",
        },
        latitude: 48.11,
        longitude: -1.68,
      },
      tag: [{ type: "Hashtag", name: "#folk" }],
      attachment: [
        { type: "Document", mediaType: "image/jpeg", url: "https://pictures.example/bal.jpg", name: "Banner" },
      ],
    },
  })
  const came = (await followed(lena)).map((one) => ({ ...one, start: Date.parse(one.start) }))
  expect(came).toMatchObject([
    {
      title: { fr: "Bal folk" },
      timezone: "Europe/Paris",
      start: new Date(`${soon}T18:00:00Z`).getTime(),
      status: "tentative",
      capacity: 80,
      ticket_url: "https://tickets.example/bal",
      tags: ["folk"],
      location: { name: "La Grange", locality: "Rennes", lat: 48.11 },
      category: "party",
    },
  ])
})

test("a location given by address is fetched from its host, and an image is recorded by its address without a fetch", async () => {
  const { db, lena, creates, followed, peer } = await lookedAt()
  peer.shows("/places/1", {
    id: `${peer.origin}/places/1`,
    type: "Place",
    name: "La Grange",
    latitude: 48.11,
    longitude: -1.68,
  })
  await creates("salle", "1", {
    location: `${peer.origin}/places/1`,
    attachment: [
      { type: "Document", mediaType: "image/jpeg", url: "https://pictures.example/bal.jpg", name: "Une grange" },
    ],
  })
  expect(await followed(lena)).toMatchObject([{ location: { name: "La Grange" }, images: [] }])
  const { rows } = await sql<{ url: string; alt: string }>`
    select p.url, n.alt from event_pictures n join pictures_elsewhere p on p.id = n.picture_id`.execute(db)
  expect(rows).toEqual([{ url: "https://pictures.example/bal.jpg", alt: "Une grange" }])
})

test("the sweep deletes month-old remote events without an answer, and all events of accounts nobody follows any more", async () => {
  const { db, config, lena, creates, unfollows, handleOf, idOf } = await lookedAt()
  for (const slug of ["1", "2", "3"]) await creates("salle", slug)
  await sql`insert into attendances (event_id, user_id, value, actor_id)
    select ${await idOf("2")}, ${lena.userId}, 'confirmed', id from actors limit 1`.execute(db)
  await sql`update occurrences set starts_at = now() - interval '40 days', until_at = now() - interval '40 days', ends_at = null
    where event_id = any(${[await idOf("1"), await idOf("2")]}::bigint[])`.execute(db)

  await sweepRemoteFollows(db, config)
  expect([await idOf("1"), await idOf("2"), await idOf("3")].map((id) => id !== undefined)).toEqual([false, true, true])
  await unfollows(lena, handleOf("salle"))
  await sweepRemoteFollows(db, config)
  const { rows } = await sql`select from events where workflow = 'remote'`.execute(db)
  expect(rows).toHaveLength(0)
})

test("the deletion of a remote account deletes its events", async () => {
  const { db, lena, creates, does, followed, peer } = await lookedAt()
  await creates("salle", "1")
  await does("salle", { type: "Delete", object: peer.id("salle") })
  expect(await followed(lena)).toEqual([])
  const { rows } = await sql`select action from changes where action = 'purged'`.execute(db)
  expect(rows).toHaveLength(1)
})

test("at most two thousand events of one remote account are stored", async () => {
  const { db, creates, idOf } = await lookedAt()
  await creates("salle", "first")
  await sql`
    with made as (
      insert into events (uid, language, title, category, timezone, workflow)
      select gen_random_uuid(), 'fr', '{"fr":"x"}', 'music', 'UTC', 'remote' from generate_series(2, 2000) returning id)
    insert into fediverse_events (event_id, uri, url, remote_actor_id, said)
    select id, 'https://x.example/' || id, 'https://x.example/' || id,
      (select remote_actor_id from fediverse_events), sha256('x') from made`.execute(db)
  await creates("salle", "one-too-many")
  expect(await idOf("one-too-many")).toBeUndefined()
})

test("nobody, not even an administrator, can change a remote event, and the API refuses the workflow remote", async () => {
  const { ask, lena, creates, idOf, hangar, befriends, newcomer } = await lookedAt()
  await creates("salle", "1")
  const id = await idOf("1")
  const admin = await newcomer("omar", { isAdmin: true, isModerator: true })
  await befriends(admin, "salle")
  const own = await hangar.publishes()
  for (const viewer of [lena, admin]) {
    const event = (await ask(viewer, "GET", `/api/contents/events/${id}/`)).body
    expect(event.may).not.toContain("edit")
    for (const [method, path, body] of [
      ["PATCH", "", { title: { fr: "À moi" } }],
      ["PATCH", "", { workflow: "published" }],
      ["DELETE", "", undefined],
      ["POST", "copies/", {}],
      ["POST", "hide/", { reason: "Non" }],
    ] as const) {
      const { status } = await ask(viewer, method, `/api/contents/events/${id}/${path}`, body, {
        "if-match": `"v${event.version}"`,
      })
      expect([403, 404, 405], `${method} ${path}`).toContain(status)
    }
    expect(
      (await ask(viewer, "POST", `/api/contents/events/${id}/merge/`, { into: own.id })).status,
    ).toBeGreaterThanOrEqual(400)
  }
  const draft = await ask(hangar.viewer, "POST", "/api/contents/events/", {
    title: { fr: "x" },
    language: "fr",
    start: `${soon}T20:00`,
    timezone: "Europe/Brussels",
    category: "music",
    organizers: ["hangar"],
    workflow: "remote",
  })
  expect(draft.status).toBe(400)
  expect(Object.keys(draft.body)).toContain("workflow")
})
