import { afterAll, beforeAll, expect, test } from "vitest"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { tomorrow } from "#test/worlds/world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const ask = async (query: Record<string, string>, who = here.nour.viewer as typeof here.nour.viewer | null) => {
  const { status, body } = await here.ask(who, "GET", `/api/contents/events/duplicates/?${new URLSearchParams(query)}`)
  return status === 200 ? (body as { id: number }[]).map(({ id }) => id) : status
}
const evening = `${tomorrow()}T20:30/${tomorrow()}T22:30`

test("events at the same place and hour with a similar title are duplicates, others are not", async () => {
  const known = await here.hangar.publishes({ title: { fr: "Les marées du nord", nl: "De noordelijke getijden" } })
  const base = { title: "Marées du Nord", dates: evening, place: "hangar" }
  expect(await ask(base)).toEqual([known.id])
  expect(await ask(base, null)).toEqual([known.id])
  expect(await ask({ ...base, title: "De noordelijke getijden" })).toEqual([known.id])
  expect(await ask({ ...base, dates: `${tomorrow()}T20:55` })).toEqual([known.id])
  expect(await ask({ ...base, dates: `${tomorrow()}T18:00/${tomorrow()}T20:00` })).toEqual([])
  expect(await ask({ ...base, dates: `${tomorrow(1)}T20:30` })).toEqual([])
  expect(await ask({ ...base, title: "Radio Minuit" })).toEqual([])
  expect(await ask({ ...base, place: "seuils" })).toEqual([])
  // The house is at 50.8503, 4.3409: one point at its door, and one a street further.
  const { place: _, ...elsewhere } = base
  expect(await ask({ ...elsewhere, near: "50.8510,4.3412" })).toEqual([known.id])
  expect(await ask({ ...elsewhere, near: "50.8530,4.3412" })).toEqual([])
  expect(await ask({ ...base, dates: "demain" })).toBe(400)
  expect(await ask({ ...base, timezone: "Bruxelles" })).toBe(400)
  expect(await ask({ title: "Marées du Nord" })).toEqual([])
})

test("an address without coordinates is compared by its town, an online event by its address", async () => {
  const online = await here.seuils.publishes({
    title: "Lecture à distance",
    place_id: null,
    mode: "online",
    online_url: "https://salle.example/lecture",
  })
  const town = await here.seuils.publishes({
    title: "Bal des moissons",
    place_id: null,
    location: { name: "Salle des fêtes", locality: "Ath" },
  })
  expect(await ask({ title: "Lectures à distance", dates: evening, url: "https://salle.example/lecture" })).toEqual([
    online.id,
  ])
  expect(await ask({ title: "Le bal des moissons", dates: evening, locality: "ath" })).toEqual([town.id])
})

test("a stored event is compared by its own fields, and itself, its festival and its parts are left out", async () => {
  const festival = await here.hangar.publishes({ title: "Festival Saumure", starts: `${tomorrow(5)}T18:00` })
  const part = await here.hangar.publishes({
    title: "Festival Saumure : soirée",
    starts: `${tomorrow(5)}T18:00`,
    parent_id: festival.id,
  })
  const again = await here.seuils.publishes({ title: "Festival Saumure", starts: `${tomorrow(5)}T18:10` })
  const hangar = here.hangar.viewer
  expect(await ask({ event: String(festival.id) }, hangar)).toEqual([again.id])
  expect(await ask({ event: String(part.id) }, hangar)).toEqual([again.id])
  expect(await ask({ event: String(festival.id), title: "Tout autre chose" }, hangar)).toEqual([])
  expect(await ask({ event: String(festival.id) }, here.nour.viewer)).toBe(403)
})

test("a draft is shown as a duplicate only to its managers", async () => {
  const draft = await here.hangar.drafts({ title: "Projet Lampyre", starts: `${tomorrow(8)}T20:30` })
  const query = { title: "Projet Lampyre", dates: `${tomorrow(8)}T20:30`, place: "hangar" }
  expect(await ask(query, here.hangar.viewer)).toEqual([draft.id])
  for (const who of [null, here.nour.viewer, here.seuils.viewer]) expect(await ask(query, who)).toEqual([])
  expect(await ask({ event: String(draft.id) }, here.nour.viewer)).toBe(404)
})

test("a title within a longer title is a duplicate; at most ten are listed, the most similar first", async () => {
  const same: number[] = []
  for (let index = 0; index < 12; index++) {
    const { id } = await here.hangar.publishes({
      title: index === 7 ? "Quatuor Vigie" : `Quatuor Vigie, programme numéro ${index}`,
      starts: `${tomorrow(11)}T20:30`,
    })
    same.push(id)
  }
  const found = (await ask({ title: "Quatuor Vigie", dates: `${tomorrow(11)}T20:30`, place: "hangar" })) as number[]
  expect(found).toHaveLength(10)
  expect(found[0]).toBe(same[7])
  expect(here.errors).toEqual([])
})
