import { chmodSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A new folder that PostgreSQL's own account may walk through, so that the data stays in it when root runs the tests. */
export function temporaryDirectory(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), `foyer-${name}-`))
  chmodSync(directory, 0o755)
  return directory
}
