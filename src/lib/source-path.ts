import { existsSync } from "node:fs"
import { dirname, join } from "node:path"

/**
 * Where a file or folder of the sources is, for what reads or runs it as it is there: also where the module that asks is part of
 * a build.
 * @param name from the folder of the project: `src/…`
 */
export function sourcePath(name: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const found = join(folder, name)
    if (existsSync(found)) return found
    if (folder === dirname(folder)) throw new Error(`${name} is missing`)
  }
}
