// Functions shared by the scripts. Runs on any Node ≥ 20 before anything is installed: no packages here.
import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { replaceBuild } from "./former-builds.mjs"
import { sourceFiles } from "./source-files.mjs"

export const root = path.resolve(import.meta.dirname, "..")
const modules = path.join(root, "node_modules")
const stamp = path.join(modules, ".foyer-installed")

/**
 * Node's memory flags for the server, in megabytes: a small young generation, and the limit of the old one. With a lower limit V8
 * collects the old generation sooner: at 800 when it has grown by half, at 1,900 when it has doubled, above when it is four times
 * as large. Under load 800 instead of 1,900 saves some 45 MB, for no measurable CPU time; the server holds some 60 MB.
 */
export const serverFlags = ["--max-semi-space-size=16", "--max-old-space-size=800"]
/** Environment variables of the server: two glibc memory arenas, which keep 30 MB less of freed memory. */
export const serverVariables = { MALLOC_ARENA_MAX: "2" }

/** Returns the project's own Node, whatever the host has; the host's where its package does not exist (macOS). */
export function projectNode() {
  const own = path.join(modules, ".bin", process.platform === "win32" ? "node.cmd" : "node")
  return fs.existsSync(own) ? own : process.execPath
}

export function environment(more = {}) {
  const separator = process.platform === "win32" ? ";" : ":"
  return { ...process.env, PATH: path.join(modules, ".bin") + separator + process.env.PATH, ...more }
}

/** Installs the packages of package-lock.json, unless they are installed already. */
export function install() {
  const lock = hashOf([path.join(root, "package-lock.json")])
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === lock) return
  console.log("Installing packages…")
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"]
  const result = spawnSync(npm[0], [...npm.slice(1), "ci", "--no-audit", "--no-fund", "--include=optional"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "" },
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
  fs.writeFileSync(stamp, lock)
}

/**
 * Builds the product, unless none of its sources changed. The new build is made beside the one that is served, and replaces it
 * when it is complete; the former one's files are kept for a day.
 */
export function build() {
  const sources = ["src", "public", "scripts/map", "scripts/vite"].flatMap((folder) => filesIn(path.join(root, folder)))
  const configuration = ["package-lock.json", "vite.config.ts", "react-router.config.ts", "scripts/i18n.mjs"]
  const version = hashOf(
    [...sources, ...configuration.map((file) => path.join(root, file))].filter((file) => !file.includes(".test.")),
  )
  const file = path.join(root, "build/version")
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8").trim() === version)
    return packSource(path.join(root, "build"))
  console.log("Building…")
  const next = path.join(root, "build.next")
  fs.rmSync(next, { recursive: true, force: true })
  execFileSync(projectNode(), [path.join(modules, "@react-router/dev/bin.cjs"), "build"], {
    cwd: root,
    stdio: ["ignore", process.env.VERBOSE ? "inherit" : "ignore", "inherit"],
    env: environment({ NODE_ENV: "production", BUILD_DIRECTORY: "build.next" }),
  })
  execFileSync(projectNode(), [path.join(root, "scripts/compress.mjs"), path.join(next, "client")], {
    cwd: root,
    stdio: "inherit",
  })
  packSource(next)
  fs.writeFileSync(path.join(next, "version"), `${version}\n`)
  replaceBuild(path.join(root, "build"), next)
  // Node's compile cache of the former build (src/server.ts).
  fs.rmSync(path.join(modules, ".cache/foyer-compiled"), { recursive: true, force: true })
}

/**
 * Packs the source of the build beside it, for its users over a network (AGPL §13), unless the packed one is current.
 * Documentation and tests belong to it, and change without a new build.
 */
function packSource(folder) {
  const mark = hashOf(sourceFiles(root).map((file) => path.join(root, file)))
  const [packed, known] = ["source.tar.gz", "source.version"].map((name) => path.join(folder, name))
  if (fs.existsSync(packed) && fs.existsSync(known) && fs.readFileSync(known, "utf8").trim() === mark) return
  // A process reading the old file reads it to its end; two processes that start at once pack one each.
  const next = `${packed}.${process.pid}`
  execFileSync(projectNode(), [path.join(root, "scripts/source.mjs"), next], { cwd: root, stdio: "inherit" })
  fs.renameSync(next, packed)
  fs.writeFileSync(known, `${mark}\n`)
}

function filesIn(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("/i18n/gen"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

function hashOf(files) {
  const hash = createHash("sha256")
  for (const file of files)
    hash.update(path.relative(root, file)).update("\0").update(fs.readFileSync(file)).update("\0")
  return hash.digest("hex").slice(0, 16)
}

/** Node's memory flags for imports: lists are read as a stream, so little memory is needed. */
export const importFlags = ["--max-semi-space-size=8", "--max-old-space-size=160"]
