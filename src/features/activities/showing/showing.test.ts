import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { deleteAccount } from "#features/accounts/leaving/deletion.server.ts"
import { logChange } from "#test/changes.ts"
import { eventAt, feedWorld } from "#test/worlds/feed-world.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { fillActivities, isFilled, sweepActivities } from "../filling/commands.server.ts"

// The feed only contains what is public, and only as long as it is.

let here: Awaited<ReturnType<typeof feedWorld>>
beforeAll(async () => {
  here = await feedWorld()
})
afterAll(() => here.end())

test("an event that is withdrawn, deleted or hidden leaves the feed, and returns to the same position", async () => {
  const { hangar } = here
  const id = await here.publishes(hangar.viewer, "hangar", "Va et vient")
  const said = ["Create contents.Event hangar"]
  const place = async () => (await here.feed()).findIndex(({ object }) => "id" in object && object.id === id)
  await here.publishes(hangar.viewer, "hangar", "Après")
  const was = await place()
  const judge = await here.newcomer("judge", { isModerator: true })
  const ways: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      "withdrawn",
      () => here.does(hangar.viewer, "PATCH", eventAt(id), { workflow: "draft" }),
      () => here.does(hangar.viewer, "PATCH", eventAt(id), { workflow: "published" }),
    ],
    [
      "deleted",
      () => here.does(hangar.viewer, "DELETE", eventAt(id)),
      () => here.does(hangar.viewer, "POST", `${eventAt(id)}restore/`),
    ],
    [
      "hidden",
      () => here.does(judge, "POST", `${eventAt(id)}hide/`, { reason: "Une plainte." }),
      () => here.does(judge, "DELETE", `${eventAt(id)}hide/`),
    ],
    [
      "page hidden",
      () => here.does(judge, "POST", "/api/actors/hangar/hide/", { reason: "Une plainte." }),
      () => here.does(judge, "DELETE", "/api/actors/hangar/hide/"),
    ],
  ]
  for (const [way, away, back] of ways) {
    expect([way, await here.saidOf({ event: id })]).toEqual([way, said])
    await away()
    expect([way, await here.saidOf({ event: id })]).toEqual([way, []])
    expect([way, await here.saidOf({ event: id }, hangar.viewer)]).toEqual([way, []])
    await back()
  }
  expect([await here.saidOf({ event: id }), await place()]).toEqual([said, was])
})

test("the activities of a deleted account leave the feed at once", async () => {
  const leaver = await here.newcomer("leaver")
  await here.does(leaver, "POST", "/api/actors/", {
    type: "group",
    fid: "adieu",
    name: "Adieu",
    language: "fr",
    status: "published",
  })
  const id = await here.publishes(leaver, "adieu", "Dernier soir")
  expect(await here.saidOf({ event: id })).toHaveLength(1)
  await deleteAccount(here.db, leaver)
  expect(await here.saidOf({ event: id })).toEqual([])
  expect(await here.saidOf({ actor: "adieu" })).toEqual([])
})

test("a merged event has no activity rows, and the event it was merged into keeps its own", async () => {
  const { hangar } = here
  const [from, into] = [
    await here.publishes(hangar.viewer, "hangar", "Deux fois"),
    await here.publishes(hangar.viewer, "hangar", "Deux fois, bis"),
  ]
  await here.does(hangar.viewer, "POST", `${eventAt(from)}merge/`, { into })
  expect(await here.saidOf({ event: into })).toEqual(["Create contents.Event hangar"])
  expect(await here.rowsOf(from)).toEqual([])
})

test("pages that await a confirmation or are unlisted are not in the feed, even after it is filled", async () => {
  const lou = await here.newcomer("lou-attend")
  const page = async (fid: string, set: ReturnType<typeof sql>) => {
    await here.does(lou, "POST", "/api/actors/", { type: "person", fid, name: fid, language: "fr", status: "draft" })
    await sql`update actors set ${set} where fid = ${fid}`.execute(here.db)
    const { id } = await here.db.selectFrom("actors").select("id").where("fid", "=", fid).executeTakeFirstOrThrow()
    await logChange(here.db, { subject: { actor: id }, kind: "created" })
    return id
  }
  await page("zqattend", sql`awaits_address_since = now()`)
  await page("zqdiscrete", sql`status = 'published', in_directory = false`)
  expect(JSON.stringify(await here.feed())).not.toMatch(/zqattend|zqdiscrete/)
  await fillActivities(here.db)
  expect(JSON.stringify(await here.feed())).not.toMatch(/zqattend|zqdiscrete/)
})

test("an activity whose event was withdrawn in the database is not shown, and the sweep marks it so", async () => {
  const { hangar } = here
  const id = await here.publishes(hangar.viewer, "hangar", "zqcanari")
  await sql`update events set workflow = 'draft' where id = ${id}`.execute(here.db)
  expect(JSON.stringify(await here.feed())).not.toContain("zqcanari")
  // The nightly job corrects it.
  await sweepActivities(here.db)
  expect(await here.rowsOf(id)).toEqual([{ type: "Create", is_shown: false }])
})

test("isFilled is false for an empty feed and true after fillActivities", async () => {
  await here.nour.publishes({ title: "D’avant" })
  await sql`delete from activities`.execute(here.db)
  expect(await isFilled(here.db)).toBe(false)
  await fillActivities(here.db)
  expect(await isFilled(here.db)).toBe(true)
})

test("the example of an import is its next event to come, and the first one when all are over", async () => {
  const { hangar } = here
  const example = async () => (await here.feed()).find(({ count }) => count > 1)?.object
  const over = ["2020-03-01", "2019-03-01"]
  await here.imports(hangar.viewer, "hangar", ["Hier", "Avant-hier"], over)
  expect(await example()).toMatchObject({ title: { fr: "Hier" } })
  await here.imports(hangar.viewer, "hangar", ["Plus tard", "Bientôt"], [tomorrow(9), tomorrow(2)])
  expect(await example()).toMatchObject({ title: { fr: "Bientôt" } })
})

test("filling the feed adds an older event once and at its own time, and leaves existing activities", async () => {
  const { nour } = here
  const old = await nour.publishes({ title: "D’avant" })
  const draft = await nour.drafts({ title: "Brouillon d’avant" })
  await sql`update events set created_at = '2020-02-02T12:00:00Z' where id = ${old.id}`.execute(here.db)
  const before = await here.feed()
  for (const _ of [1, 2]) await fillActivities(here.db)
  const after = await here.feed()
  expect(after.filter(({ object }) => "id" in object && object.id === old.id)).toMatchObject([
    { type: "Create", actor: { fid: "nour" }, created: "2020-02-02T13:00:00+01:00" },
  ])
  expect(await here.saidOf({ event: draft.id })).toEqual([])
  // Existing activities are neither repeated nor moved.
  const known = new Set(before.map(({ id }) => id))
  expect(after.filter(({ id }) => known.has(id))).toEqual(before)
  const { rows } = await sql`
    select model, type, object_id from activities where object_id is not null and type = 'Create'
    group by 1, 2, 3 having count(*) > 1`.execute(here.db)
  expect(rows).toEqual([])
})
