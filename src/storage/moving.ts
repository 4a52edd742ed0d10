import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import type { FileSet, OpenFile, Storage } from "./storage.ts"

export type Moved = {
  /** Sets that are now in the new place, and their bytes. */
  sets: number
  bytes: number
  /** Sets that an interrupted run had copied already. */
  found: number
  /** Keys of sets that could not be moved, with the reason; they are still in the old place. */
  failed: { key: string; why: string }[]
}

/**
 * Moves every set from one place to another: copies it, reads it back and compares it (SHA-256), and only then removes the
 * original. It can be interrupted at any moment and run again, but two runs at the same time would remove each other's copies:
 * the caller prevents that. The site keeps running and reads both places (combined.ts); new files must go to the new place
 * already, otherwise they need another run.
 */
export async function moveSets(
  from: Storage,
  to: Storage,
  { onSet, signal }: { onSet?: (moved: Moved) => void; signal?: AbortSignal } = {},
): Promise<Moved> {
  const moved: Moved = { sets: 0, bytes: 0, found: 0, failed: [] }
  // Sets appear whole, so every set that is listed is complete; those being written are not listed.
  for await (const key of from.olderThan(0)) {
    if (signal?.aborted) break
    try {
      const set = await moveSet(from, to, key)
      if (!set) continue
      const { bytes, isFound } = set
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

/** Moves one set; undefined when it is gone since it was listed, because it was deleted meanwhile. */
async function moveSet(from: Storage, to: Storage, key: string) {
  const files = await from.list(key)
  if (files.length === 0) return undefined
  return withPaths(
    from,
    key,
    files.map(({ name }) => name),
    async (paths) => {
      const hashes = new Map<string, string>()
      for (const [name, path] of Object.entries(paths)) hashes.set(name, await hashOf(createReadStream(path)))
      const isFound = await isThere(to, key, hashes)
      if (!isFound) {
        // Part of it may be there from an interrupted run; keys are unique, so it belongs to this set.
        await to.remove(key)
        const set: FileSet = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, { path }]))
        await to.keep(set, key)
        if (!(await isThere(to, key, hashes))) throw new Error("what was read back is not what was sent")
      }
      // If the set was deleted meanwhile, its copy is removed too.
      if ((await from.list(key)).length === 0) await to.remove(key)
      await from.remove(key)
      return { bytes: files.reduce((sum, { size }) => sum + size, 0), isFound }
    },
  )
}

/** Calls `work` with every file of a set on disk at the same time. */
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

/** Returns whether the whole set is there, byte for byte. */
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
