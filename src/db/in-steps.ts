import { type RawBuilder, sql } from "kysely"
import type { Db } from "./connection.ts"
import type { DB } from "./schema.ts"

/** So many rows in one statement: a part of a second, and nobody waits for its locks. */
const atOnce = 2000

/** Deletes rows, however many there are, some in each statement. Stopped in the middle, what is deleted stays so. */
export async function deleteInSteps(db: Db, table: keyof DB, where: RawBuilder<unknown>): Promise<void> {
  await inSteps(db, table, where, (some) => sql`delete from ${sql.table(table)} where ${some}`)
}

/** Empties a column of rows, however many there are, some in each statement. */
export async function emptyInSteps(db: Db, table: keyof DB, column: string, where: RawBuilder<unknown>): Promise<void> {
  await setInSteps(db, table, sql`${sql.ref(column)} = null`, where)
}

/** Changes rows, however many there are, some in each statement. What is changed must not meet `where` any more. */
export async function setInSteps(
  db: Db,
  table: keyof DB,
  set: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<void> {
  await inSteps(db, table, where, (some) => sql`update ${sql.table(table)} set ${set} where ${some}`)
}

async function inSteps(
  db: Db,
  table: keyof DB,
  where: RawBuilder<unknown>,
  statement: (some: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  const some = sql`ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${atOnce}))`
  while (Number((await statement(some).execute(db)).numAffectedRows ?? 0) === atOnce) {
    // Until fewer are left than fit into one.
  }
}
