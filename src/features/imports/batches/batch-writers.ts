/**
 * Writes batches, at most `most` of them at once, so that one is prepared while PostgreSQL writes another. The batches must be
 * disjoint.
 */
export function batchWriters(most: number) {
  const underWay = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined

  return {
    /** Returns once the writing of the batch has begun. An error of an earlier batch is thrown here or by `end`. */
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
