import type { Db } from "#db/connection.ts"
import type { Changed, LoggedChange } from "./change.ts"

/**
 * A consequence of changes, wherever they come from. `now` runs in the transaction of the change, for what must hold at once
 * or has to see the former state. `later` runs in a job and a transaction of its own, exactly once for each batch of
 * changes and in order for each subject; it writes in the transaction that it receives.
 */
export type Consequence = {
  /** Name under which the log records that the consequence has run: it must never change. */
  name: string
  now?: (tx: Db, changes: Changed[]) => Promise<void>
  /** Says which changes the job is for: changes that no consequence wants cost no job. */
  wants?: (change: Pick<Changed, "subject" | "kind" | "isPublic" | "by">) => boolean
  later?: (tx: Db, changes: LoggedChange[]) => Promise<void>
}

let given: readonly Consequence[] | undefined

/** Sets the consequences of changes, once for each process and before anything is changed. */
export function setConsequences(consequences: readonly Consequence[]): void {
  const names = consequences.map(({ name }) => name)
  if (new Set(names).size < names.length) throw new Error(`two consequences have one name: ${names.join(", ")}`)
  given = consequences
}

/** Returns all consequences. Throws if they were never set, because changes would then silently have none. */
export function allConsequences(): readonly Consequence[] {
  if (!given) throw new Error("nothing would follow from this change: the process was not given src/changes.ts")
  return given
}
