/**
 * One number that changes whenever something public changed, in this process or another: what was cached under an
 * older number is stale. Other processes tell through PostgreSQL's NOTIFY (see db/listen.ts).
 */
export type ContentVersion = { readonly current: number; changed(): void }

export function contentVersion(): ContentVersion {
  let current = 1
  return {
    get current() {
      return current
    },
    changed() {
      current++
    },
  }
}
