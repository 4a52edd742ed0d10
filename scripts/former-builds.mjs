// A page that is open while a new build is deployed still requests files of its own build, and a server that runs on still loads
// modules of its build when they are first needed. Their names contain a hash of their content, so that they can be stored beside
// the new ones.
import fs from "node:fs"
import path from "node:path"

/** How long files of former builds are kept for open pages, in milliseconds. */
const keptFor = 24 * 60 * 60 * 1000
/** Most bytes kept of former builds, however often a build is made; the latest files stay. */
const mostBytes = 500 * 1024 * 1024

/**
 * Replaces the deployed build by a new one, and keeps the former one's hashed files: those for browsers in `former/assets`, those
 * of the server in `former/server` and, for the server that runs on, beside the new ones.
 * @param build the folder that is served; `next` the new one beside it
 */
export function replaceBuild(build, next, now = Date.now()) {
  fs.rmSync(path.join(next, "former"), { recursive: true, force: true })
  keepFiles("client/assets", "former/assets", { build, next, now })
  keepFiles("server/assets", "former/server", { build, next, now })
  const modules = path.join(next, "server/assets")
  fs.mkdirSync(modules, { recursive: true })
  for (const name of filesOf(path.join(next, "former/server")))
    fs.copyFileSync(path.join(next, "former/server", name), path.join(modules, name))

  const old = `${build}.old`
  fs.rmSync(old, { recursive: true, force: true })
  if (fs.existsSync(build)) fs.renameSync(build, old)
  fs.renameSync(next, build)
  fs.rmSync(old, { recursive: true, force: true })
}

/** Keeps the files of a folder of the deployed build, and those kept of earlier builds, except what the new build has itself. */
function keepFiles(folder, kept, { build, next, now }) {
  const former = path.join(next, kept)
  const ofNext = new Set(filesOf(path.join(next, folder)))
  const earlier = new Set(filesOf(path.join(build, kept)))
  fs.mkdirSync(former, { recursive: true })
  const keep = (file, replaced) => {
    const name = path.basename(file)
    if (ofNext.has(name) || now - replaced > keptFor) return
    // Copied, not moved: the running server still reads it at its former place.
    fs.copyFileSync(file, path.join(former, name))
    fs.utimesSync(path.join(former, name), replaced / 1000, replaced / 1000)
  }
  // The modification time of a file is the time when it was replaced.
  for (const name of earlier) keep(path.join(build, kept, name), fs.statSync(path.join(build, kept, name)).mtimeMs)
  for (const name of filesOf(path.join(build, folder)))
    if (!earlier.has(name)) keep(path.join(build, folder, name), now)
  bound(former)
}

function bound(folder) {
  let bytes = 0
  const files = filesOf(folder).map((name) => ({ name, ...timeAndSize(path.join(folder, name)) }))
  for (const { name, size } of files.sort((a, b) => b.time - a.time)) {
    bytes += size
    if (bytes > mostBytes) fs.rmSync(path.join(folder, name))
  }
}

function timeAndSize(file) {
  const { mtimeMs: time, size } = fs.statSync(file)
  return { time, size }
}

function filesOf(folder) {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}
