import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { writingWorld } from "#test/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let lena: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  lena = await here.newcomer("lena")
})
afterAll(() => here.end())

const asked = async (fid: string) =>
  (await here.ask(lena, "GET", `/api/actors/${encodeURIComponent(fid)}/availability/`)).body

test("a word that nobody has is free; one that a page has is not, and another like it is proposed", async () => {
  expect(await asked("theatre-du-port")).toEqual({ available: true, suggestion: "theatre-du-port" })
  expect(await asked("hangar")).toEqual({ available: false, suggestion: "hangar-2" })
  await here.ask(lena, "POST", "/api/actors/", { type: "place", fid: "hangar-2", name: "Hangar 2" })
  expect(await asked("hangar")).toEqual({ available: false, suggestion: "hangar-3" })
})

test("a word that a page once had is never free again", async () => {
  await here.ask(lena, "POST", "/api/actors/", { type: "group", fid: "ancien", name: "Ancien" })
  await here.ask(lena, "PATCH", "/api/actors/ancien/", { fid: "nouveau" })
  expect(await asked("ancien")).toEqual({ available: false, suggestion: "ancien-2" })
})

test.each(["agenda", "admin", "new"])("« %s » is kept for the site", async (fid) => {
  expect((await asked(fid)).available).toBe(false)
})

test.each(["Ça", "a", "x".repeat(31), "-hangar", "deux mots", "a\0b"])("« %j » is no word for a page", async (fid) => {
  expect((await asked(fid)).available).toBe(false)
})

test("nobody in particular is told nothing", async () => {
  expect(await here.ask(null, "GET", "/api/actors/hangar/availability/")).toMatchObject({ status: 403 })
})
