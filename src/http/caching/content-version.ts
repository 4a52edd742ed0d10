/**
 * A number that grows whenever something public changed, in this process or another: an answer cached under an older number is
 * stale. Other processes report changes through PostgreSQL's NOTIFY (see db/listen.ts).
 */
export type ContentVersion = {
  readonly current: number
  /** Nothing is known to have changed since this number: what was made under it may be shown while the database is down. */
  readonly known: number
  /** Records a change. */
  changed(): void
  /** Records that changes may be missed, because the connection that reports them is lost. */
  doubted(): void
}

/** Starts counting the changes of public content. */
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
