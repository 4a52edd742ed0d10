import { readFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"

/** Returns the URL of the database of a running product. */
export function databaseUrlOf(dataDir: string): string {
  const secret = readFileSync(join(dataDir, "pg.secret"), "utf8").trim()
  const port = readFileSync(join(dataDir, "pg", "postmaster.pid"), "utf8").split("\n")[3]
  return `postgres://app:${secret}@127.0.0.1:${port}/postgres`
}

/** Runs queries in the database of a running product, for states that cannot be reached from outside. */
export async function inDatabase<Result>(dataDir: string, use: (db: pg.Client) => Promise<Result>): Promise<Result> {
  const db = new pg.Client({ connectionString: databaseUrlOf(dataDir) })
  await db.connect()
  try {
    return await use(db)
  } finally {
    await db.end()
  }
}
