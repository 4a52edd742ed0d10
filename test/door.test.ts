import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { reachedFrom, serverFiles, type Unit, unitsOf, writesOf } from "./commands.ts"

// All changes go through `changed` (docs/decisions/0024): checked in the code, command by command.

/** Tables of public content; whoever writes one must call `changed`. */
const publicTables = `actors agenda_entries agendas attendances contacts documents event_confirmations event_images
  event_lineup event_organizers event_prices events fediverse_aliases fediverse_events fediverse_settings former_events
  former_fids links locations occurrences openings pdfs relations rooms sounds`.split(/\s+/)
/** Tables with a few public columns. */
const publicColumns: Record<string, RegExp> = {
  users: /\bidentity_id\b/,
  fediverse_reactions: /\bshown_at\b/,
}
/** Derived from other tables, in the same transaction. */
const derivedTables = ["activities", "activity_parts", "organized_events", "search_words"]
/** Loaded by a job, which raises the content version itself; and the answers of geocoders, which nobody wrote. */
const putInTables = ["gazetteer_names", "gazetteer_places", "gazetteer_state", "geocoder_answers"]
/** The log itself, which only `changed` writes. */
const logTables = ["change_batches", "changes"]
const privateTables =
  `admin_log agenda_slugs api_tokens captcha_answers claims contact_messages contact_reads deleted_sources
  deliveries drafts emails event_pictures event_sources fediverse_activities fediverse_attendances fediverse_deliveries
  fediverse_event_announcers fediverse_followers fediverse_following fediverse_follows fediverse_hosts fediverse_identities
  fediverse_joins fediverse_objects fediverse_reactions fediverse_received fediverse_tombstones fediverse_withdrawn
  follows identities mailed_tokens newsletter_issues notice_events notice_people notices personal_calendars pictures_elsewhere program_grants program_tokens programs push_devices rate_limits
  recovery_codes remote_actors report_statements report_subjects reports saved_places server_secrets sessions settings
  subscription_asks subscription_links subscriptions uploads users
  webhook_deliveries webhook_pages webhook_told webhooks`.split(/\s+/)

/**
 * Functions that write such a table without logging it, each with the reason: their callers do it, or nobody can see the change.
 */
const quiet: Record<string, string> = {
  "features/actors/store.server.ts#saveActor": "rows alone: whoever has them written says what happened",
  "features/actors/store.server.ts#saveActors": "the same",
  "features/actors/store.server.ts#renameActor": "the same",
  "features/actors/store.server.ts#relate": "the same; for sample content and tests",
  "features/events/store.server.ts#saveEvents": "the same",
  "features/actors/openings/store.server.ts#saveOpenings": "the same; for sample content too",
  "features/places/commands.server.ts#locationIds": "the same",
  "features/actors/removal/commands.server.ts#removeUnusedLocations": "places that nothing names any more",
  "features/fediverse/remote-events/duplicates.server.ts#findDuplicates": "which of two is shown: neither is different",
  "features/documents/pictures/commands.server.ts#setActorImages": "a part of the change of a page",
  "features/documents/pictures/commands.server.ts#setImages": "a part of the change of an event",
  "features/events/writing/fields.server.ts#storeConsent": "a part of the change of an event",
  "features/events/entries/commands.server.ts#storeOrder": "a part of the change of an event",
  "features/actors/relations/transfer.server.ts#clearIdentity": "a part of the change of a relation",
  "features/imports/places/place-pages.server.ts#makePlacePages": "a part of an import, which tells its batch at once",
  "features/events/search/commands.server.ts#refreshSearch": "a consequence: what a search finds",
  "features/events/search/commands.server.ts#refreshSearchOfActors": "the same",
  "features/events/search/commands.server.ts#refreshSearchAfter": "the same, as the door has it done",
  "features/events/search/commands.server.ts#refreshAllSearchOfActors":
    "the same, by a job, which raises the version itself",
  "features/actors/relations/invitations.server.ts#mailInvitation": "when it was mailed, which nobody sees",
  "features/actors/relations/invitations.server.ts#remindInvitation": "the same",
  "features/documents/pdf/commands.server.ts#notePdf": "a part of bringing a document",
  "features/documents/pdf/commands.server.ts#makePdf":
    "what is read from a file that is there already; the table itself wakes who keeps answers",
  "features/documents/file/sweep.server.ts#sweepFiles": "files that nothing shows",
  "features/documents/sound/commands.server.ts#noteSound":
    "a part of a new document, which is told of once it can be heard",
  "features/documents/sound/commands.server.ts#describeSound": "a part of the change of a document",
  "sample/load.server.ts#loadSample": "nobody made it and nobody is told; it raises the version itself",
}

