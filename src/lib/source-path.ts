import { existsSync } from "node:fs"
import { dirname, join } from "node:path"

/**
 * Returns the path of a source file or folder that is read or run at runtime, also when the calling module is bundled in a build.
 * @param name relative to the folder of the project: `src/…`
 */
export function sourcePath(name: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const found = join(folder, name)
    if (existsSync(found)) return found
    if (folder === dirname(folder)) throw new Error(`${name} is missing`)
  }
}
