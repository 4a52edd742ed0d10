import { setTimeout as pause } from "node:timers/promises"
import { type Kysely, sql } from "kysely"
import type { DB } from "./schema.ts"

/** Thrown when there is no connection to the database, or when it was lost; `cause` is the driver's error. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable"

  constructor(cause: unknown) {
    super(`the database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** SQLSTATE codes of PostgreSQL while it shuts down, has crashed or is starting, and of failed connections. */
const codes = /^(08...|57P0[1-5])$/

/**
 * Returns whether the database is unavailable, rather than the statement wrong, so that it may be tried again later. The error is
 * recognised by name: in development the application and the process that serves it are loaded apart, each with its own class.
 */
export function isUnavailable(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  return name === "DatabaseUnavailable" || (typeof code === "string" && codes.test(code))
}

/** Returns whether the database has no room left on its disk for a write (SQLSTATE 53100). Reads go on working. */
export function isOutOfRoom(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === "53100"
}

/** Longest wait for an answer in milliseconds: a database that takes longer is down, not merely busy. */
const patience = 10_000

/** Returns whether the database answers now. */
export async function isAvailable(db: Kysely<DB>): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, pause(patience, false, { ref: false })])
}
