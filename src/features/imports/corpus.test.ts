import { globSync } from "node:fs"
import { join, relative } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { importEvents } from "./commands.server.ts"
import type { ImportReport } from "./report.ts"

// Imports every file of the corpus twice. The table beside this test holds the expected results: look into a line that changes,
// then write the table anew (vitest -u).

// Half a minute each on an idle machine; this much on a busy one.
vi.setConfig({ testTimeout: 240_000 })

const now = Date.UTC(2026, 10, 21)
let world: TestDatabase
beforeAll(async () => {
  world = await testDatabase()
})
afterAll(() => world.drop())

async function imported(file: string): Promise<ImportReport> {
  const importing = importEvents(world.db, "operator", file, { now })
  let step = await importing.next()
  while (!step.done) step = await importing.next()
  return step.value
}

function said(file: string, report: ImportReport) {
  const reasons = Object.entries(Object.groupBy(report.refused, ({ reason }) => reason.id))
  const taken = report.created + report.updated + report.unchanged
  const refused = reasons.map(([id, list]) => `${id} ${list?.length}`).sort()
  return [file, taken, report.occurrences, refused.join(", ") || "–"].join(" | ")
}

async function table(patterns: string[]) {
  const files = patterns.flatMap((pattern) => globSync(join(sharedData, pattern))).sort()
  const lines = ["file | events | dates | refused"]
  let [events, dates, refused] = [0, 0, 0]
  for (const file of files) {
    const name = relative(sharedData, file)
    const first = await imported(file)
    const taken = first.created + first.updated + first.unchanged
    const again = await imported(file)
    const { created, updated, unchanged, occurrences } = again
    expect({ name, created, updated, unchanged, occurrences }, "importing again changes nothing").toEqual({
      name,
      created: 0,
      updated: 0,
      unchanged: taken,
      occurrences: first.occurrences,
    })
    expect(again.refused).toEqual(first.refused)
    lines.push(said(name, first))
    events += taken
    dates += first.occurrences
    refused += first.refused.length
  }
  lines.push(`${files.length} files | ${events} | ${dates} | ${refused}`)
  return `${lines.join("\n")}\n`
}

test.skipIf(withoutSharedData)(
  "importing the corpus's lists of events, festivals and places has the recorded results, and no effect again",
  async () => {
    const lists = await table(["events-*/*.{gz,json,xml}", "festivals-france/*.gz", "venues/*.gz"])
    await expect(lists).toMatchFileSnapshot("fixtures/corpus-lists.txt")
  },
)

test.skipIf(withoutSharedData)(
  "importing UiTdatabank's calendars of every type has the recorded results, and no effect again",
  async () => {
    await expect(await table(["events-uitdatabank-nl/jsonld/*/*.json"])).toMatchFileSnapshot(
      "fixtures/corpus-uitdatabank.txt",
    )
  },
)

test.skipIf(withoutSharedData)(
  "importing the calendars that parsers should read has the recorded results, and no effect again",
  async () => {
    await expect(await table(["ics-corpus/*/*"])).toMatchFileSnapshot("fixtures/corpus-calendars.txt")
  },
)

test.skipIf(withoutSharedData)(
  "importing malformed and hostile calendars has the recorded results, and no effect again",
  async () => {
    await expect(await table(["bad-input/ics/*/*"])).toMatchFileSnapshot("fixtures/corpus-bad.txt")
  },
)

test.skipIf(withoutSharedData)("files without events create no event and are refused", async () => {
  for (const file of globSync(join(sharedData, "bad-input/{json,pmtiles,strings,xss}/*"))) {
    const report = await imported(file)
    expect(report.created, file).toBe(0)
    expect(report.refused.length, file).toBeGreaterThan(0)
  }
})
