import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely"
import { type Migration, Migrator } from "kysely/migration"
import { installQueues } from "#queue/install.ts"
import { sourcePath } from "#lib/source-path.ts"
import { openPool } from "./connection.ts"
import type { DB } from "./schema.ts"

/** Thrown when PostgreSQL could not run a migration; the message names the migration and the reason. */
export class MigrationFailed extends Error {
  override name = "MigrationFailed"
}

/** Returns whether the schema is locked by another migrating process; a table in use is reported as `MigrationFailed` instead. */
export function isMigratedElsewhere(error: unknown): boolean {
  return !(error instanceof MigrationFailed) && (error as { code?: unknown } | undefined)?.code === "55P03"
}

/**
 * Longest wait of a migration for a table in use, in milliseconds. Queries for that table queue behind the waiting migration, so
 * a long wait would stop all of them; the migration is tried again instead.
 */
const lockTimeout = 900

/**
 * Brings the schema up to date and returns the names of the applied migrations. Several processes may start together: only one
 * migrates. A migration may take as long as it needs, on a connection of its own, and no user of a table waits for longer than a
 * second.
 * @param folder of the migrations; tests use another
 */
export async function migrate(url: string, folder = sourcePath("src/db/migrations")): Promise<string[]> {
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      // The driver omits a statement_timeout of 0, so that the role's setting would apply; it is set on each connection instead.
      pool: openPool(url, 1, () => {}),
      onCreateConnection: async (connection) => {
        for (const setting of ["statement_timeout = 0", `lock_timeout = ${lockTimeout}`])
          await connection.executeQuery(CompiledQuery.raw(`set ${setting}`))
      },
    }),
  })
  try {
    const migrations = { ...(await ofNewerVersion(db)), ...migrationsIn(folder) }
    const { error, results } = await new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      // Branches are merged in a different order from the one they were started in.
      allowUnorderedMigrations: true,
    }).migrateToLatest()
    const failed = results?.find(({ status }) => status === "Error")
    if (failed) {
      const { message, code } = error as Error & { code?: string }
      const why = `the migration ${failed.migrationName} failed: ${message}`
      throw Object.assign(new MigrationFailed(why, { cause: error }), { code })
    }
    if (error) throw error
    await installQueues(db)
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}

function migrationsIn(folder: string): Record<string, Migration> {
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

/**
 * Lists the applied migrations, some perhaps from a newer version: while that version is rolled out, the older may start again.
 */
async function ofNewerVersion(db: Kysely<DB>): Promise<Record<string, Migration>> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db)
  if (!rows[0]?.isThere) return {}
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return Object.fromEntries(applied.rows.map(({ name }) => [name, { up: async () => {} }]))
}
