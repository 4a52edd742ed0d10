// 1,000 newsletters sent by two processes, one of which is killed in the middle: each reader gets exactly one. npm run
// faults:newsletters [-- READERS]
import { fork } from "node:child_process"
import { setTimeout as pause } from "node:timers/promises"
import { rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { sql } from "kysely"
import { readConfig } from "../../src/config/config.ts"
import { openDb, openPool } from "../../src/db/connection.ts"
import { startEmbedded } from "../../src/db/embedded.ts"
import { migrate } from "../../src/db/migrate.ts"
import { setConsequences } from "../../src/features/changes/consequences.server.ts"
import { saveActors } from "../../src/features/actors/store.server.ts"
import { saveEvents } from "../../src/features/events/store.server.ts"
import { makeDueIssues } from "../../src/features/newsletters/issues/commands.server.ts"
import { consequences } from "../../src/changes.ts"
import { startJobs } from "../../src/jobs.ts"
import { mailServer } from "../elsewhere/mail-server.ts"
import { subscribers } from "../worlds/newsletter-world.ts"
import { temporaryDirectory } from "../temporary.ts"

const worker = process.env.NEWSLETTER_WORKER
if (worker) await work(worker)
else await main(Number(process.argv[2] ?? 1000))

/** Runs jobs in one process until it is killed. */
async function work(databaseUrl: string) {
  const config = readConfig({ ...process.env, PUBLIC_URL: "https://foyer.example" })
  const quiet = { error() {}, warn() {}, info() {}, debug() {} }
  const db = openDb(openPool(databaseUrl, 5, () => {}))
  await startJobs({ db, config, log: quiet as never }, databaseUrl, { pollSeconds: 0.5 })
  process.send?.("ready")
}

async function main(readers: number) {
  setConsequences(consequences)
  const dataDir = temporaryDirectory("newsletters")
  const server = await startEmbedded(dataDir)
  await migrate(server.url)
  const db = openDb(openPool(server.url, 5, () => {}))
  const smtp = await mailServer(async () => {
    await pause(20)
    return undefined
  })
  const processes: ReturnType<typeof fork>[] = []
  try {
    const [house] = await saveActors(db, [
      { fid: "hangar", type: "place", name: "Le Hangar des Vents", language: "fr", status: "published" },
    ])
    const days = Array.from({ length: 8 }, (_, nth) => new Date(Date.now() + (nth + 1) * 86_400_000))
    await saveEvents(
      db,
      days.map((starts_at, nth) => ({
        language: "fr" as const,
        title: { fr: `Veilleuse ${nth + 1}` },
        category: "music" as const,
        timezone: "Europe/Brussels",
        occurrences: [{ starts_at, ends_at: null }],
        organizer_ids: [house as number],
        place_id: house as number,
        workflow: "published" as const,
      })),
    )
    await subscribers(
      db,
      Array.from({ length: readers }, (_, nth) => ({ email: `reader${nth}@exemple.be` })),
    )
    await makeDueIssues(db)
    await sql`update subscriptions set next_due_at = now() - interval '1 minute'`.execute(db)

    const file = fileURLToPath(import.meta.url)
    const environment = { ...process.env, NEWSLETTER_WORKER: server.url, SMTP_URL: smtp.url }
    for (let nth = 0; nth < 2; nth++) processes.push(fork(file, { env: environment }))
    await Promise.all(processes.map((one) => new Promise((ready) => one.once("message", ready))))
    const began = Date.now()
    const planned = await Promise.all([makeDueIssues(db), makeDueIssues(db)])
    console.log(`${planned.join(" + ")} issues made by two planners at once`)
    while (smtp.mails.length < readers / 3) await pause(20)
    processes[0]?.kill("SIGKILL")
    console.log(`a process killed after ${smtp.mails.length} mails`)

    const open = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from newsletter_issues where state = 'queued'`.execute(db)
      return rows[0]?.count ?? 0
    }
    // The dead process sends no more heartbeats: within two minutes its jobs go to the other automatically.
    let seconds = 0
    while (seconds++ < 600 && (await open()) > 0) await pause(1000)
    const counts = new Map<string, Set<string>>()
    const seen = new Map<string, number>()
    for (const { to, source } of smtp.mails) {
      const id = /^Message-ID: (.*)$/im.exec(source)?.[1] ?? ""
      const address = to.join()
      seen.set(address, (seen.get(address) ?? 0) + 1)
      counts.set(address, (counts.get(address) ?? new Set()).add(id.trim()))
    }
    const twice = [...seen.values()].filter((count) => count > 1).length
    const others = [...counts.values()].filter((ids) => ids.size > 1).length
    console.log(
      `${smtp.mails.length} mails to ${seen.size} of ${readers} readers in ${Math.round((Date.now() - began) / 100) / 10} s; ` +
        `${twice} in doubt were sent again under the same Message-ID, ${others} readers got two different ones`,
    )
    const states =
      await sql`select state, failure, count(*)::int as count from newsletter_issues group by 1, 2`.execute(db)
    console.log(JSON.stringify(states.rows))
    if (seen.size !== readers || others > 0 || twice > 8) process.exitCode = 1
  } finally {
    for (const one of processes) one.kill("SIGKILL")
    await smtp.end()
    await db.destroy()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
