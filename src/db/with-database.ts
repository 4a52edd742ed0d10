import { openDb, openPool } from "./connection.ts"
import { startEmbedded } from "./embedded.ts"
import { migrate } from "./migrate.ts"

type Settings = { databaseUrl: string | undefined; dataDir: string }

/**
 * Opens the database of an instance for a command of its operator: the configured one, or the embedded one, migrated since this
 * may be its first start. Where the product runs they share the server, which goes on running afterwards.
 * @param connections largest number of connections
 */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Settings,
  connections: number,
  work: (db: ReturnType<typeof openDb>) => Promise<Result>,
): Promise<Result> {
  const embedded = databaseUrl ? undefined : await startEmbedded(dataDir, console.error)
  const url = databaseUrl ?? (embedded?.url as string)
  const db = openDb(openPool(url, connections, (error) => console.error(error.message)))
  try {
    if (embedded) await migrate(url)
    return await work(db)
  } finally {
    await db.destroy()
    if (embedded && !embedded.adopted) await embedded.stop()
  }
}
