import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import type { FileSet, OpenFile, Storage } from "./storage.ts"

export type Moved = {
  /** Sets that are in their new place now, and their bytes. */
  sets: number
  bytes: number
  /** Sets that were there already, left by a run that was cut off. */
  found: number
  /** Keys of sets that could not be brought over, and why; they are where they were. */
  failed: { key: string; why: string }[]
}

/**
 * Brings every set from one place to another: copied, read back and compared (SHA-256), and only then removed where it was.
 * It can be stopped at any moment and run again. The site goes on meanwhile, and reads both places (both.ts); new files
 * have to go to the new place already, or they come over with the next run.
 */
export async function moveSets(
  from: Storage,
  to: Storage,
  { onSet, signal }: { onSet?: (moved: Moved) => void; signal?: AbortSignal } = {},
): Promise<Moved> {
  const moved: Moved = { sets: 0, bytes: 0, found: 0, failed: [] }
  // Not what is being written just now: nothing is that is older than a moment, since sets appear whole.
  for await (const key of from.olderThan(0)) {
    if (signal?.aborted) break
    try {
      const { bytes, isFound } = await moveSet(from, to, key)
      moved.sets++
      moved.bytes += bytes
      if (isFound) moved.found++
    } catch (error) {
      moved.failed.push({ key, why: (error as Error).message })
    }
    onSet?.(moved)
  }
  return moved
}

async function moveSet(from: Storage, to: Storage, key: string) {
  const files = await from.list(key)
  return withPaths(
    from,
    key,
    files.map(({ name }) => name),
    async (paths) => {
      const hashes = new Map<string, string>()
      for (const [name, path] of Object.entries(paths)) hashes.set(name, await hashOf(createReadStream(path)))
      const isFound = await isThere(to, key, hashes)
      if (!isFound) {
        // Half of it may be there; a set that is there otherwise would be another's.
        await to.remove(key)
        const set: FileSet = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, { path }]))
        await to.keep(set, key)
        if (!(await isThere(to, key, hashes))) throw new Error("what was read back is not what was sent")
      }
      // It was deleted meanwhile: then it is to be nowhere.
      if ((await from.list(key)).length === 0) await to.remove(key)
      await from.remove(key)
      return { bytes: files.reduce((sum, { size }) => sum + size, 0), isFound }
    },
  )
}

/** Every file of a set on disk, at the same time. */
async function withPaths<Result>(
  from: Storage,
  key: string,
  names: string[],
  work: (paths: Record<string, string>) => Promise<Result>,
  paths: Record<string, string> = {},
): Promise<Result> {
  const [name, ...rest] = names
  if (name === undefined) return work(paths)
  let result: { is: Result } | undefined
  await from.onDisk(key, name, async (path) => {
    result = { is: await withPaths(from, key, rest, work, { ...paths, [name]: path }) }
  })
  if (!result) throw new Error(`${name} is gone`)
  return result.is
}

/** Is all of it there, byte for byte? */
async function isThere(to: Storage, key: string, hashes: Map<string, string>): Promise<boolean> {
  for (const [name, hash] of hashes) {
    const file = await to.open(key, name)
    if (!file || (await hashOf(file.stream())) !== hash) return false
  }
  return hashes.size > 0
}

async function hashOf(bytes: AsyncIterable<Uint8Array> | ReturnType<OpenFile["stream"]>): Promise<string> {
  const hash = createHash("sha256")
  for await (const piece of bytes) hash.update(piece)
  return hash.digest("hex")
}
