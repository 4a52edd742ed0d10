import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Kysely, sql } from "kysely"
import { type Migration, Migrator } from "kysely/migration"
import { installQueues } from "#queue/install.ts"

const folder = join(import.meta.dirname, "migrations")

/** Brings the schema up to date; returns the names applied. Several processes may start together: one migrates. */
export async function migrate(db: Kysely<unknown>): Promise<string[]> {
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations() },
    // Branches are merged in another order than they were begun in.
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (error) throw error
  await installQueues(db as never)
  return (results ?? []).map((result) => result.migrationName)
}

function migrations(): Record<string, Migration> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"))
  return Object.fromEntries(
    files.map((file) => [
      file.replace(/\.sql$/, ""),
      {
        up: (db: Kysely<unknown>) =>
          sql
            .raw(readFileSync(join(folder, file), "utf8"))
            .execute(db)
            .then(() => {}),
      },
    ]),
  )
}
