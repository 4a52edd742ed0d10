import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"

let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.drop())

async function says(expression: ReturnType<typeof sql>) {
  const { rows } = await sql<{ said: unknown }>`select ${expression} as said`.execute(own.db)
  return rows[0]?.said
}

test.each([
  ['{"fr": "Un"}', true],
  ['{"fr": "Un", "en": "One", "nl": "Eén"}', true],
  ["{}", true],
  ['{"de": "Eins"}', false],
  ['{"fr": ""}', false],
  ['{"fr": "Trois", "en": "Three"}', false],
  ['{"fr": null}', false],
  ['{"nl": 1}', false],
  ['{"en": {"fr": "x"}}', false],
  ['["fr"]', false],
  ['"fr"', false],
])("is_translated with at most four characters for each language: %s is %s", async (texts, isOne) => {
  expect(await says(sql`is_translated(${texts}::jsonb, 4)`)).toBe(isOne)
})

test.each([
  ["{}", true],
  ['{"step_free": "yes", "checked": "2026-11-21"}', true],
  ['{"step_free": "maybe"}', false],
  ['{"checked": "yesterday"}', false],
  ['{"lift": "yes"}', false],
  ["[]", false],
])("is_access for accessibility facts: %s is %s", async (facts, isOne) => {
  expect(await says(sql`is_access(${facts}::jsonb)`)).toBe(isOne)
})

test("event_facets gathers tags, languages, accessibility and free entry in one array", async () => {
  expect(await says(sql`event_facets('{jazz,"l''été"}', '{}', 'fr', true, '{seating,step_free}')`)).toEqual([
    "tag:jazz",
    "tag:l'été",
    "lang:fr",
    "access:seating",
    "access:step_free",
    "free",
  ])
  expect(await says(sql`event_facets('{}', '{en,nl}', 'fr', false, '{}')`)).toEqual(["lang:en", "lang:nl"])
})
