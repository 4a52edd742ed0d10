import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"

/**
 * Calls `heard` with the payload of every NOTIFY on `channel`, and without a payload each time a connection was made, since
 * notifications may have been missed. Calls `lost` when the connection is gone. Reconnects by itself.
 * @param first statement that each connection begins with
 */
export function listen(
  url: string,
  channel: string,
  heard: (said?: string) => void,
  lost: () => void = () => {},
  first = "",
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
        // Nothing is ever sent here, so only keep-alive detects that the other side is gone.
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
        if (first) await next.query(first)
        await next.query(`listen ${pg.escapeIdentifier(channel)}`)
        heard()
        await ended
        lost()
      } catch {
        // not available yet: the loop tries again
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
