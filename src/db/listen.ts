import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"

/**
 * Calls `heard` with what every NOTIFY of `channel` says, and once without after each time the connection was made, since
 * something may have been missed; `lost` when it is gone. Comes back by itself when the database does.
 */
export function listen(
  url: string,
  channel: string,
  heard: (said?: string) => void,
  lost: () => void = () => {},
): { stop(): Promise<void> } {
  let stopped = false
  let client: pg.Client | undefined

  const connect = async () => {
    while (!stopped) {
      const next = new pg.Client({
        connectionString: url,
        application_name: "foyer listen",
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
        // Nothing is ever sent here: only this tells that the other side is gone.
        keepAliveInitialDelayMillis: 10_000,
      })
      const ended = new Promise<void>((resolve) => {
        next.on("error", () => resolve())
        next.on("end", () => resolve())
      })
      next.on("notification", ({ payload }) => heard(payload ?? ""))
      try {
        await next.connect()
        client = next
        await next.query(`listen ${pg.escapeIdentifier(channel)}`)
        heard()
        await ended
        lost()
      } catch {
        // not there yet: tried again below
      }
      await next.end().catch(() => {})
      if (!stopped) await pause(500)
    }
  }
  const running = connect()

  return {
    async stop() {
      stopped = true
      await client?.end().catch(() => {})
      await running
    },
  }
}
