import { expect, test } from "vitest"
import { testDatabase } from "#test/database.ts"
import { openDb, openPool } from "./connection.ts"
import { exclusively } from "./exclusive.ts"

test("of two processes that do the same work at once only one does it; others may afterwards, even if it failed", async () => {
  const there = await testDatabase()
  const other = openDb(openPool(there.connectionString(), 1, () => {}))
  let finish: () => void = () => {}
  const started = Promise.withResolvers<void>()
  const first = exclusively(there.db, "moving", async () => {
    started.resolve()
    await new Promise<void>((done) => (finish = done))
    return "first"
  })
  await started.promise
  expect(await exclusively(other, "moving", async () => "second")).toBeUndefined()
  expect(await exclusively(other, "something else", async () => "third")).toEqual({ result: "third" })
  finish()
  expect(await first).toEqual({ result: "first" })

  await expect(exclusively(other, "moving", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken")
  expect(await exclusively(there.db, "moving", async () => "fourth")).toEqual({ result: "fourth" })
  await other.destroy()
  await there.drop()
})
