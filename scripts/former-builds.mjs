// A page that is open while a new build is deployed still requests files of its own build. Their names contain a hash of their
// content, so that they can be stored beside the new ones.
import fs from "node:fs"
import path from "node:path"

/** How long files of former builds are kept for open pages, in milliseconds. */
const kept = 24 * 60 * 60 * 1000
/** Most bytes kept of former builds, however often a build is made; the latest files stay. */
const mostBytes = 500 * 1024 * 1024

/**
 * Replaces the deployed build by a new one, and keeps the former one's hashed files in `former/assets`.
 * @param build the folder that is served; `next` the new one beside it
 */
export function replaceBuild(build, next, now = Date.now()) {
  const former = path.join(next, "former/assets")
  const own = new Set(filesOf(path.join(next, "client/assets")))
  fs.rmSync(path.join(next, "former"), { recursive: true, force: true })
  fs.mkdirSync(former, { recursive: true })
  const moved = (folder, since) => {
    for (const name of filesOf(path.join(build, folder))) {
      const file = path.join(build, folder, name)
      const replaced = since ?? fs.statSync(file).mtimeMs
      if (own.has(name) || now - replaced > kept) continue
      // Copied, not moved: the running server still sends them from their former place.
      fs.copyFileSync(file, path.join(former, name))
      fs.utimesSync(path.join(former, name), replaced / 1000, replaced / 1000)
    }
  }
  // The modification time of a file is the time when it was replaced.
  moved("former/assets")
  moved("client/assets", now)
  bound(former)

  const old = `${build}.old`
  fs.rmSync(old, { recursive: true, force: true })
  if (fs.existsSync(build)) fs.renameSync(build, old)
  fs.renameSync(next, build)
  fs.rmSync(old, { recursive: true, force: true })
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
