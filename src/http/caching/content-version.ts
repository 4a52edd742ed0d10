/**
 * One number that changes whenever something public changed, in this process or another: what was cached under an
 * older number is stale. Other processes tell through PostgreSQL's NOTIFY (see db/listen.ts).
 */
export type ContentVersion = {
  readonly current: number
  /** Nothing is known to have changed since this number: what was made under it may be shown while the database is away. */
  readonly known: number
  /** Something changed. */
  changed(): void
  /** Something may change and nobody would tell: the connection that changes are heard of on is lost. */
  doubted(): void
}

/** Begins to count the changes of what everybody can see. */
export function contentVersion(): ContentVersion {
  let current = 1
  let known = 1
  return {
    get current() {
      return current
    },
    get known() {
      return known
    },
    changed() {
      known = ++current
    },
    doubted() {
      current++
    },
  }
}
