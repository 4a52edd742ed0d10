import { sql } from "kysely"
import { expect, onTestFinished, test, vi } from "vitest"
import { elsewhereWorld, everyone, soon } from "#test/elsewhere/fediverse-elsewhere.ts"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { inboxHandlers } from "../../../inbox.ts"
import { handleAgain } from "./handling.server.ts"

type Waiting = Parameters<typeof handleAgain>[2]

/** A remote account that is followed here, and another server, whose events it passes on. */
async function met() {
  const there = await elsewhereWorld()
  const { db, config, lena, befriends, peer } = there
  const origin = await fediversePeer()
  await befriends(lena, "salle")
  const shows = (path = "/events/9", more: object = {}) =>
    origin.shows(path, {
      id: `${origin.origin}${path}`,
      type: "Event",
      name: "Concert d’ailleurs",
      startTime: `${soon}T19:00:00Z`,
      attributedTo: origin.id("fanfare"),
      to: [everyone],
      ...more,
    })
  shows()
  const announce = (nth = 1, path = "/events/9") => ({
    id: `${peer.origin}/announces/${nth}`,
    type: "Announce",
    actor: peer.id("salle"),
    object: `${origin.origin}${path}`,
    to: [everyone],
  })
  let ahead = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, "now").mockImplementation(() => now() + ahead)
  onTestFinished(() => void vi.restoreAllMocks())
  const waiting = async () => {
    const { rows } = await sql<{ data: Waiting; wait: number }>`
      select data, round(extract(epoch from start_after - created_on) / 60)::int as wait
      from pgboss.job where name = 'fediverse.handle-again' order by created_on`.execute(db)
    return rows
  }
  /** Runs what waits, as its jobs would at their time; returns after how many minutes each was due. */
  const later = async () => {
    const rows = await waiting()
    await sql`delete from pgboss.job where name = 'fediverse.handle-again'`.execute(db)
    ahead += 120_000
    for (const { data } of rows) await handleAgain({ db, config }, inboxHandlers, data)
    return rows.map(({ wait }) => wait)
  }
  return { ...there, origin, shows, announce, waiting, later }
}

test.each<[string, string]>([
  ["event", "/events/9"],
  ["author", "/users/fanfare"],
])(
  "an Announce whose %s cannot be fetched is retried at growing intervals until the server answers",
  async (_, path) => {
    const { lena, does, announce, titles, origin, later } = await met()
    origin.silences(path)
    expect(await does("salle", announce())).toBe(202)
    expect(await titles(lena)).toEqual([])
    expect(await later()).toEqual([2])
    expect(await later()).toEqual([8])

    origin.silences(path, false)
    expect(await later()).toEqual([32])
    expect(await titles(lena)).toEqual(["Concert d’ailleurs"])
    expect(await later()).toEqual([])
  },
)

test("an Announce whose event cannot be fetched is retried five times and then dropped", async () => {
  const { does, announce, origin, later } = await met()
  origin.silences("/events/9")
  await does("salle", announce())
  const waits: number[] = []
  for (let time = 0; time < 8; time++) waits.push(...(await later()))
  expect(waits).toEqual([2, 8, 32, 128, 512])
  expect(origin.asked()).toBe(6)
})

test("a Create by address or by a group member, and a member's Delete, are retried when the server is silent", async () => {
  const { lena, does, event, titles, peer, later } = await met()
  peer.silences("/events/1")
  for (const object of [`${peer.origin}/events/1`, event("salle", "1")])
    await does(object instanceof Object ? "ada" : "salle", { type: "Create", to: [everyone], object })
  expect(await titles(lena)).toEqual([])
  peer.shows("/events/1", event("salle", "1"))
  peer.silences("/events/1", false)
  expect(await later()).toEqual([2, 2])
  expect(await titles(lena)).toEqual(["Nuit des lanternes"])

  peer.silences("/events/1")
  await does("ada", { type: "Delete", object: `${peer.origin}/events/1` })
  expect(await titles(lena)).toEqual(["Nuit des lanternes"])
  peer.silences("/events/1", false)
  peer.ends("/events/1")
  expect(await later()).toEqual([2])
  expect(await titles(lena)).toEqual([])
})

test("a Move to an account on a silent server is retried and takes effect once the server answers", async () => {
  const { lena, ask, does, peer, later, origin } = await met()
  origin.describes("salle", { alsoKnownAs: [peer.id("salle")] })
  origin.silences("/users/salle")
  await does("salle", { type: "Move", object: peer.id("salle"), target: origin.id("salle") })
  const followed = async () =>
    (await ask(lena, "GET", "/api/fediverse/follows/")).body.map(({ host }: { host: string }) => host)
  expect(await followed()).toEqual([peer.host])
  origin.silences("/users/salle", false)
  expect(await later()).toEqual([2])
  expect(await followed()).toEqual([origin.host])
})

test("nothing is retried for a missing, refused or withdrawn event, or for an account that nobody follows any more", async () => {
  const { db, lena, does, announce, titles, origin, later, waiting, unfollows, handleOf, shows } = await met()
  await does("salle", announce(1, "/events/404"))
  shows("/events/8", { type: "Note" })
  await does("salle", announce(2, "/events/8"))
  expect(await waiting()).toEqual([])

  origin.silences("/events/9")
  await does("salle", announce(3))
  origin.silences("/events/9", false)
  await does("salle", { type: "Undo", object: announce(3) })
  expect(await later()).toEqual([2])
  expect(await titles(lena)).toEqual([])

  origin.silences("/events/9")
  await does("salle", announce(4))
  origin.silences("/events/9", false)
  const before = origin.asked()
  await unfollows(lena, handleOf("salle"))
  const [row] = await waiting()
  await later()
  await sql`insert into fediverse_hosts (host, is_blocked) values (${origin.host}, true)
    on conflict (host) do update set is_blocked = true`.execute(db)
  expect(row?.data).toMatchObject({ tries: 1 })
  expect(origin.asked()).toBe(before)
})

test("at most fifty activities of one host wait for a retry, and a repeated activity waits once", async () => {
  const { does, announce, origin, waiting } = await met()
  for (let nth = 1; nth <= 55; nth++) origin.silences(`/events/${nth}`)
  await does("salle", announce(1, "/events/1"))
  await does("salle", announce(1, "/events/1"))
  expect(await waiting()).toHaveLength(1)
  for (let nth = 2; nth <= 55; nth++) await does("salle", announce(nth, `/events/${nth}`))
  expect(await waiting()).toHaveLength(50)
})
