// Packs the source of the built version (AGPL §13): `source.mjs <file>`. The same files give the same bytes, on every machine and
// at any time.
import fs from "node:fs"
import path from "node:path"
import { create } from "tar"
import { sourceFiles } from "./source-files.mjs"

const root = path.resolve(import.meta.dirname, "..")
const file = process.argv[2]
if (!file) throw new Error("source.mjs <file>")
const { name, version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
await create(
  {
    file,
    cwd: root,
    prefix: `${name}-${version}`,
    gzip: { level: 9 },
    // Without owner and time.
    portable: true,
    mtime: new Date("2000-01-01T00:00:00Z"),
    noDirRecurse: true,
    strict: true,
  },
  sourceFiles(root),
)
