import { afterAll, beforeAll, expect, test } from "vitest"
import { saveEvents } from "#features/events/store.server.ts"
import { logChange } from "#test/changes.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { relate, renameActor, saveActor, saveActors } from "./store.server.ts"
import type { ActorDraft } from "./draft.ts"

let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.drop())

const draft = (fid: string, more: Partial<ActorDraft> = {}): ActorDraft => ({
  fid,
  type: "place",
  name: `Page ${fid}`,
  language: "fr",
  ...more,
})

const rowOf = (id: number) => own.db.selectFrom("actors").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
const roomsOf = (id: number) =>
  own.db.selectFrom("rooms").select(["id", "name", "capacity"]).where("actor_id", "=", id).orderBy("position").execute()
const formerFids = () => own.db.selectFrom("former_fids").select(["fid", "actor_id"]).orderBy("fid").execute()

test("a place is saved with its rooms, links and contacts, and its description is sanitised", async () => {
  const id = await saveActor(
    own.db,
    draft("hangar", {
      status: "published",
      name: "Le Hangar des Vents",
      summary: { fr: "Trois nefs.", nl: "Drie beuken." },
      description: { fr: "<p onclick='x()'>Une <b>filature</b></p><script>alert(1)</script>", nl: "<script></script>" },
      category: "music",
      tags: ["concerts"],
      location: { street: "12 rue des Navettes", locality: "Bruxelles", country: "BE", lat: 50.85, lon: 4.34 },
      access: { step_free: "yes", checked: "2026-02-01" },
      rooms: [{ name: "Grande nef", capacity: 320, access: { induction_loop: "yes" } }, { name: "Bar" }],
      links: [{ url: "https://hangar.example" }, { url: "https://billets.example/hangar", kind: "ticketing" }],
      contacts: [
        { kind: "email", value: "bonjour@hangar.example", is_public: true },
        { kind: "phone", value: "+32 2" },
      ],
    }),
  )

  expect(await rowOf(id)).toMatchObject({
    fid: "hangar",
    sort_name: "hangar des vents",
    description: { fr: "<p>Une <b>filature</b></p>" },
    access: { step_free: "yes", checked: "2026-02-01" },
    version: 1,
  })
  expect(await roomsOf(id)).toMatchObject([
    { name: "Grande nef", capacity: 320 },
    { name: "Bar", capacity: null },
  ])
  const links = await own.db.selectFrom("links").select(["url", "kind"]).where("actor_id", "=", id).execute()
  expect(links.map(({ kind }) => kind)).toEqual(["website", "ticketing"])
  const contacts = await own.db.selectFrom("contacts").select("is_public").where("actor_id", "=", id).execute()
  expect(contacts.map((one) => one.is_public)).toEqual([true, false])
})

test("two pages at one address share its location", async () => {
  const location = { street: "3 place du Grain", locality: "Namur", country: "BE" }
  const ids = await saveActors(own.db, [draft("upstairs", { location }), draft("downstairs", { location })])
  const [one, other] = await Promise.all(ids.map(rowOf))

  expect(one?.location_id).not.toBeNull()
  expect(one?.location_id).toBe(other?.location_id)
})

test("fields that an edit omits stay, and null or an empty list clears a field", async () => {
  const full = draft("studio", {
    summary: { fr: "Danse." },
    tags: ["danse"],
    location: { locality: "Mons" },
    links: [{ url: "https://studio.example" }],
  })
  const id = await saveActor(own.db, full)
  const { location_id } = await rowOf(id)

  await saveActor(own.db, { ...draft("studio", { name: "Le Studio" }), id })
  expect(await rowOf(id)).toMatchObject({ name: "Le Studio", summary: { fr: "Danse." }, tags: ["danse"], location_id })

  await saveActor(own.db, { ...draft("studio", { tags: [], location: null, links: [] }), id })
  expect(await rowOf(id)).toMatchObject({ tags: [], location_id: null })
  expect(await own.db.selectFrom("links").select("id").where("actor_id", "=", id).execute()).toEqual([])
})

test("rooms keep their ids when two of them exchange their names", async () => {
  const id = await saveActor(own.db, draft("lofts", { rooms: [{ name: "Haut" }, { name: "Bas" }, { name: "Cave" }] }))
  const [up, down] = await roomsOf(id)
  await saveActor(own.db, {
    ...draft("lofts", {
      rooms: [
        { id: up?.id, name: "Bas" },
        { id: down?.id, name: "Haut", capacity: 40 },
      ],
    }),
    id,
  })

  expect(await roomsOf(id)).toEqual([
    { id: up?.id, name: "Bas", capacity: null },
    { id: down?.id, name: "Haut", capacity: 40 },
  ])
})