const door = "features/changes/commands.server.ts#changed"
const units = unitsOf(serverFiles)

function isPublicWrite(unit: Unit, table: string) {
  return table === "?" || publicTables.includes(table) || (publicColumns[table]?.test(unit.text) ?? false)
}

/** Returns the exported functions that write public content and never reach `changed`. */
function silentIn(all: Map<string, Unit>, isQuiet = (key: string) => key in quiet): string[] {
  return [...all].flatMap(([key, unit]) => {
    if (!unit.isExported || !/^(features|sample)\//.test(unit.file) || isQuiet(key)) return []
    const reached = [...reachedFrom(all, key, "mentions")].flatMap((one) => all.get(one) ?? [])
    const writes = reached.some((one) => [...one.writes].some((table) => isPublicWrite(one, table)))
    return writes && !reachedFrom(all, key, "calls").has(door) ? [key] : []
  })
}

test("every table is listed as public, derived, loaded, log or private", () => {
  const schema = readFileSync("src/db/schema.ts", "utf8")
  const body = /export interface DB \{([^}]+)\}/.exec(schema)?.[1] ?? ""
  const tables = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
  const known = [...publicTables, ...derivedTables, ...putInTables, ...logTables, ...privateTables]

  expect(tables.length).toBeGreaterThan(40)
  expect(known.toSorted()).toEqual(tables.toSorted())
})

test("every exported function that writes public content calls `changed`, apart from the listed exceptions", () => {
  expect(silentIn(units)).toEqual([])
})

test("every listed exception exists and writes public content without calling `changed`", () => {
  const silent = silentIn(units, () => false)

  expect(Object.keys(quiet).filter((key) => !silent.includes(key))).toEqual([])
})

test("the analysis finds the writes and the calls of the real code", () => {
  expect([...units.values()].filter(({ writes }) => writes.size > 0).length).toBeGreaterThan(100)
  expect([...(units.get("features/events/store.server.ts#insertEvents")?.writes ?? [])]).toEqual(["events"])
  for (const command of ["writing/commands.server.ts#publishDue", "duplicates/commands.server.ts#mergeEvents"])
    expect(reachedFrom(units, `features/events/${command}`, "calls")).toContain(door)
})

test.each([
  ["SQL", "sql`update events set title = ${title}`.execute(tx)"],
  ["SQL with a table that is not written out", "sql`delete from ${sql.table(table)} where true`.execute(tx)"],
  ["the query builder", 'tx.deleteFrom("event_prices").execute()'],
  ["the query builder, with a table that is not written out", "tx.updateTable(table).execute()"],
  ["a statement within another", "sql`with gone as (delete from relations returning 1) select 1`.execute(tx)"],
  ["a store", "saveEvents(tx, [])"],
  ["a function in between", "between(tx)"],
  ["the door's name in a comment", "saveEvents(tx, []) /* changed(tx, {}) */"],
  ["the door, only mentioned", "(saveEvents(tx, []), changed)"],
  ["somebody's page under another name", 'tx.updateTable("users").set({ identity_id: 1 }).execute()'],
  ["many rows at once", 'deleteInSteps(tx, "attendances", sql`true`)'],
])("a function that writes public content and never calls `changed` is reported (%s)", (_, statement) => {
  const source = `
    import { sql } from "kysely"
    import { deleteInSteps } from "#db/in-steps.ts"
    import { changed } from "#features/changes/commands.server.ts"
    import { saveEvents } from "../events/store.server.ts"
    const between = (tx) => saveEvents(tx, [])
    export async function forgetful(tx, title, table) { await ${statement} }
    export async function honest(tx, title, table) { await ${statement}; await changed(tx, []) }`
  const file = "src/features/planted/commands.server.ts"
  const all = new Map([...units, ...unitsOf([file], () => source)])

  expect(silentIn(all)).toEqual(["features/planted/commands.server.ts#forgetful"])
})

