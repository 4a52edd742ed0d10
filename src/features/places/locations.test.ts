import { afterAll, beforeAll, expect, test } from "vitest"
import { testDatabase, type TestDatabase } from "#test/database.ts"
import { locationIds } from "./commands.server.ts"
import type { LocationDraft } from "./location-draft.ts"

let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.drop())

const hangar: LocationDraft = { name: "Le Hangar", locality: "Liège", lat: 50.64, lon: 5.57 }
const street: LocationDraft = { street: "12 rue Haute", postal_code: "4000" }
const stored = (id: number) => own.db.selectFrom("locations").selectAll().where("id", "=", id).executeTakeFirstOrThrow()

test("equal location drafts get the same id, and different ones get different ids", async () => {
  const [first, other, none, unsaid] = await locationIds(own.db, [hangar, street, null, undefined])
  expect([none, unsaid]).toEqual([null, undefined])
  const more: LocationDraft[] = [{ ...hangar, street: "3 quai" }, hangar, street, { locality: "Liège" }]
  const [third, again, otherAgain, fourth] = await locationIds(own.db, more)
  expect([again, otherAgain]).toEqual([first, other])
  expect(new Set([first, other, third, fourth]).size).toBe(4)
  expect(await locationIds(own.db, more)).toEqual([third, first, other, fourth])
})

test("a location keeps its precision unless a draft gives another one", async () => {
  const [id] = await locationIds(own.db, [{ ...hangar, precision: "street" }])
  await locationIds(own.db, [hangar])
  expect((await stored(id as number)).precision).toBe("street")
  await locationIds(own.db, [{ ...hangar, precision: "exact" }])
  expect((await stored(id as number)).precision).toBe("exact")
})

test("finding a location does not wait for another transaction that uses it", async () => {
  const [id] = await locationIds(own.db, [{ ...hangar, precision: "exact" }])
  const slow = await own.db.startTransaction().execute()
  await locationIds(slow, [hangar, { name: "Neuf" }])
  // A write would wait for the other transaction, which never ends here.
  expect(await locationIds(own.db, [{ ...hangar, precision: "exact" }])).toEqual([id])
  await slow.rollback().execute()
})
