import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { expect, test, vi } from "vitest"
import { temporaryDirectory } from "#test/temporary.ts"
import { openDb, openPool } from "./connection.ts"
import { startSupervised } from "./supervised.ts"
import { isAvailable } from "./unavailable.ts"
import { withDatabase } from "./with-database.ts"

test("a database server that is killed or interrupted restarts on the same port; after stop() it stays down", async () => {
  const directory = temporaryDirectory("supervised")
  const said: string[] = []
  const server = await startSupervised(directory, (level, line) => said.push(`${level}: ${line}`))
  const db = openDb(openPool(server.url, 2, () => {}))
  const pid = () => Number(readFileSync(join(directory, "pg/postmaster.pid"), "utf8").split("\n")[0])
  await sql`create table kept (id int)`.execute(db)

  const pids = [pid()]
  for (const signal of ["SIGKILL", "SIGKILL", "SIGINT"] as const) {
    const running = sql`select pg_sleep(60)`.execute(db).catch(() => "ended")
    process.kill(pids.at(-1) as number, signal)
    expect(await running).toBe("ended")
    await vi.waitFor(async () => expect(await isAvailable(db)).toBe(true), { timeout: 20_000 })
    pids.push(pid())
  }
  // A command of the operator shares the server and leaves it running.
  await withDatabase({ databaseUrl: undefined, dataDir: directory }, 1, (shared) =>
    sql`select * from kept`.execute(shared),
  )
  expect(pid()).toBe(pids.at(-1))
  expect(await isAvailable(db)).toBe(true)
  expect(new Set(pids).size).toBe(4)
  await sql`select * from kept`.execute(db)
  expect(said.filter((line) => line.startsWith("warn: the database server has ended"))).toHaveLength(3)

  await db.destroy()
  await server.stop()
  // The server has ended; its parent, this process, learns of that a moment later.
  await vi.waitFor(() => expect(() => process.kill(pids.at(-1) as number, 0)).toThrow("ESRCH"))
  rmSync(directory, { recursive: true, force: true })
})
