import { type Kysely, Kysely as KyselyInstance, PostgresDialect, type Transaction } from "kysely"
import pg from "pg"
import type { DB } from "./schema.ts"

/** The database, or a transaction in it. */
export type Db = Kysely<DB> | Transaction<DB>

// bigint and numeric arrive as numbers: identities stay below 2^53, prices below 10^8.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** @param size how many connections at most */
export function openPool(url: string, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: size, statement_timeout: 15_000, application_name: "foyer" })
  pool.on("error", onError) // without this a database restart would end the process
  return pool
}

export function openDb(pool: pg.Pool): Kysely<DB> {
  return new KyselyInstance<DB>({ dialect: new PostgresDialect({ pool }) })
}
