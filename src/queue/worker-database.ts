import type { ConstructorOptions } from "pg-boss"
import { openPool } from "#db/connection.ts"
import { listen } from "#db/listen.ts"
import { showsLife } from "./abandoned.ts"

/** Jobs are fetched and reported one statement at a time. */
const mostConnections = 4

/**
 * Opens the database of the job workers, on connections of its own that may be lost at any moment. Those that pg-boss opens
 * itself may not be lost: if the database shuts down while one of them is opened or closed, an error event without a listener
 * ends the process.
 * @param process number under which other processes see that this one lives, while the connection that listens lasts
 */
export function workerDatabase(url: string, process: number, onError: (error: Error) => void) {
  // Without a time limit, since a statement of pg-boss may read all jobs.
  const pool = openPool(url, mostConnections, onError, { statementTimeout: 0 })
  let isSeen = false
  return {
    /** Returns whether other processes see that this one lives, as far as it knows. */
    isSeen: () => isSeen,
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const heard = (payload?: string) => {
        if (payload !== undefined) return onNotification(payload)
        isSeen = true
        onReconnect()
      }
      const listening = listen(url, channel, heard, () => (isSeen = false), showsLife(process))
      return { close: () => listening.stop() }
    },
    end: () => pool.end(),
  } satisfies NonNullable<ConstructorOptions["db"]> & { end(): Promise<void>; isSeen(): boolean }
}
