import { setTimeout as pause } from "node:timers/promises"
import { type Kysely, sql } from "kysely"
import type { DB } from "./schema.ts"

/** Thrown when there is no connection to the database, or when it was lost; `cause` is what the driver said of it. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable"

  constructor(cause: unknown) {
    super(`the database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** What PostgreSQL says when it is ending, has crashed or is starting, and of connections that fail (SQLSTATE). */
const codes = /^(08...|57P0[1-5])$/

/**
 * Is the database away, rather than the statement wrong? The same may then be asked again later. Told by name: in
 * development the application and the process that serves it are read apart, each with its own class.
 */
export function isUnavailable(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  return name === "DatabaseUnavailable" || (typeof code === "string" && codes.test(code))
}

/** Has the database no room left on its disk for what was to be written (SQLSTATE 53100)? It goes on reading. */
export function isOutOfRoom(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === "53100"
}

/** A database that takes longer to say anything is away; one that is only busy is not (milliseconds). */
const patience = 10_000

/** Does the database answer now? */
export async function isAvailable(db: Kysely<DB>): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, pause(patience, false, { ref: false })])
}
