// Writes the generated files that are committed: the types of the database.
import { execFileSync } from "node:child_process"
import { rmSync } from "node:fs"
import { openDb, openPool } from "../src/db/connection.ts"
import { startEmbedded } from "../src/db/embedded.ts"
import { migrate } from "../src/db/migrate.ts"
import { temporaryDirectory } from "../test/temporary.ts"

const directory = temporaryDirectory("generate")
const server = await startEmbedded(directory)
const db = openDb(openPool(server.url, 2, () => {}))
try {
  await migrate(server.url)
  execFileSync(
    "node_modules/.bin/kysely-codegen",
    [
      "--dialect",
      "postgres",
      "--url",
      server.url,
      "--out-file",
      "src/db/schema.ts",
      "--numeric-parser",
      "number",
    ].concat(["--type-mapping", JSON.stringify({ int8: "number" }), "--exclude-pattern", "{kysely_*,pgboss.*}"]),
    { stdio: "inherit" },
  )
} finally {
  await db.destroy()
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}
