import { sql } from "kysely"
import { expect, test } from "vitest"
import { elsewhereWorld, everyone, soon } from "#test/elsewhere/fediverse-elsewhere.ts"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { decideHosts } from "../hosts/commands.server.ts"

/** A second remote server with an event that accounts of the first one announce. */
async function passedOn(more: object = {}) {
  const there = await elsewhereWorld()
  const origin = await fediversePeer()
  const uri = `${origin.origin}/events/9`
  const event = {
    id: uri,
    type: "Event",
    name: "Concert d’ailleurs",
    startTime: `${soon}T19:00:00Z`,
    attributedTo: origin.id("fanfare"),
    to: [everyone],
    url: `${origin.origin}/agenda/9`,
    ...more,
  }
  origin.shows("/events/9", event)
  const announce = (name: string, object: unknown = uri) => ({
    id: `${there.peer.origin}/announces/${name}`,
    type: "Announce",
    actor: there.peer.id(name),
    object,
    to: [everyone],
  })
  const { lena, befriends } = there
  await befriends(lena, "salle")
  return { ...there, origin, uri, original: event, announce }
}

test("an announced event is fetched from its own host and attributed to its author", async () => {
  const { lena, does, announce, followed, original, origin, uri } = await passedOn()
  // The embedded copy says something else.
  await does("salle", announce("salle", { ...original, name: "Inventé" }))

  expect(await followed(lena)).toMatchObject([
    {
      title: { fr: "Concert d’ailleurs" },
      origin: { host: origin.host, account: { handle: `fanfare@${origin.host}` } },
    },
  ])
  await does("salle", { ...announce("salle"), id: `${uri.replace(origin.origin, "x")}` })
  expect(await followed(lena)).toHaveLength(1)
})

test("an announced event stays while one Announce of it remains, and is deleted with the last", async () => {
  const { db, lena, newcomer, befriends, does, announce, titles, peer } = await passedOn()
  const omar = await newcomer("omar")
  await befriends(omar, "anna")
  await does("salle", announce("salle"))
  await does("anna", announce("anna"))
  const undo = (name: string, object: unknown) => does(name, { type: "Undo", object })

  // Nobody can undo the Announce of another account.
  await undo("anna", `${peer.origin}/announces/salle`)
  expect(await titles(lena)).toEqual(["Concert d’ailleurs"])
  await undo("salle", announce("salle"))
  expect(await titles(lena)).toEqual([])
  expect(await titles(omar)).toEqual(["Concert d’ailleurs"])
  await undo("anna", `${peer.origin}/announces/anna`)
  expect(await titles(omar)).toEqual([])
  const { rows } = await sql`select from events where workflow = 'remote'`.execute(db)
  expect(rows).toHaveLength(0)
})

test.each<[string, object]>([
  ["for followers alone", { to: ["https://x.example/followers"] }],
  ["by nobody", { attributedTo: undefined }],
  ["by somebody on another host", { attributedTo: "https://x.example/users/fanfare" }],
  ["another thing than was named", { id: "http://127.0.0.1:1/events/9" }],
  ["no event", { type: "Note" }],
])("an announced object that is %s is not stored", async (_, more) => {
  const { lena, does, announce, followed } = await passedOn(more)
  expect(await does("salle", announce("salle"))).toBe(202)
  expect(await followed(lena)).toEqual([])
})

test("an Announce of a local event, from a blocked host, or by an account that nobody follows has no effect", async () => {
  const { db, config, lena, does, announce, followed, origin, here, hangar } = await passedOn()
  const { id } = await hangar.publishes()
  await does("salle", announce("salle", `${here}/ap/events/${id}`))
  await does("bram", announce("bram"))
  await decideHosts(db, config, [origin.host], "block")
  await does("salle", announce("salle"))
  expect(await followed(lena)).toEqual([])
  expect(origin.asked()).toBe(0)
})

test("an Update by its author changes an announced event, though nobody follows the author", async () => {
  const { lena, does, announce, followed, origin, original, here, world } = await passedOn()
  await does("salle", announce("salle"))
  const { inboxFiles } = await import("../inbox/feeds.server.ts")
  const { inboxHandlers } = await import("../../../inbox.ts")
  const update = {
    id: `${origin.origin}/activities/1`,
    type: "Update",
    actor: origin.id("fanfare"),
    object: { ...original, name: "Concert reporté", updated: "2026-11-10T10:00:00Z" },
  }
  await inboxFiles(world, inboxHandlers).fetch(await origin.signed("fanfare", `${here}/ap/inbox`, update))
  expect(await followed(lena)).toMatchObject([{ title: { fr: "Concert reporté" } }])
})

test("every event of eight concurrent Announces is stored", async () => {
  const { lena, does, titles, origin, original, announce, peer } = await passedOn()
  const numbers = Array.from({ length: 8 }, (_, nth) => `${nth}`)
  for (const nth of numbers)
    origin.shows(`/events/${nth}`, { ...original, id: `${origin.origin}/events/${nth}`, name: `Soir ${nth}` })

  await Promise.all(
    numbers.map((nth) =>
      does("salle", {
        ...announce("salle"),
        id: `${peer.origin}/announces/${nth}`,
        object: `${origin.origin}/events/${nth}`,
      }),
    ),
  )
  expect((await titles(lena)).sort()).toEqual(numbers.map((nth) => `Soir ${nth}`))
})

test("an event shown at another address of its host is fetched from its own address instead", async () => {
  const { lena, does, announce, titles, origin, original } = await passedOn()
  origin.shows("/files/9", { ...original, name: "Inventé" })

  await does("salle", announce("salle", `${origin.origin}/files/9`))
  expect(await titles(lena)).toEqual(["Concert d’ailleurs"])
})
