// A year of newsletters over real events, with a simulated clock: in four time zones, across both changes of the clocks, none is
// missing and none is sent twice. npm run load:newsletters -- FILE… (lists of events, as `npm run import` reads them)
import { rmSync } from "node:fs"
import { sql } from "kysely"
import { openDb, openPool } from "../../src/db/connection.ts"
import { startEmbedded } from "../../src/db/embedded.ts"
import { migrate } from "../../src/db/migrate.ts"
import { setConsequences } from "../../src/features/changes/consequences.server.ts"
import { importEvents } from "../../src/features/imports/commands.server.ts"
import { makeDueIssues } from "../../src/features/newsletters/issues/commands.server.ts"
import type { Schedule } from "../../src/features/newsletters/newsletter.ts"
import { type Due, nextDue } from "../../src/features/newsletters/schedule.ts"
import { consequences } from "../../src/changes.ts"
import { isoAt } from "../../src/lib/time.ts"
import { collectingMailer, runAt, subscribers } from "../worlds/newsletter-world.ts"
import { temporaryDirectory } from "../temporary.ts"

const files = process.argv.slice(2)
if (files.length === 0) throw new Error("which lists of events?")
setConsequences(consequences)
const dataDir = temporaryDirectory("newsletters-year")
const server = await startEmbedded(dataDir)
await migrate(server.url)
const db = openDb(openPool(server.url, 4, () => {}))
try {
  for (const file of files) {
    const importing = importEvents(db, "operator", file, { timezone: "Europe/Paris", language: "fr" })
    for (let step = await importing.next(); !step.done; step = await importing.next());
  }
  const { rows: spans } = await sql<{ year: number; dates: number }>`
    select extract(year from starts_at)::int as year, count(*)::int as dates from occurrences where listed
    group by 1 order by 2 desc limit 1`.execute(db)
  const { year = 2026, dates = 0 } = spans[0] ?? {}
  console.log(`${dates} dates in ${year}`)

  const zones = ["Europe/Brussels", "America/New_York", "Australia/Sydney", "Asia/Kolkata"]
  const schedules = zones.flatMap((timezone): Schedule[] => [
    { frequency: "daily", weekday: 1, hour: 2, timezone },
    { frequency: "weekly", weekday: 7, hour: 2, timezone },
    { frequency: "monthly", weekday: 1, hour: 8, timezone },
  ])
  const ids = await subscribers(db, schedules)
  const start = new Date(`${year}-01-01T12:00Z`)
  const end = new Date(`${year + 1}-01-01T12:00Z`)
  const { mails, mailer } = collectingMailer()
  await makeDueIssues(db, start)
  let runs = 0
  const looked = new Map<number, number>()
  for (;;) {
    const { rows } = await sql<{ next: Date }>`select min(next_due_at) as next from subscriptions`.execute(db)
    const now = new Date((rows[0] as { next: Date }).next.getTime() + 30_000)
    if (now >= end) break
    const { rows: due } = await sql<{ id: number }>`select id from subscriptions where next_due_at <= ${now}`.execute(
      db,
    )
    for (const { id } of due) looked.set(id, (looked.get(id) ?? 0) + 1)
    await runAt(db, now, mailer)
    // Runs once more at the same time, as after a crash: nothing is left to do.
    if ((await makeDueIssues(db, now)) > 0) throw new Error(`something was made twice at ${now.toISOString()}`)
    runs++
  }
  const issues = await db.selectFrom("newsletter_issues").selectAll().execute()
  let wrong = 0
  for (const [nth, schedule] of schedules.entries()) {
    const expected: Due[] = []
    for (let due = nextDue(schedule, start); due.at < end; due = nextDue(schedule, due.at)) expected.push(due)
    const mine = issues.filter(({ subscription_id }) => subscription_id === ids[nth])
    const periods = new Set(mine.map(({ period }) => period))
    const isRight =
      periods.size === mine.length &&
      looked.get(ids[nth] as number) === expected.length &&
      mine.every(({ period, due_at }) => expected.some((due) => due.period === period && +due.at === +due_at))
    if (!isRight) wrong++
    const odd = mine
      .map(({ due_at }) => isoAt(due_at, schedule.timezone))
      .filter((wall) => Number(wall.slice(11, 13)) !== schedule.hour)
    console.log(
      `${isRight ? "right" : "WRONG"}: ${schedule.frequency} at ${schedule.hour} h in ${schedule.timezone}: due ${expected.length} times, looked at ` +
        `${looked.get(ids[nth] as number)} times, ${mine.length} issues (the others had nothing new)${odd.length > 0 ? `; moved on: ${odd.join(", ")}` : ""}`,
    )
  }
  const names = mails.map(({ id }) => id)
  console.log(`${runs} moments, ${issues.length} issues, ${mails.length} mails, ${new Set(names).size} different ones`)
  if (wrong > 0 || mails.length !== issues.length || new Set(names).size !== names.length) process.exitCode = 1
} finally {
  await db.destroy()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