test("locking rows for an update and `on conflict do update` do not count as writes", () => {
  expect(writesOf("select from events for no key update of e")).toEqual([])
  expect(writesOf("select id from events limit 1 for update skip locked").filter((t) => t === "events")).toEqual([])
  expect(writesOf("on conflict (id) do update set name = 1").filter((t) => publicTables.includes(t))).toEqual([])
})

test("exported functions of queries.server.ts files write no table", () => {
  const writing = [...units].flatMap(([key, unit]) => {
    if (!/(^|\/)queries\.server\.ts$/.test(unit.file) || !unit.isExported) return []
    const reached = [...reachedFrom(units, key, "mentions")].flatMap((one) => units.get(one) ?? [])
    // A secret of the instance, created when it is first needed, is not visible to anybody.
    const others = reached.filter(({ file }) => file !== "db/server-secret.ts")
    return others.some(({ writes }) => [...writes].some((table) => known(table))) ? [key] : []
  })
  expect(writing).toEqual([])
})

test("modules of API calls, feeds, representations and cards write no public content themselves", () => {
  const writing = [...units].flatMap(([key, unit]) =>
    /\/(.*-)?(api|feeds|representation|card)\.server\.tsx?$/.test(unit.file) &&
    [...unit.writes].some((table) => isPublicWrite(unit, table))
      ? [key]
      : [],
  )
  expect(writing).toEqual([])
})

test("consequences of a change are not called from other folders, and only two functions elsewhere write the log", () => {
  const consequences =
    /#(noteEdits|noteReturns|noteWithdrawals|requestConfirmations|noteInvitation|noteClaim|refreshSearch\w*|noteActivities|countImported)$/
  const byHand = [...units].flatMap(([key, { file, calls }]) =>
    [...calls].flatMap((called) => {
      // Calls from the handler in the same folder, or in a subfolder of it, are allowed.
      const home = called.split("#")[0] as string
      const isOwn = home.startsWith(file.slice(0, file.lastIndexOf("/") + 1))
      return consequences.test(called) && !isOwn ? [`${key} → ${called}`] : []
    }),
  )
  expect(byHand).toEqual([])

  const log = [...units].flatMap(([key, { file, writes }]) =>
    logTables.some((table) => writes.has(table)) && !file.startsWith("features/changes/") ? [key] : [],
  )
  // Merges and deletions change whose journal an entry belongs to, and who is named in it.
  expect(log.toSorted()).toEqual([
    "features/accounts/leaving/removal.server.ts#removeRows",
    "features/events/duplicates/commands.server.ts#moveHistory",
  ])
})

test("only the activities feature writes the feed's tables, and `noteActivities` does so through `writeFolded`", () => {
  const feed = [...units].flatMap(([key, { file, writes }]) =>
    ["activities", "activity_parts"].some((table) => writes.has(table)) && !file.startsWith("features/activities/")
      ? [key]
      : [],
  )
  expect(feed).toEqual([])
  expect(reachedFrom(units, "features/activities/commands.server.ts#noteActivities", "calls")).toContain(
    "features/activities/store.server.ts#writeFolded",
  )
})

function known(table: string) {
  return table === "?" || [...publicTables, ...derivedTables, ...logTables, ...privateTables].includes(table)
}
