import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let moderator: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  moderator = await here.newcomer("moderatrice", { isModerator: true })
})
afterAll(() => here.end())

test("managers see a hidden event with the reason, and cannot publish it until it is shown again", async () => {
  const { id } = await here.hangar.publishes({ title: "Soirée douteuse" })
  const path = `/api/contents/events/${id}/`
  const seen = async (who: SignedIn | null) => (await here.ask(who, "GET", path)).status
  expect((await here.ask(here.hangar.viewer, "POST", `${path}hide/`, {})).status).toBe(403)
  for (let time = 0; time < 2; time++)
    expect((await here.ask(moderator, "POST", `${path}hide/`, { reason: "Une plainte." })).status).toBe(204)
  expect([
    await seen(null),
    await seen(here.nour.viewer),
    await seen(here.hangar.viewer),
    await seen(moderator),
  ]).toEqual([404, 404, 200, 200])
  expect(await here.titles("?q=douteuse")).toEqual([])
  const own = await here.ask(here.hangar.viewer, "GET", path)
  expect(own.body).toMatchObject({ workflow: "draft", hidden: { reason: "Une plainte." } })
  const published = await here.ask(here.hangar.viewer, "PATCH", path, { workflow: "published" })
  expect([published.status, published.body.code]).toEqual([403, "hidden_by_moderators"])
  expect((await here.ask(here.hangar.viewer, "PATCH", path, { title: { fr: "Soirée claire" } })).status).toBe(200)

  for (let time = 0; time < 2; time++) expect((await here.ask(moderator, "DELETE", `${path}hide/`)).status).toBe(204)
  const shown = await here.ask(null, "GET", path)
  expect([shown.status, shown.body.title.fr, shown.body.hidden]).toEqual([200, "Soirée claire", undefined])
  expect(await here.titles("?q=claire")).toEqual(["Soirée claire"])
  const changes = await here.ask(here.hangar.viewer, "GET", `${path}changes/`)
  expect(changes.body.map(({ action }: { action: string }) => action)).toEqual([
    "shown_again",
    "updated",
    "seen",
    "hidden",
  ])
})

test("a hidden page is visible to its managers and moderators only, and cannot be published", async () => {
  const event = await here.hangar.publishes({ title: "Au quai" })
  await here.ask(here.hangar.viewer, "PATCH", `/api/contents/events/${event.id}/`, { lineup: [{ fid: "seuils" }] })
  const path = "/api/actors/seuils/"
  expect((await here.ask(moderator, "POST", `${path}hide/`, { reason: "Usurpation." })).status).toBe(204)
  const seen = async (who: SignedIn | null) => (await here.ask(who, "GET", path)).status
  expect([
    await seen(null),
    await seen(here.nour.viewer),
    await seen(here.seuils.viewer),
    await seen(moderator),
  ]).toEqual([404, 404, 200, 200])
  const about = await here.ask(null, "GET", `/api/contents/events/${event.id}/`)
  expect(about.body.lineup).toMatchObject([{ actor: null, name: "Compagnie des Seuils" }])
  expect((await here.ask(here.seuils.viewer, "GET", path)).body.hidden).toMatchObject({ reason: "Usurpation." })
  expect((await here.ask(here.seuils.viewer, "GET", "/api/actors/managed/")).body).toMatchObject([
    { fid: "seuils", hidden: { reason: "Usurpation." } },
  ])
  const published = await here.ask(here.seuils.viewer, "PATCH", path, { status: "published" })
  expect([published.status, published.body.code]).toEqual([403, "hidden_by_moderators"])
  expect((await here.ask(moderator, "DELETE", `${path}hide/`)).status).toBe(204)
  expect(await seen(null)).toBe(200)
  expect(here.errors).toEqual([])
})

test("a draft cannot be hidden by a moderator", async () => {
  const { id } = await here.hangar.drafts()
  expect((await here.ask(moderator, "POST", `/api/contents/events/${id}/hide/`, {})).status).toBe(404)
  expect((await here.ask(here.hangar.viewer, "GET", `/api/contents/events/${id}/`)).body.hidden).toBeUndefined()
})
