import { type Kysely, Kysely as KyselyInstance, type Logger, PostgresDialect, sql, type Transaction } from "kysely"
import pg from "pg"
import type { DB } from "./schema.ts"
import { DatabaseUnavailable, isUnavailable } from "./unavailable.ts"

/** The database, or a transaction in it. */
export type Db = Kysely<DB> | Transaction<DB>

// bigint and numeric arrive as numbers: identities stay below 2^53, prices below 10^8.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/**
 * Marks a statement that is planned once for each connection instead of each time: for the large ones that read by key,
 * whose plan does not depend on what is asked. `sql\`${prepared} select …\``. An event is read in 6 ms with it and in 16
 * without, a list of 20 in 22 and 27, a search in 22 and 33 (in the middle of 300, on a busy machine, November 2026).
 */
export const prepared = sql.raw("/* prepared */")

/** A connection that may be lost at any moment: the statement that runs then fails, and nothing else does. */
class Connection extends pg.Client {
  #isLost = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    // The pool listens only while nobody uses it; an error that nobody listens for would end the process.
    this.on("error", () => {
      this.#isLost = true
    })
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the signatures of pg's query() are many; it passes them on
  override query(...args: any[]): any {
    const [text, values] = args
    const isMarked = typeof text === "string" && text.trimStart().startsWith("/* prepared */")
    if (isMarked && Array.isArray(values)) args.splice(0, 2, { name: nameOf(text), text, values })
    const asked = (super.query as (...all: unknown[]) => unknown).apply(this, args)
    if (!(asked instanceof Promise)) return asked
    return asked.catch((error: unknown) => {
      // It is told that it ends a moment before it does: the pool must not lend it to the next one meanwhile.
      if (isUnavailable(error) && !this.#isLost) {
        this.#isLost = true
        void this.end().catch(() => {})
      }
      throw this.#isLost && !(error instanceof pg.DatabaseError) ? new DatabaseUnavailable(error) : error
    })
  }
}

class Pool extends pg.Pool {
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  override connect(...args: any[]): any {
    const connected = (super.connect as (...all: unknown[]) => unknown).apply(this, args)
    if (!(connected instanceof Promise)) return connected
    return connected.catch((error: unknown) => {
      throw new DatabaseUnavailable(error)
    })
  }
}

const names = new Map<string, string>()

function nameOf(text: string) {
  let name = names.get(text)
  if (!name) names.set(text, (name = `foyer_${names.size + 1}`))
  return name
}

type PoolOptions = {
  /** How long a statement may take (milliseconds); 0 is as long as it likes. */
  statementTimeout?: number
  /** What of its changes is public is told by whoever makes them, so that triggers need not (features/changes). */
  tellsChanges?: boolean
  /** How long a statement waits for another's lock (milliseconds); 0, which is usual, is for ever. */
  lockTimeout?: number
}

/** How long a connection is waited for, a new one or one that others use (milliseconds): longer than any statement may take. */
const connectionTimeout = 20_000

/** @param size how many connections at most */
export function openPool(
  url: string,
  size: number,
  onError: (error: Error) => void,
  { statementTimeout = 15_000, lockTimeout = 0, tellsChanges = false }: PoolOptions = {},
): pg.Pool {
  const pool = new Pool({
    Client: Connection,
    // Compiling a plan costs more than the answers of an agenda.
    options: `-c jit=off -c lock_timeout=${lockTimeout}${tellsChanges ? " -c foyer.changes=told" : ""}`,
    connectionString: url,
    max: size,
    statement_timeout: statementTimeout,
    connectionTimeoutMillis: connectionTimeout,
    keepAlive: true,
    application_name: "foyer",
  })
  pool.on("error", onError) // of connections that nobody uses
  return pool
}

/** @param log is told of every statement */
export function openDb(pool: pg.Pool, log?: Logger): Kysely<DB> {
  return new KyselyInstance<DB>({ dialect: new PostgresDialect({ pool }), ...(log ? { log } : {}) })
}
