import { type Kysely, Kysely as KyselyInstance, type Logger, PostgresDialect, sql, type Transaction } from "kysely"
import pg from "pg"
import type { DB } from "./schema.ts"

/** The database, or a transaction in it. */
export type Db = Kysely<DB> | Transaction<DB>

// bigint and numeric arrive as numbers: identities stay below 2^53, prices below 10^8.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/**
 * Marks a statement that is planned once for each connection instead of each time: for the large ones that read by key,
 * whose plan does not depend on what is asked. `sql\`${prepared} select …\``.
 */
export const prepared = sql.raw("/* prepared */")

class PreparingClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- the signatures of pg's query() are many; it passes them on
  override query(...args: any[]): any {
    const [text, values] = args
    const isMarked = typeof text === "string" && text.trimStart().startsWith("/* prepared */")
    if (isMarked && Array.isArray(values)) args.splice(0, 2, { name: nameOf(text), text, values })
    return (super.query as (...all: unknown[]) => unknown).apply(this, args)
  }
}

const names = new Map<string, string>()

function nameOf(text: string) {
  let name = names.get(text)
  if (!name) names.set(text, (name = `foyer_${names.size + 1}`))
  return name
}

/** @param size how many connections at most */
export function openPool(url: string, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    // Compiling a plan costs more than the answers of an agenda.
    options: "-c jit=off",
    connectionString: url,
    max: size,
    statement_timeout: 15_000,
    application_name: "foyer",
  })
  pool.on("error", onError) // without this a database restart would end the process
  return pool
}

/** @param log is told of every statement */
export function openDb(pool: pg.Pool, log?: Logger): Kysely<DB> {
  return new KyselyInstance<DB>({ dialect: new PostgresDialect({ pool }), ...(log ? { log } : {}) })
}
