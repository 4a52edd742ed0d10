import { type Kysely, Kysely as KyselyInstance, type Logger, PostgresDialect, sql, type Transaction } from "kysely"
import pg from "pg"
import type { DB } from "./schema.ts"
import { DatabaseUnavailable, isUnavailable } from "./unavailable.ts"

/** The database, or a transaction on it. */
export type Db = Kysely<DB> | Transaction<DB>

// bigint and numeric are parsed as numbers: ids stay below 2^53, prices below 10^8.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/**
 * Marks a statement that is planned once for each connection instead of each time. It suits large statements that read by key,
 * whose plan does not depend on the parameters: `sql\`${prepared} select …\``. Reading an event takes 6 ms with it and 16
 * without, a list of 20 takes 22 and 27, a search 22 and 33 (median of 300, on a busy machine, November 2026).
 */
export const prepared = sql.raw("/* prepared */")

/** A connection that may be lost at any moment: only the statement that runs then fails. */
class Connection extends pg.Client {
  #isLost = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    // The pool listens only while the connection is idle; an error event without a listener would end the process.
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
      // The error arrives a moment before the connection ends: the pool must not lend it to the next caller meanwhile.
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
  /** Longest duration of a statement in milliseconds; 0 means no limit. */
  statementTimeout?: number
  /** Whether commands on these connections report public changes themselves, so that triggers need not (features/changes). */
  tellsChanges?: boolean
  /** Longest wait of a statement for another transaction's lock, in milliseconds; 0, the default, means no limit. */
  lockTimeout?: number
  /** How many connections stay open while nobody uses them; the others are closed after ten seconds. */
  leastOpen?: number
}

/** Longest wait for a connection, new or from the pool, in milliseconds: longer than any statement may take. */
const connectionTimeout = 20_000

/**
 * Opens a pool of connections.
 * @param size largest number of connections
 */
export function openPool(
  url: string,
  size: number,
  onError: (error: Error) => void,
  { statementTimeout = 15_000, lockTimeout = 0, tellsChanges = false, leastOpen = 0 }: PoolOptions = {},
): pg.Pool {
  const pool = new Pool({
    Client: Connection,
    // Compiling a plan with JIT takes longer than the queries of an agenda.
    options: `-c jit=off -c lock_timeout=${lockTimeout}${tellsChanges ? " -c foyer.changes=told" : ""}`,
    connectionString: url,
    max: size,
    min: leastOpen,
    statement_timeout: statementTimeout,
    connectionTimeoutMillis: connectionTimeout,
    keepAlive: true,
    application_name: "foyer",
  })
  pool.on("error", onError) // errors of idle connections
  return pool
}

/**
 * Opens Kysely on a pool.
 * @param log called with every statement
 */
export function openDb(pool: pg.Pool, log?: Logger): Kysely<DB> {
  return new KyselyInstance<DB>({ dialect: new PostgresDialect({ pool }), ...(log ? { log } : {}) })
}
