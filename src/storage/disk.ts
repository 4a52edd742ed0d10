import { constants, createReadStream } from "node:fs"
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { refuse } from "#lib/refusal.ts"
import { isFull } from "./file-source.ts"
import { isKey, isName, newKey } from "./keys.ts"
import type { FileSource, Storage } from "./storage.ts"

/** Returns the folder of stored files. */
export function mediaFolder(dataDir: string): string {
  return join(dataDir, "media")
}

/**
 * Stores files on disk. A set is a folder, `media/ab/abcdef…/`, which is written in `media/.new/` and renamed, so that it appears
 * whole.
 */
export function diskStorage(dataDir: string): Storage {
  const root = mediaFolder(dataDir)
  const unfinished = join(root, ".new")
  const folderOf = (key: string) => join(root, key.slice(0, 2), key)
  const pathOf = (key: string, name: string) => (isKey(key) && isName(name) ? join(folderOf(key), name) : undefined)

  return {
    async keep(files, key = newKey()) {
      const made = join(unfinished, key)
      try {
        await mkdir(made, { recursive: true })
        for (const [name, source] of Object.entries(files)) {
          if (!isName(name)) throw new Error(`no name for a file: ${name}`)
          await put(join(made, name), source)
        }
        await settle(made)
        const parent = join(root, key.slice(0, 2))
        await mkdir(parent, { recursive: true })
        await rename(made, folderOf(key))
        await settle(parent)
        await settle(root)
        return key
      } catch (error) {
        await rm(made, { recursive: true, force: true }).catch(() => {})
        await rm(folderOf(key), { recursive: true, force: true }).catch(() => {})
        if (isFull(error)) refuse("storage_full")
        throw error
      }
    },

    async open(key, name) {
      const path = pathOf(key, name)
      const found = path === undefined ? undefined : await stat(path).catch(gone)
      if (path === undefined || !found?.isFile()) return undefined
      return {
        size: found.size,
        stream: (range) =>
          Readable.toWeb(
            createReadStream(path, range ? { start: range.first, end: range.last } : {}),
          ) as ReadableStream<Uint8Array>,
      }
    },

    async onDisk(key, name, work) {
      const path = pathOf(key, name)
      return path !== undefined && (await stat(path).catch(gone))?.isFile() ? work(path) : undefined
    },

    async list(key) {
      if (!isKey(key)) return []
      const names = await readdir(folderOf(key)).catch(gone)
      return Promise.all(
        (names ?? []).map(async (name) => ({ name, size: (await stat(join(folderOf(key), name))).size })),
      )
    },

    async remove(key) {
      if (isKey(key)) await rm(folderOf(key), { recursive: true, force: true })
    },

    async *olderThan(age) {
      const before = Date.now() - age
      const isOld = async (path: string) => ((await stat(path).catch(gone))?.mtimeMs ?? Infinity) < before
      for (const name of (await readdir(unfinished).catch(gone)) ?? []) {
        if (await isOld(join(unfinished, name))) await rm(join(unfinished, name), { recursive: true, force: true })
      }
      for (const part of (await readdir(root).catch(gone)) ?? []) {
        if (!/^[0-9a-f]{2}$/.test(part)) continue
        for (const key of await readdir(join(root, part))) {
          if (isKey(key) && (await isOld(folderOf(key)))) yield key
        }
      }
    },
  }
}

/** Writes bytes. A file gets a hard link instead, or a copy where another disk or the file system requires it. */
async function put(path: string, source: FileSource) {
  if (!(source instanceof Uint8Array)) {
    await link(source.path, path).catch((error: NodeJS.ErrnoException) => {
      if (!["EXDEV", "EPERM", "EMLINK", "ENOTSUP"].includes(String(error.code))) throw error
      return copyFile(source.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    })
  }
  const file = await open(path, source instanceof Uint8Array ? "wx" : "r+", 0o640)
  try {
    if (source instanceof Uint8Array) await file.writeFile(source)
    else await file.chmod(0o640)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs a folder: a new name in it survives a power cut only then. File systems that cannot sync folders do not need it. */
async function settle(folder: string) {
  const handle = await open(folder, "r").catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

function gone(error: NodeJS.ErrnoException) {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined
  throw error
}
