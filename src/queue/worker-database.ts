import type { ConstructorOptions } from "pg-boss"
import { openPool } from "#db/connection.ts"
import { listen } from "#db/listen.ts"

/** Jobs look for others, and say how they went, one statement at a time. */
const mostConnections = 4

/**
 * The database of whoever works on jobs, over connections of its own that may be lost at any moment. Those that pg-boss makes by
 * itself may not: of a database that ends while one of them is made or ended an error is left that nobody listens for, and with
 * that the process ends.
 */
export function workerDatabase(url: string, onError: (error: Error) => void) {
  // It may take as long as it likes: a statement of pg-boss may look after all jobs there are.
  const pool = openPool(url, mostConnections, onError, { statementTimeout: 0 })
  return {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const heard = (payload?: string) => (payload === undefined ? onReconnect() : onNotification(payload))
      const listening = listen(url, channel, heard)
      return { close: () => listening.stop() }
    },
    end: () => pool.end(),
  } satisfies NonNullable<ConstructorOptions["db"]> & { end(): Promise<void> }
}
