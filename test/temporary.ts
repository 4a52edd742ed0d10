import { execFileSync } from "node:child_process"
import { chmodSync, cpSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { freemem, tmpdir } from "node:os"
import { join } from "node:path"

/** Memory as a folder, where Linux has it; a database is copied there in an eighth of the time a disk takes. */
const memoryFolder = "/dev/shm"
/** Far more than a run keeps at once: 350 MB were seen in the middle of the browser tests. */
const memoryNeeded = 6 * 1024 ** 3

/** A new folder that PostgreSQL's own account may walk through, so that the data stays in it when root runs the tests. */
export function temporaryDirectory(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), `foyer-${name}-`))
  chmodSync(directory, 0o755)
  return directory
}

/**
 * Gives this run of tests a folder of its own for all that is temporary, in memory where there is enough of it.
 * @returns what removes it, with whatever the tests left
 */
export function ownTemporaryFiles(): () => void {
  const usual = process.env.TMPDIR
  if (usual === undefined && hasMemoryFolder()) process.env.TMPDIR = memoryFolder
  const folder = temporaryDirectory("run")
  process.env.TMPDIR = folder

  return () => {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    rmSync(folder, { recursive: true, force: true })
  }
}

function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return Math.min(bavail * bsize, freemem()) > memoryNeeded
  } catch {
    return false
  }
}

/** Copies the data of a product that is not running; each file stays whose it is, as PostgreSQL asks for that. */
export function copyData(from: string, to: string): void {
  if (process.platform === "win32") cpSync(from, to, { recursive: true })
  else execFileSync("cp", ["-a", `${from}/.`, to])
}
