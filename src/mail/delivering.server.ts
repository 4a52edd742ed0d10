import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { MailNotTaken } from "./transport.ts"

/** Tries after which a mail has failed; they take about a day. */
const mostTries = 16
/** Tries of unknown outcome after which a mail is not sent again. */
const mostDoubts = 2

/** Time for which a worker holds a mail; if its process dies, another one takes over then. */
const heldFor = sql`interval '3 minutes'`

/** The row of one mail, in one of the tables that store its progress in the same columns. */
export type MailRow = { table: "deliveries" | "newsletter_issues"; id: number }

/**
 * Sends one delivery exactly once: a worker holds the row meanwhile, and a sent mail is never sent again. A try of unknown
 * outcome (the process was killed, the connection broke) is repeated once, under the same Message-ID. Throws when it has to be
 * tried again.
 */
export async function deliver(
  db: Db,
  row: MailRow,
  send: () => Promise<"sent" | "no_address" | "nothing_left">,
): Promise<"sent" | "failed" | "nothing"> {
  const held = await takeInHand(db, row)
  if (held === "nothing" || held === "failed") return held
  try {
    const end = await send()
    await settle(db, row, end === "sent" ? null : end)
    return end === "sent" ? "sent" : "failed"
  } catch (error) {
    if (!(error instanceof MailNotTaken)) {
      await letGo(db, row, true)
      throw error
    }
    if (error.isFinal) return settle(db, row, "refused")
    if (held.tries >= mostTries) return settle(db, row, "unreachable")
    await letGo(db, row, !error.isDoubtful)
    throw error
  }
}

async function takeInHand(db: Db, { table, id }: MailRow): Promise<{ tries: number } | "nothing" | "failed"> {
  const isHeld = sql<boolean>`coalesce(held_until > now(), false)`
  // One statement, since it runs for every mail: of two workers the second finds the row held.
  const taken = await db
    .updateTable(table)
    .set({
      tries: sql`tries + 1`,
      doubts: sql`doubts + 1`,
      held_until: sql`now() + ${heldFor}`,
    })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("doubts", "<", mostDoubts)
    .where(sql<boolean>`not ${isHeld}`)
    .returning("tries")
    .executeTakeFirst()
  if (taken) return taken
  const found = await db
    .selectFrom(table)
    .select(["state", "doubts", isHeld.as("is_held")])
    .where("id", "=", id)
    .executeTakeFirst()
  if (!found || found.state !== "queued") return "nothing"
  if (found.is_held || found.doubts < mostDoubts) throw new Error("another worker has this mail in hand")
  return settle(db, { table, id }, "unknown")
}

async function settle(db: Db, { table, id }: MailRow, failure: string | null): Promise<"failed"> {
  await db
    .updateTable(table)
    .set(
      failure === null
        ? { state: "sent", sent_at: sql`now()`, held_until: null, doubts: 0 }
        : { state: "failed", failure, held_until: null },
    )
    .where("id", "=", id)
    .execute()
  return "failed"
}

/** Releases the row for another try; `isKnown` says that the mail certainly did not leave. */
async function letGo(db: Db, { table, id }: MailRow, isKnown: boolean): Promise<void> {
  await db
    .updateTable(table)
    .set({ held_until: null, ...(isKnown ? { doubts: sql`doubts - 1` } : {}) })
    .where("id", "=", id)
    .execute()
}

/** Releases mails that were taken in hand while the database's clock was ahead, at the latest when their worker is done with them. */
export async function resetFutureMails(db: Db): Promise<void> {
  for (const table of ["deliveries", "newsletter_issues"] as const)
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await sql`
      update ${sql.table(table)} set held_until = now() + ${heldFor}
      where state = 'queued' and held_until > now() + ${heldFor}`.execute(db)
}
