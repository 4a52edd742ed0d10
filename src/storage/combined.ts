import type { Storage } from "./storage.ts"

/**
 * Combines two places while some files are still in the other one: new files go to the first, existing files are found in either.
 * The disk is checked first, since that costs nothing.
 */
export function combinedStorage(first: Storage, disk: Storage, other: Storage): Storage {
  const places = [disk, other]
  return {
    keep: (files, key) => first.keep(files, key),
    open: async (key, name) => (await disk.open(key, name)) ?? other.open(key, name),
    async onDisk(key, name, work) {
      // Chosen first, because the work may return undefined too and must run only once.
      const place = (await disk.open(key, name)) ? disk : other
      return place.onDisk(key, name, work)
    },
    async list(key) {
      const found = await disk.list(key)
      return found.length > 0 ? found : other.list(key)
    },
    async remove(key) {
      for (const place of places) await place.remove(key)
    },
    async *olderThan(age) {
      for (const place of places) yield* place.olderThan(age)
    },
  }
}
