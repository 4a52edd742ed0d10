import { once } from "node:events"
import { expect, test } from "vitest"
import { mailServer, until } from "../../elsewhere/mail-server.ts"
import { startServer } from "../../instances/server.ts"
import { signsUp } from "../../worlds/signed-up.ts"
import { newName } from "../people/accounts-people.ts"
import { inDatabase } from "../servers/database-of.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"

test("jobs of a killed process go on seconds after it is started again, and a living process keeps its jobs", async () => {
  const stuck: string[] = []
  const stuckMails = await mailServer((_, to) => {
    stuck.push(to)
    return new Promise<undefined>(() => {})
  })
  const arrived: string[] = []
  const held: string[] = []
  const slow = Promise.withResolvers<undefined>()
  const slowMails = await mailServer((_, to) => {
    arrived.push(to)
    if (held.length > 0 && stuck.length > 0) return undefined
    held.push(to)
    return slow.promise
  })
  const killed = await dedicatedServer({ LIMITS: "0", SMTP_URL: stuckMails.url })
  const others = { LIMITS: "0", SMTP_URL: slowMails.url, DATA_DIR: killed.dataDir, PUBLIC_URL: killed.url }
  const living = await startServer(others)
  try {
    // Whichever process hears of a mail first sends it, until all its workers wait.
    await until(async () => {
      await signsUp(living.url, newName("ilse"), killed.url)
      return stuck.length > 0 && held.length > 0
    })
    killed.process.kill("SIGKILL")
    await once(killed.process, "exit")
    const again = await startServer({ ...others, PORT: new URL(killed.url).port })
    try {
      // pg-boss alone would take them over after a minute without heartbeats.
      await until(() => stuck.every((address) => arrived.includes(address)), 30)
      const { rows } = await inDatabase(killed.dataDir, (db) =>
        db.query("select retry_count from pgboss.job where name = 'accounts.mail' and state in ('active', 'retry')"),
      )
      expect(rows).toEqual(held.map(() => ({ retry_count: 0 })))
      slow.resolve(undefined)
      await until(() => slowMails.mails.length === arrived.length)
      expect(arrived.toSorted()).toEqual([...new Set(arrived)].toSorted())
    } finally {
      await again.stop()
    }
  } finally {
    slow.resolve(undefined)
    await living.stop()
    await killed.stop()
    await Promise.all([stuckMails.end(), slowMails.end()])
  }
})
