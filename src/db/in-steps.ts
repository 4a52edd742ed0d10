import { type RawBuilder, sql } from "kysely"
import type { Db } from "./connection.ts"
import type { DB } from "./schema.ts"

/** Rows in one statement: it takes a fraction of a second, so no other transaction waits long for its locks. */
const atOnce = 2000

/** Deletes any number of rows, some in each statement. Rows deleted before an interruption stay deleted. */
export async function deleteInSteps(db: Db, table: keyof DB, where: RawBuilder<unknown>): Promise<void> {
  await inSteps(db, table, where, (some) => sql`delete from ${sql.table(table)} where ${some}`)
}

/** Sets a column to null in any number of rows, some in each statement. */
export async function emptyInSteps(db: Db, table: keyof DB, column: string, where: RawBuilder<unknown>): Promise<void> {
  await setInSteps(db, table, sql`${sql.ref(column)} = null`, where)
}

/** Updates any number of rows, some in each statement. A changed row must no longer match `where`. */
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
    // Repeated until a statement changes fewer rows than its limit.
  }
}
