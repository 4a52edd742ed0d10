import { execFileSync } from "node:child_process"
import { chmodSync, cpSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { freemem, tmpdir } from "node:os"
import { join } from "node:path"

/** A folder in memory, where Linux has it; a database is copied there in an eighth of the time a disk takes. */
const memoryFolder = "/dev/shm"
/** Far more than a run needs at once: browser tests were seen to use 350 MB. */
const memoryNeeded = 6 * 1024 ** 3

/** Creates a folder that PostgreSQL's own account may traverse, so that the data stays in it when root runs the tests. */
export function temporaryDirectory(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), `foyer-${name}-`))
  chmodSync(directory, 0o755)
  return directory
}

/**
 * Gives this test run a folder for all temporary files, in memory where there is enough.
 * @returns a function that removes it, with whatever the tests left
 */
export function isolateTemporaryFiles(): () => void {
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

/** Copies the data of a product that is not running; each file keeps its owner, which PostgreSQL requires. */
export function copyData(from: string, to: string): void {
  if (process.platform === "win32") cpSync(from, to, { recursive: true })
  else execFileSync("cp", ["-a", `${from}/.`, to])
}
