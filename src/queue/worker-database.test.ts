import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { enqueueAll } from "#queue/enqueue.ts"
import { testDatabase } from "#test/database.ts"
import { until } from "#test/elsewhere/mail-server.ts"
import { freePort } from "#test/instances/server.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { startJobs } from "../jobs.ts"

/** Encodes an error as PostgreSQL sends it: message `E` of its protocol 3. */
function errorOf(severity: "ERROR" | "FATAL", code: string) {
  const fields = Buffer.from(`S${severity}\0V${severity}\0C${code}\0Mit ends\0\0`)
  const head = Buffer.from("E____")
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
const readyForQuery = Buffer.from("Z\0\0\0\u0005I", "latin1")

/**
 * A proxy of a database that shuts down at the second LISTEN: it refuses that statement, and a moment later reports its shutdown.
 */
async function endsOnListening(to: number) {
  const port = await freePort()
  const open = new Set<Socket>()
  let asked = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const there = connect(to, "127.0.0.1")
    for (const one of [socket, there]) {
      open.add(one)
      one.on("error", () => {})
    }
    there.pipe(socket)
    socket.on("end", () => there.end())
    socket.on("data", (said) => {
      if (!/listen "/i.test(said.toString("latin1")) || ++asked !== 2) return void there.write(said)
      there.unpipe(socket)
      there.destroy()
      socket.write(Buffer.concat([errorOf("ERROR", "55000"), readyForQuery]))
      socket.once("data", () => socket.end(errorOf("FATAL", "57P01"))) // the client says goodbye first
    })
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return {
    port,
    asked: () => asked,
    cut() {
      for (const socket of open) socket.destroy()
    },
    close() {
      this.cut()
      server.close()
    },
  }
}

test("workers listen for new jobs again after the database ended during a LISTEN", async () => {
  const own = await testDatabase()
  const url = new URL(own.connectionString())
  const between = await endsOnListening(Number(url.port))
  url.port = String(between.port)
  // Workers poll every ten minutes here, so a job that starts earlier was started by a notification.
  const jobs = await startJobs(testSite(own.db).world, url.href, { pollSeconds: 600 })
  try {
    between.cut()
    await until(() => between.asked() === 3)
    await until(async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and query ilike 'listen %'`.execute(own.db)
      return rows[0]?.count === 1
    })
    await enqueueAll(own.db, "activities.refresh", [{ actorIds: [] }])
    const states = async () => {
      const { rows } = await sql<{ state: string }>`
        select state from pgboss.job where name = 'activities.refresh'`.execute(own.db)
      return rows.map(({ state }) => state)
    }
    await until(async () => (await states()).every((state) => state === "completed"))
    expect(await states()).toEqual(["completed"])
  } finally {
    await jobs.stop()
    between.close()
    await own.drop()
  }
})
