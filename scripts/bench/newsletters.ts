// `npm run bench:newsletters [-- READERS]`: the time to make the issues of this many newsletters and hand them to a mail server,
// by one process beside its database; and whether memory stays constant. 150,000 by default, of which some 100,000 have content.
import { fork } from "node:child_process"
import { createServer } from "node:net"
import { rmSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { sql } from "kysely"
import { readConfig } from "../../src/config/config.ts"
import { openDb, openPool } from "../../src/db/connection.ts"
import { startEmbedded } from "../../src/db/embedded.ts"
import { migrate } from "../../src/db/migrate.ts"
import { setConsequences } from "../../src/features/changes/consequences.server.ts"
import { makeDueIssues } from "../../src/features/newsletters/issues/commands.server.ts"
import { consequences } from "../../src/changes.ts"
import { startJobs } from "../../src/jobs.ts"
import { fillAgenda } from "../../test/load/fill.ts"
import { subscribers } from "../../test/worlds/newsletter-world.ts"
import { temporaryDirectory } from "../../test/temporary.ts"
import { memory } from "./load.ts"

if (process.env.MAIL_SINK) await sink()
else await measure(Number(process.argv[2] ?? 150_000))

/** Starts a mail server in a child process that accepts all mails and stores none. */
async function sink() {
  const server = createServer((socket) => {
    let isData = false
    let rest = ""
    socket.setNoDelay(true)
    socket.on("error", () => {})
    socket.write("220 sink\r\n")
    socket.on("data", (bytes: Buffer) => {
      if (isData) {
        rest = (rest + bytes.subarray(-5).toString("latin1")).slice(-5)
        if (rest !== "\r\n.\r\n") return
        isData = false
        rest = ""
        socket.write("250 taken\r\n")
        return
      }
      for (const line of bytes.toString("latin1").split("\r\n").filter(Boolean)) {
        if (/^DATA/i.test(line)) {
          isData = true
          socket.write("354 go on\r\n")
        } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n")
        else socket.write("250 sink\r\n")
      }
    })
  })
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as { port: number }).port))
}

