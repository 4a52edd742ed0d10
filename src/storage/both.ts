import type { Storage } from "./storage.ts"

/**
 * Two places at once, as long as some files are still in the other one: what is new goes to the first, what is there is
 * found in either. The disk is looked at first, since that costs nothing.
 */
export function bothStorages(first: Storage, disk: Storage, other: Storage): Storage {
  const places = [disk, other]
  return {
    keep: (files, key) => first.keep(files, key),
    open: async (key, name) => (await disk.open(key, name)) ?? other.open(key, name),
    async onDisk(key, name, work) {
      // What the work answers may be undefined too: it is done once.
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
