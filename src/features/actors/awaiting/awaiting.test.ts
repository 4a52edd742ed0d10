import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { answersAt as at, newcomerWorld } from "#test/worlds/newcomer-world.ts"
import { visitor } from "#test/worlds/visitor.ts"
import { removeUnconfirmed } from "./commands.server.ts"

let newcomers: Awaited<ReturnType<typeof newcomerWorld>>
let here: typeof newcomers.here
let site: typeof newcomers.site
let stranger: typeof newcomers.stranger
let confirms: typeof newcomers.confirms
beforeAll(async () => {
  newcomers = await newcomerWorld()
  ;({ here, site, stranger, confirms } = newcomers)
})
afterAll(() => here.end())
afterEach(() => newcomers.metNoBugs())

test("seven days without confirmation remove the page and its answer, and the account stays", async () => {
  const { id } = await here.hangar.publishes()
  const [late, early] = [await stranger(), await stranger()]
  const { fid } = (await late.browser.post(at(id), late.filled)).body.actor
  const other = (await early.browser.post(at(id), early.filled)).body.actor
  await confirms(early.browser, early.email)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

  await removeUnconfirmed(here.db, inDays(6.9))
  expect((await late.browser.get(at(id))).body).toHaveLength(1)
  while ((await removeUnconfirmed(here.db, inDays(7.01), 1)) > 0);
  expect((await late.browser.get(at(id))).body).toEqual([])
  expect((await late.browser.get(`/api/actors/${fid}/`)).status).toBe(404)
  expect((await late.browser.get("/api/me/")).body).toMatchObject({ email: late.email, identity: null, actors: [] })
  expect((await visitor(site).get(`/api/actors/${other.fid}/`)).status).toBe(200)

  // They may answer again, and the former page's address stays unused.
  const again = await late.browser.post(at(id), { value: "interested", name: late.name })
  expect(again).toMatchObject({ status: 201, body: { value: "interested", is_confirmed: false } })
  expect(again.body.actor.fid).not.toBe(fid)
})

test("an unconfirmed page that organizes an event stays as a draft, and its answers are removed", async () => {
  const { id } = await here.hangar.publishes()
  const { browser, filled } = await stranger()
  const { fid } = (await browser.post(at(id), filled)).body.actor
  const event = {
    title: { fr: "À moi" },
    language: "fr",
    category: "music",
    organizers: [fid],
    timezone: "Europe/Brussels",
  }
  const drafted = await browser.post("/api/contents/events/", {
    ...event,
    start: "2031-05-01T20:00",
    workflow: "draft",
  })
  expect(drafted.status).toBe(201)
  await removeUnconfirmed(here.db, new Date(Date.now() + 8 * 86_400_000))
  expect((await browser.get(at(id))).body).toEqual([])
  expect((await browser.get(`/api/actors/${fid}/`)).body).toMatchObject({ fid, status: "draft" })
})