test("a link that stays keeps its verification", async () => {
  const id = await saveActor(own.db, draft("links", { links: [{ url: "https://a.example" }] }))
  await own.db.updateTable("links").set({ verified_at: new Date() }).where("actor_id", "=", id).execute()
  await saveActor(own.db, {
    ...draft("links", { links: [{ url: "https://b.example" }, { url: "https://a.example", label: "Site" }] }),
    id,
  })

  const links = await own.db
    .selectFrom("links")
    .select(["url", "verified_at"])
    .where("actor_id", "=", id)
    .orderBy("position")
    .execute()
  expect(links.map(({ url, verified_at }) => [url, verified_at !== null])).toEqual([
    ["https://b.example", false],
    ["https://a.example", true],
  ])
})

test("a fid is refused if another page has it or had it, or if it is reserved", async () => {
  const id = await saveActor(own.db, draft("first"))
  await renameActor(own.db, id, "second")

  for (const fid of ["first", "second", "events", "fr", "admin"]) {
    await expect(saveActor(own.db, draft(fid))).rejects.toMatchObject({ code: "fid_taken" })
  }
  const other = await saveActor(own.db, draft("third"))
  for (const fid of ["first", "second", "me"]) {
    await expect(renameActor(own.db, other, fid)).rejects.toMatchObject({ code: "fid_taken" })
  }
  await expect(saveActors(own.db, [draft("twice"), draft("twice")])).rejects.toMatchObject({ code: "fid_taken" })
  expect(await own.db.selectFrom("actors").select("id").where("fid", "=", "twice").execute()).toEqual([])
})

test("a renamed page keeps its old address and may go back to it", async () => {
  const id = await saveActor(own.db, draft("before"))
  await saveActor(own.db, { ...draft("after"), id })
  expect(await formerFids()).toContainEqual({ fid: "before", actor_id: id })

  await renameActor(own.db, id, "before")
  expect((await rowOf(id)).fid).toBe("before")
  expect(await formerFids()).toContainEqual({ fid: "after", actor_id: id })
  expect(await formerFids()).not.toContainEqual({ fid: "before", actor_id: id })
})

test("a fid that several pages want at the same moment is held by one of them", async () => {
  const id = await saveActor(own.db, draft("leaving"))
  const tries = await Promise.allSettled([
    renameActor(own.db, id, "gone"),
    saveActor(own.db, draft("leaving")),
    saveActor(own.db, draft("gone")),
    saveActor(own.db, draft("gone")),
  ])

  const holders = await own.db.selectFrom("actors").select("fid").where("fid", "in", ["leaving", "gone"]).execute()
  const held = [...holders.map(({ fid }) => fid), ...(await formerFids()).map(({ fid }) => fid)]
  expect(held.filter((fid) => fid === "gone")).toHaveLength(1)
  expect(held.filter((fid) => fid === "leaving")).toHaveLength(1)
  const reasons = tries.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []))
  expect(new Set(reasons)).toEqual(new Set(["fid_taken"]))
})

test("an unknown page can be neither edited nor renamed", async () => {
  await expect(saveActor(own.db, { ...draft("ghost"), id: 999_999 })).rejects.toMatchObject({ code: "actor_not_found" })
  await expect(renameActor(own.db, 999_999, "ghost")).rejects.toMatchObject({ code: "actor_not_found" })
})

test("the search text of an event gets the new name of a performer", async () => {
  const id = await saveActor(own.db, draft("ampoules", { type: "group", name: "Les Ampoules" }))
  const [event] = await saveEvents(own.db, [
    {
      language: "fr",
      title: { fr: "Concert" },
      category: "music",
      timezone: "Europe/Brussels",
      occurrences: [{ starts_at: new Date("2026-05-01T18:00:00Z"), ends_at: null }],
      lineup: [{ actor_id: id, name: "Les Ampoules" }],
    },
  ])
  // The name of a draft is not searchable in its events until it is published.
  await saveActor(own.db, { ...draft("lanternes", { name: "Les Lanternes", status: "published" }), id })
  await logChange(own.db, { subject: { actor: id }, kind: "published" })

  const { search } = await own.db
    .selectFrom("events")
    .select("search")
    .where("id", "=", event as number)
    .executeTakeFirstOrThrow()
  expect(search).toContain("'lanternes'")
})

test("a relation saved twice is stored once, accepted and visible", async () => {
  const [actor_id = 0, related_actor_id = 0] = await saveActors(own.db, [draft("mirelle"), draft("nour")])
  await relate(own.db, [{ actor_id, related_actor_id, relation: "group" }])
  await relate(own.db, [{ actor_id, related_actor_id, relation: "group" }])

  const rows = await own.db.selectFrom("relations").selectAll().where("actor_id", "=", actor_id).execute()
  expect(rows).toMatchObject([{ related_actor_id, relation: "group", status: "accepted", is_visible: true }])
})
