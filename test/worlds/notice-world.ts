import { sql } from "kysely"
import { readConfig } from "#config/config.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { World } from "#http/world.ts"
import { startJobs } from "../../src/jobs.ts"
import type { EventFields } from "./world.ts"
import { writingWorld } from "./writing-world.ts"

const quiet = { error() {}, warn() {}, info() {}, debug() {} } as unknown as World["log"]

/** Returns the configuration of an instance that sends its mails to this server. */
export const configFor = (smtp: string) => readConfig({ PUBLIC_URL: "https://foyer.example", SMTP_URL: smtp })

/** Returns the world with what is needed to change events, and to see who gets notice of it. Call `end` after each test. */
export async function noticeWorld() {
  const here = await writingWorld()
  /** What is closed after the test, last first. */
  const ends: (() => unknown)[] = []
  async function end() {
    for (const close of ends.splice(0).reverse()) await close()
  }

  /** Starts so many workers, which send their mails to this server. */
  async function works(count: number, smtp: string) {
    for (let nth = 0; nth < count; nth++) {
      const jobs = await startJobs(
        { db: here.db as World["db"], config: configFor(smtp), log: quiet },
        here.connectionString(),
        {
          pollSeconds: 0.5,
        },
      )
      ends.push(() => jobs.stop())
    }
  }
  /** Makes delayed and failed jobs due now. */
  const hasten = () =>
    sql`update pgboss.job set start_after = now() where name like 'notices.%' and state in ('created', 'retry')`.execute(
      here.db,
    )
  const deliveries = () =>
    here.db
      .selectFrom("deliveries")
      .innerJoin("users", "users.id", "deliveries.user_id")
      .select(["username", "channel", "state", "because", "failure", "tries"])
      .orderBy("username")
      .orderBy("channel")
      .execute()
  const allTold = async () => {
    await hasten()
    const { rows } = await sql<{ open: number }>`select (select count(*) from notices where gathered_at is null)::int
      + (select count(*) from change_batches where followed_at is null)::int
      + (select count(*) from deliveries where state = 'queued')::int as open`.execute(here.db)
    return rows[0]?.open === 0
  }

  async function follows(viewer: SignedIn, actorId: number) {
    await here.db.insertInto("follows").values({ user_id: viewer.userId, actor_id: actorId }).execute()
  }
  async function answers(viewer: SignedIn, eventId: number, value = "confirmed", occurrenceId: number | null = null) {
    await here.db
      .insertInto("attendances")
      .values({ event_id: eventId, user_id: viewer.userId, actor_id: here.nour.id, value, occurrence_id: occurrenceId })
      .execute()
  }
  async function prefers(viewer: SignedIn, mail: string, app: string) {
    await sql`update users set notify = ${mail}::text[], notify_app = ${app}::text[] where id = ${viewer.userId}`.execute(
      here.db,
    )
  }
  /** Publishes an event that its place has confirmed. */
  async function publishes(said: EventFields = {}) {
    const event = await here.seuils.publishes(said)
    await here.db
      .insertInto("event_confirmations")
      .values({ event_id: event.id, actor_id: here.hangar.id, part: "place", status: "accepted" })
      .execute()
    return event
  }
  const cancel = (id: number, reason = "Le chanteur est malade.") =>
    here.ask(here.seuils.viewer, "PATCH", `/api/contents/events/${id}/`, { status: "cancelled", status_reason: reason })

  return { here, ends, end, works, deliveries, allTold, follows, answers, prefers, publishes, cancel }
}
