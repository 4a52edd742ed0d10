// A page that is open while a new build is put in place still asks for files of the build it was made with. Their names hold
// a hash of what is in them, so that they can stand beside the new ones.
import fs from "node:fs"
import path from "node:path"

/** A page that was opened before may be open for so long (milliseconds). */
const kept = 24 * 60 * 60 * 1000
/** So much of them, however often a build is made (bytes); the last ones stay. */
const mostBytes = 500 * 1024 * 1024

/**
 * Puts a new build in the place of the one before, whose files named by hash stay in `former/assets`.
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
      // Copied, not moved: the server that still runs gives them from where they are.
      fs.copyFileSync(file, path.join(former, name))
      fs.utimesSync(path.join(former, name), replaced / 1000, replaced / 1000)
    }
  }
  // The time of a file is when it was replaced.
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
