import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { makesEvening } from "#test/worlds/evenings.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let hangar: SignedIn
let stranger: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  hangar = here.hangar.viewer
  stranger = await here.newcomer("passante")
})
afterAll(() => here.end())

const path = "/api/contents/events/"
const makes = (said?: object, viewer?: SignedIn) => makesEvening(here, said, viewer)

test("co-organizers, performers and places accept or decline for themselves, or remove their name", async () => {
  const { body } = await makes({
    workflow: "published",
    organizers: ["hangar", "rhizome"],
    lineup: [{ fid: "nour", role: "voix" }, { fid: "seuils" }],
  })
  const at = `${path}${body.id}/`
  expect(body.organizers).toMatchObject([{ fid: "hangar" }])
  expect(body.confirmations).toMatchObject([
    { actor: { fid: "rhizome" }, part: "organizer", status: "pending" },
    { actor: { fid: "seuils" }, part: "performer", status: "pending" },
    { actor: { fid: "nour" }, part: "performer", status: "pending" },
    { actor: { fid: "hangar" }, part: "place", status: "accepted" },
  ])
  const rhizome = here.rhizome.viewer
  const nour = here.nour.viewer
  expect((await here.ask(rhizome, "PATCH", at, { title: { fr: "À nous" } })).status).toBe(403)
  const answers = (viewer: SignedIn, fid: string, answer: string) =>
    here.ask(viewer, "POST", `${at}confirmations/`, { fid, answer })
  expect((await answers(nour, "rhizome", "accept")).status).toBe(403)
  expect((await answers(stranger, "nour", "accept")).body.code).toBe("not_allowed")
  expect((await answers(nour, "nobody_x", "accept")).body.code).toBe("confirmation_not_found")
  const accepted = await Promise.all(Array.from({ length: 5 }, () => answers(rhizome, "rhizome", "accept")))
  expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([200]))
  expect(accepted[0]?.body.organizers).toMatchObject([{ fid: "hangar" }, { fid: "rhizome" }])
  expect((await answers(nour, "nour", "accept")).body.lineup[0]).toMatchObject({ confirmed: true })
  expect((await answers(here.seuils.viewer, "seuils", "untag")).body.lineup[1]).toMatchObject({
    actor: null,
    name: "Compagnie des Seuils",
  })
  // Answers of pages stay when the line-up is written again.
  const edited = await here.ask(rhizome, "PATCH", at, {
    title: { fr: "À nous aussi" },
    lineup: [{ fid: "seuils" }, { fid: "nour", role: "chant" }],
    organizers: ["hangar", "rhizome"],
  })
  // A person who does not manage the host can leave it first, but could not put it there.
  expect(edited.body).toMatchObject({
    lineup: [{ actor: null }, { actor: { fid: "nour" }, confirmed: true }],
    organizers: [{ fid: "hangar" }, { fid: "rhizome" }],
    version: 2,
  })
  expect((await here.ask(nour, "GET", at)).body.confirmations).toMatchObject([{ actor: { fid: "nour" } }])
  expect((await here.ask(null, "GET", at)).body.confirmations).toBeUndefined()

  const elsewhere = await makes({ workflow: "published", organizers: ["rhizome"], lineup: [] }, rhizome)
  expect(elsewhere.body).toMatchObject({ place: { fid: "hangar" }, place_confirmed: false })
  const there = `${path}${elsewhere.body.id}/`
  const off = await here.ask(hangar, "POST", `${there}confirmations/`, { fid: "hangar", answer: "decline" })
  expect(off.body).toMatchObject({
    place: null,
    location: { name: "Le Hangar des Vents", street: "12 rue des Navettes" },
  })
  expect((await here.ask(rhizome, "PATCH", there, { place: "hangar" })).body).toEqual({ place: [expect.any(String)] })
})

test("the followed list has the events that followed pages organize, and needs a login", async () => {
  const reader = await here.newcomer("lectrice")
  const hosted = await makes(
    { title: { fr: "Chez Rhizome" }, workflow: "published", organizers: ["rhizome"], place: null },
    here.rhizome.viewer,
  )
  const { body: empty } = await here.ask(reader, "GET", `${path}followed/`)
  expect(empty).toEqual([])
  await here.ask(reader, "PUT", "/api/actors/rhizome/follow/")
  const list = await here.ask(reader, "GET", `${path}followed/?q=rhizome`)
  expect(list.body.map(({ id }: { id: number }) => id)).toContain(hosted.body.id)
  expect(list.headers.get("x-total-count")).toBe(String(list.body.length))
  expect(list.body.every((one: { is_managed: boolean }) => !one.is_managed)).toBe(true)
  expect((await here.ask(null, "GET", `${path}followed/`)).body.code).toBe("followed_needs_login")
})