async function measure(readers: number) {
  setConsequences(consequences)
  const dataDir = temporaryDirectory("bench-newsletters")
  const server = await startEmbedded(dataDir)
  await migrate(server.url)
  const db = openDb(openPool(server.url, 5, () => {}))
  const mail = fork(fileURLToPath(import.meta.url), { env: { ...process.env, MAIL_SINK: "1" } })
  const port = await new Promise<number>((known) => mail.once("message", (said) => known(Number(said))))
  try {
    console.log(`Filling an agenda of 10,000 events, and ${readers.toLocaleString("en")} readers…`)
    const filling = openDb(openPool(server.url, 1, () => {}))
    await sql`set statement_timeout = 0`.execute(filling)
    await fillAgenda(filling, 10_000)
    await fillReaders(filling, readers)
    await sql`vacuum analyze`.execute(filling)
    await filling.destroy()
    await makeDueIssues(db)
    await sql`update subscriptions set next_due_at = now() - interval '1 minute'`.execute(db)
    // Samples the memory during the run.
    const seen: number[] = []
    const watch = setInterval(() => seen.push(memory(process.pid)), 1000)

    const began = Date.now()
    const made = await makeDueIssues(db)
    const planned = (Date.now() - began) / 1000
    console.log(
      `${made.toLocaleString("en")} issues made in ${planned.toFixed(1)} s: ${Math.round(made / planned)} a second`,
    )

    const config = { ...readConfig({ PUBLIC_URL: "https://foyer.example" }), smtpUrl: `smtp://127.0.0.1:${port}` }
    const quiet = { error: console.error, warn() {}, info() {}, debug() {} }
    const started = Date.now()
    const before = process.cpuUsage()
    // Starts the jobs as the server does.
    const jobs = await startJobs({ db, config, log: quiet as never }, server.url)
    let half = 0
    let told = Date.now()
    for (let left = made; left > 0;) {
      await pause(1000)
      const { rows } = await sql<{ left: number }>`
        select count(*)::int as left from newsletter_issues where state = 'queued'`.execute(db)
      left = rows[0]?.left ?? 0
      if (half === 0 && left <= made / 2) half = Date.now()
      if (Date.now() - told > 30_000) {
        told = Date.now()
        const rate = (made - left) / ((told - started) / 1000)
        console.log(`  ${left.toLocaleString("en")} left, ${Math.round(rate)} a second, ${memory(process.pid)} MB`)
      }
    }
    const sent = (Date.now() - started) / 1000
    clearInterval(watch)
    await jobs.stop()
    const quarter = (from: number) =>
      Math.max(...seen.slice(Math.floor(seen.length * from), Math.ceil(seen.length * (from + 0.25))))
    console.log(
      `${made.toLocaleString("en")} mails handed over in ${sent.toFixed(1)} s: ${Math.round(made / sent)} a second`,
    )
    const { user, system } = process.cpuUsage(before)
    console.log(`${((user + system) / 1000 / made).toFixed(1)} ms of processor each, drawing included`)
    const later = made / 2 / ((Date.now() - half) / 1000)
    console.log(`the second half, when posters are drawn: ${Math.round(later)} a second`)
    console.log(`memory at most, quarter by quarter: ${[0, 0.25, 0.5, 0.75].map(quarter).join(", ")} MB`)
    console.log(`memory at most: ${Math.max(...seen)} MB`)
    const minutes = (planned + sent) / 60
    console.log(
      `${readers.toLocaleString("en")} readers: ${made.toLocaleString("en")} mails in ${minutes.toFixed(1)} minutes`,
    )
    console.log(
      `100,000 mails ${made >= 100_000 ? "took" : "would take"} ${Math.round((minutes / made) * 100_000)} minutes`,
    )
    const states =
      await sql`select state, failure, count(*)::int as count from newsletter_issues group by 1, 2`.execute(db)
    console.log(JSON.stringify(states.rows))
  } finally {
    mail.kill()
    await db.destroy()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Inserts readers: six of ten have an account and follow a dozen pages, two follow three pages without an account, one has a
 * newsletter about a place, one about a category.
 */
async function fillReaders(db: ReturnType<typeof openDb>, readers: number) {
  await sql`
    insert into users (username, password, language, timezone, newsletter_frequency)
    select 'reader_' || n, '$argon2id$nobody', (array['fr', 'en', 'nl'])[1 + n % 3], 'Europe/Brussels', 'weekly'
    from generate_series(1, ${Math.round(readers * 0.6)}::int) n`.execute(db)
  await sql`insert into emails (user_id, email, is_primary, verified_at)
    select id, username || '@exemple.be', true, now() from users`.execute(db)
  await sql`insert into follows (user_id, actor_id) select u.id, (select min(id) from actors) + (u.id * 7919 + nth * 104729) % 5000
    from users u, generate_series(1, 12) nth on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: number }>`select min(id) as id from actors`.execute(db)
  const first = rows[0]?.id ?? 1
  const towns = [
    [50.85, 4.35],
    [50.63, 5.57],
    [51.05, 3.72],
    [52.37, 4.9],
  ] as const
  const others = Array.from({ length: readers - Math.round(readers * 0.6) }, (_, nth) => {
    const [lat, lon] = towns[nth % 4] as readonly [number, number]
    if (nth % 4 < 2) return { filters: { actors: [0, 1, 2].map((one) => first + ((nth * 31 + one * 997) % 5000)) } }
    if (nth % 4 === 2)
      return { filters: { places: [{ name: "", lat, lon: lon + (nth % 50) / 1000, radius: 5 + (nth % 5) }] } }
    return { filters: { categories: [["music", "theatre", "dance"][nth % 3] as string] } }
  }).map((one, nth) => ({ ...one, language: ["fr", "en", "nl"][nth % 3] as string }))
  for (let at = 0; at < others.length; at += 1000)
    await subscribers(
      db,
      others.slice(at, at + 1000).map((one, nth) => ({ ...one, email: `other${at + nth}@exemple.be` })),
    )
}
