// Writes what is generated and committed: the types of the database, and (once the API stands) of its calls.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openDb, openPool } from "../src/db/connection.ts"
import { startEmbedded } from "../src/db/embedded.ts"
import { migrate } from "../src/db/migrate.ts"

const directory = mkdtempSync(join(tmpdir(), "foyer-generate-"))
const server = await startEmbedded(directory)
const db = openDb(openPool(server.url, 2, () => {}))
try {
  await migrate(db as never)
  execFileSync(
    "node_modules/.bin/kysely-codegen",
    ["--dialect", "postgres", "--url", server.url, "--out-file", "src/db/schema.ts", "--numeric-parser", "number"].concat([
      "--type-mapping",
      JSON.stringify({ int8: "number" }),
      "--exclude-pattern",
      "kysely_*",
    ]),
    { stdio: "inherit" },
  )
} finally {
  await db.destroy()
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}
