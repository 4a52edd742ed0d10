import type { Db } from "#db/connection.ts"
import type { Changed, LoggedChange } from "./change.ts"

/**
 * What follows from a change, wherever it comes from. `now` runs in the transaction of the change, for what must hold at
 * once or has to see what was; `later` in a job and a transaction of its own, exactly once for each batch of changes, and
 * in order for each subject. What `later` writes belongs into the transaction it is given.
 */
export type Consequence = {
  /** Under which the log remembers that it was followed: never another one. */
  name: string
  now?: (tx: Db, changes: Changed[]) => Promise<void>
  /** Which changes the job is for: what nobody wants costs none. */
  wants?: (change: Pick<Changed, "subject" | "kind" | "isPublic" | "by">) => boolean
  later?: (tx: Db, changes: LoggedChange[]) => Promise<void>
}

let given: readonly Consequence[] | undefined

/** Says, once for each process and before anything is changed, what follows from changes. */
export function giveConsequences(consequences: readonly Consequence[]): void {
  const names = consequences.map(({ name }) => name)
  if (new Set(names).size < names.length) throw new Error(`two consequences have one name: ${names.join(", ")}`)
  given = consequences
}

/** All that follows from a change. Fails where nobody said it: a change would be followed by nothing, and nobody would notice. */
export function allConsequences(): readonly Consequence[] {
  if (!given) throw new Error("nothing would follow from this change: the process was not given src/changes.ts")
  return given
}
