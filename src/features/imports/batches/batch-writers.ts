/**
 * Writes batches, at most `most` of them at once: one is made ready while PostgreSQL writes the other. They must be
 * disjoint.
 */
export function batchWriters(most: number) {
  const underWay = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined

  return {
    /** Returns once the batch has begun to be written. What failed since the last time is thrown, by this or by `end`. */
    async write(work: () => Promise<void>): Promise<void> {
      while (underWay.size >= most && !failure) await Promise.race(underWay)
      if (failure) throw failure.error
      const written: Promise<void> = work()
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => void underWay.delete(written))
      underWay.add(written)
    },
    /** Returns once everything is written. */
    async end(): Promise<void> {
      await Promise.all(underWay)
      if (failure) throw failure.error
    },
  }
}
