import { sql } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { Db } from "#db/connection.ts"
import { world } from "#test/worlds/world.ts"
import { consequences } from "../../changes.ts"
import { bySystem, type LoggedChange } from "./change.ts"
import { changed } from "./commands.server.ts"
import { setConsequences } from "./consequences.server.ts"
import { followBatch, sweepChanges } from "./following.server.ts"

let here: Awaited<ReturnType<typeof world>>
/** The changes that the consequence received, in order; `fails` decides for each whether it throws. */
let heard: [number, string][]
let fails: (change: LoggedChange) => boolean
const idOf = ({ subject }: LoggedChange) => Object.values(subject)[0] as number

beforeEach(async () => {
  here = await world()
  heard = []
  fails = () => false
  setConsequences([
    {
      name: "listener",
      wants: ({ kind }) => kind !== "seen",
      // Written in the transaction of the consequence, so that a failure leaves no trace.
      later: async (tx, changes) => {
        for (const change of changes) {
          if (fails(change)) throw new Error("not now")
          await sql`insert into settings (key, value) values (${`heard ${change.id}`}, '1')`.execute(tx)
        }
        heard.push(...changes.map((change): [number, string] => [idOf(change), change.kind]))
      },
    },
  ])
})
afterEach(() => setConsequences(consequences))

const tell = (db: Db, event: number, kind: LoggedChange["kind"]) =>
  changed(db, { by: bySystem("schedule"), subject: { event }, kind, isPublic: true })
const open = async () => {
  const { rows } = await sql<{ id: number }>`
    select id from change_batches where followed_at is null order by id`.execute(here.db)
  return rows.map(({ id }) => id)
}
const queued = async () => {
  const { rows } = await sql<{ batch: number }>`
    select (data->>'batch')::int as batch from pgboss.job where name = 'changes.follow' order by batch`.execute(here.db)
  return rows.map(({ batch }) => batch)
}

test("the changes of one transaction are one follow-up job, which exists only if it commits", async () => {
  await here.db.transaction().execute(async (tx) => {
    const by = bySystem("import")
    await changed(tx, [
      { by, subject: { event: 1 }, kind: "created", isPublic: true },
      { by, subject: { actor: 2 }, kind: "seen", isPublic: false },
      { by, subject: { event: 3 }, kind: "created", isPublic: true },
    ])
  })
  const undone = here.db.transaction().execute(async (tx) => {
    await tell(tx, 9, "updated")
    throw new Error("after all not")
  })
  await expect(undone).rejects.toThrow("after all not")
  expect(await queued()).toEqual(await open())
  expect(await open()).toHaveLength(1)
  // A change that no consequence wants costs no job.
  await here.db.transaction().execute((tx) => tell(tx, 1, "seen"))
  expect(await queued()).toHaveLength(1)
  const [batch] = (await open()) as [number]
  await followBatch(here.db, batch)
  expect(heard).toEqual([
    [1, "created"],
    [3, "created"],
  ])
})

test("a batch that is followed repeatedly and by several workers at once is processed once", async () => {
  await here.db.transaction().execute((tx) => tell(tx, 1, "updated"))
  const [batch] = (await open()) as [number]
  await Promise.all([1, 2, 3, 4].map(() => followBatch(here.db, batch)))
  await followBatch(here.db, batch)
  expect(heard).toEqual([[1, "updated"]])
  expect(await open()).toEqual([])
})

test("a batch that commits after a later batch is still followed", async () => {
  const first = Promise.withResolvers<void>()
  const isNumbered = Promise.withResolvers<void>()
  const slow = here.db.transaction().execute(async (tx) => {
    await tell(tx, 1, "updated")
    isNumbered.resolve()
    await first.promise
  })
  await isNumbered.promise
  await here.db.transaction().execute((tx) => tell(tx, 2, "updated"))
  for (const batch of await open()) await followBatch(here.db, batch)
  expect(heard).toEqual([[2, "updated"]])
  first.resolve()
  await slow
  expect(await queued()).toHaveLength(2)
  for (const batch of await queued()) await followBatch(here.db, batch)
  expect(heard.toSorted()).toEqual([
    [1, "updated"],
    [2, "updated"],
  ])
})

test("changes of one subject are followed in their order, and other subjects do not wait for them", async () => {
  for (const kind of ["created", "updated", "cancelled"] as const)
    await here.db.transaction().execute((tx) => tell(tx, 1, kind))
  await here.db.transaction().execute((tx) => tell(tx, 2, "created"))
  const [, second, third, other] = (await open()) as [number, number, number, number]
  fails = (change) => idOf(change) === 1 && change.kind === "created"
  await expect(followBatch(here.db, third)).rejects.toThrow("not now")
  await followBatch(here.db, other)
  expect(heard).toEqual([[2, "created"]])
  fails = () => false
  await followBatch(here.db, third)
  await followBatch(here.db, second)
  expect(heard.slice(1)).toEqual([
    [1, "created"],
    [1, "updated"],
    [1, "cancelled"],
  ])
  expect(await open()).toEqual([])
})

test("a failing consequence does not stop others, and an unknown consequence keeps its batch open", async () => {
  const also: number[] = []
  setConsequences([
    { name: "broken", later: () => Promise.reject(new Error("out of order")) },
    { name: "sound", later: async (_tx, changes) => void also.push(...changes.map(idOf)) },
  ])
  await here.db.transaction().execute((tx) => tell(tx, 7, "updated"))
  const [batch] = (await open()) as [number]
  await expect(followBatch(here.db, batch)).rejects.toThrow("out of order")
  expect(also).toEqual([7])
  setConsequences([{ name: "sound", later: async (_tx, changes) => void also.push(...changes.map(idOf)) }])
  await expect(followBatch(here.db, batch)).rejects.toThrow("broken")
  expect(also).toEqual([7])
  expect(await open()).toEqual([batch])
})

test("the sweep queues a lost batch again, and deletes old batches and changes of missing events", async () => {
  const event = await here.nour.publishes()
  // The second event no longer exists; the change of the third still has to be followed.
  for (const id of [event.id, 999_998, 999_999]) await here.db.transaction().execute((tx) => tell(tx, id, "updated"))
  const [first, second, lost] = (await open()) as [number, number, number]
  for (const batch of [first, second]) await followBatch(here.db, batch)
  await sql`delete from pgboss.job`.execute(here.db)
  await sql`update changes set created_at = now() - interval '40 days'`.execute(here.db)
  await sql`update change_batches set created_at = now() - interval '40 days', followed_at = followed_at - interval '40 days'`.execute(
    here.db,
  )
  await sweepChanges(here.db)
  expect(await queued()).toEqual([lost])
  const { rows } = await sql<{ subject_id: number }>`select subject_id from changes order by id`.execute(here.db)
  expect(rows.map(({ subject_id }) => subject_id)).toEqual([event.id, 999_999])
  expect((await sql`select from change_batches`.execute(here.db)).rows).toHaveLength(1)
})
