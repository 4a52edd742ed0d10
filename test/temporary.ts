import { execFileSync } from "node:child_process"
import { chmodSync, cpSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A new folder that PostgreSQL's own account may walk through, so that the data stays in it when root runs the tests. */
export function temporaryDirectory(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), `foyer-${name}-`))
  chmodSync(directory, 0o755)
  return directory
}

/** Copies the data of a product that is not running; each file stays whose it is, as PostgreSQL asks for that. */
export function copyData(from: string, to: string): void {
  if (process.platform === "win32") cpSync(from, to, { recursive: true })
  else execFileSync("cp", ["-a", `${from}/.`, to])
}
