import type { Kysely } from "kysely"
import type { DB } from "#db/schema.ts"

/** The error that stops a process in the middle. */
export const killed = new Error("killed")

/** Returns a database that fails after this many transactions, as for a process that was killed. */
export function dyingAfter(transactions: number, db: Kysely<DB>): Kysely<DB> {
  let begun = 0
  return new Proxy(db, {
    get(there, name) {
      if (name === "transaction" && ++begun > transactions) throw killed
      const value: unknown = Reflect.get(there, name, there)
      return typeof value === "function" ? value.bind(there) : value
    },
  })
}
