import { afterAll, beforeAll, expect, test } from "vitest"
import { fetchDocument } from "../../instances/instance-reads.ts"
import { type Instance, instances } from "../../instances/instances.ts"
import type { SignedUp } from "../../worlds/signed-up.ts"
import { soon } from "../browser/waiting.ts"

// Two whole instances, as in fediverse-two-instances.test.ts, but open ones: they give public documents to unsigned requests too.
// Here people of one instance attend the other’s events.

let both: Awaited<ReturnType<typeof instances<"cc" | "dd">>>
let cc: Instance
let dd: Instance
let house: SignedUp
let artist: SignedUp
let people: SignedUp[]
beforeAll(async () => {
  both = await instances(["cc", "dd"])
  ;({ cc, dd } = both.all)
  house = await cc.person({ fid: "hangar", name: "Le Hangar" })
  artist = await cc.person({ fid: "loupiote", name: "Loupiote", type: "group" })
  people = []
  for (const fid of ["nour", "lena", "bram"]) people.push(await dd.person({ fid, name: fid, type: "person" }))
  for (const one of people)
    await one.ask("POST", "/api/fediverse/follows/", { handle: `@hangar@${new URL(cc.url).host}` })
})
afterAll(() => both?.end())

type Shown = { id: number; title: { fr: string }; status: string; joining?: { state: string | null } }
/** Returns the events that an account on the second instance sees from the pages it follows. */
const shownTo = (one: SignedUp): Promise<Shown[]> => one.ask("GET", "/api/contents/events/followed/")
const titlesOf = async (one: SignedUp) => (await shownTo(one)).map(({ title, status }) => `${title.fr}, ${status}`)
/** Returns the id that an event has on the second instance, once it has arrived there. */
async function numberOf(title: string, one: SignedUp) {
  await soon(() => titlesOf(one)).toContain(`${title}, scheduled`)
  return (await shownTo(one)).find((event) => event.title.fr === title)?.id as number
}
const nextYear = new Date().getFullYear() + 1
const publishes = (who: SignedUp, title: string, more: object) =>
  who.ask("POST", "/api/contents/events/", {
    title: { fr: title },
    category: "music",
    start: `${nextYear}-03-14T20:30`,
    timezone: "Europe/Brussels",
    workflow: "published",
    ...more,
  })

test("remote people attend an event until it is full, one who leaves frees a place, and all see it cancelled", async () => {
  const followed = () => people[0]?.ask("GET", "/api/fediverse/follows/")
  await soon(async () => (await followed())[0].state).toBe("accepted")
  const { id } = await publishes(house, "Bal des lampions", { organizers: ["hangar"], capacity: 2 })
  const there = await numberOf("Bal des lampions", people[0] as SignedUp)
  const at = `/api/contents/events/${there}/`
  const says = (one: SignedUp, value: string) => one.ask("PUT", `${at}attendance/`, { value })
  const stateOf = async (one: SignedUp) => ((await one.ask("GET", at)) as Shown).joining?.state
  const states = async () => (await Promise.all(people.map(stateOf))).map(String).toSorted()
  /** Returns the remote attendees that the venue sees. */
  const coming = async () => {
    const list: { by: { handle: string } }[] = await house.ask(
      "GET",
      `/api/contents/events/${id}/attendances/elsewhere/`,
    )
    return list.map(({ by }) => by.handle.replace(/^@/, "").split("@")[0]).toSorted()
  }

  // All requests at once: only one of those for the last place is accepted.
  await Promise.all(people.map((one) => says(one, "confirmed")))
  await soon(states).toEqual(["accepted", "accepted", "rejected"])
  const found = await Promise.all(people.map(async (one) => ({ one, state: await stateOf(one) })))
  const inside = found.filter(({ state }) => state === "accepted").map(({ one }) => one)
  const [leaves, stays] = inside as [SignedUp, SignedUp]
  const refused = found.find(({ state }) => state === "rejected")?.one as SignedUp
  expect(await coming()).toEqual(inside.map(({ name }) => name).toSorted())

  await leaves.send("DELETE", `${at}attendance/`)
  await soon(coming).toEqual([stays.name])
  await says(refused, "declined")
  await says(refused, "confirmed")
  await soon(() => stateOf(refused)).toBe("accepted")
  expect(await coming()).toEqual([stays.name, refused.name].toSorted())
  // The event is full again.
  await says(leaves, "confirmed")
  await soon(() => stateOf(leaves)).toBe("rejected")

  await house.ask("PATCH", `/api/contents/events/${id}/`, { status: "cancelled" })
  for (const one of people) await soon(async () => ((await one.ask("GET", at)) as Shown).status).toBe("cancelled")
  expect(await titlesOf(refused)).toEqual(["Bal des lampions, cancelled"])
})

test("a venue announces an event it has confirmed to its own followers, and undoes that when it removes its name", async () => {
  const nour = people[0] as SignedUp
  const { id } = await publishes(artist, "Premier set", { organizers: ["loupiote"], place: "hangar" })
  const answers = (answer: string) =>
    house.ask("POST", `/api/contents/events/${id}/confirmations/`, { fid: "hangar", answer })
  await soon(cc.waiting).toEqual({ deliveries: 0, jobs: 0 })
  expect(await titlesOf(nour)).not.toContain("Premier set, scheduled")
  await answers("accept")
  const there = await numberOf("Premier set", nour)
  expect(dd.passed.at(-1)?.activity).toMatchObject({ type: "Announce", actor: `${cc.url}/ap/actors/hangar` })

  await artist.ask("PATCH", `/api/contents/events/${id}/`, { title: { fr: "Second set" } })
  expect(await numberOf("Second set", nour)).toBe(there)
  await answers("untag")
  await soon(() => titlesOf(nour)).not.toContain("Second set, scheduled")
  expect(dd.passed.at(-1)?.activity).toMatchObject({ type: "Undo", object: { type: "Announce" } })
  await expect(nour.ask("GET", `/api/contents/events/${there}/`)).rejects.toThrow(/404/)
})

test("events for followers alone are delivered to them, and answered only to signed requests", async () => {
  const nour = people[0] as SignedUp
  const { id } = await publishes(house, "Répétition", { organizers: ["hangar"] })
  const uri = `${cc.url}/ap/events/${id}`
  await numberOf("Répétition", nour)
  expect((await fetchDocument(cc, uri)).status).toBe(200)

  await house.ask("PATCH", "/api/actors/hangar/fediverse/", { audience: "followers" })
  await soon(async () => (await fetchDocument(cc, uri)).status).toBe(404)
  const signed = await fetchDocument(cc, uri, dd)
  expect(signed.status).toBe(200)
  expect(JSON.parse(signed.body)).toMatchObject({ id: uri, to: [`${cc.url}/ap/actors/hangar/followers`], cc: [] })

  await house.ask("PATCH", `/api/contents/events/${id}/`, { title: { fr: "Répétition générale" } })
  await numberOf("Répétition générale", nour)
  expect(dd.passed.map(({ status }) => status)).toEqual(dd.passed.map(() => 202))
  expect(cc.passed.map(({ status }) => status)).toEqual(cc.passed.map(() => 202))
})
