import { type Kysely, sql } from "kysely"
import type { DB } from "#db/schema.ts"

// A test leaves rows behind. Deleting them takes a few milliseconds; another copy of the database takes thirty, and each new
// connection to it forty more until it has read the catalogue.

/** Deleting more rows of one table than this takes longer than copying a database. */
const mostRows = 2000

/**
 * Defines `baseline.restore()` in a database, which gives all its tables and sequences the content of now. It returns false where
 * a copy of the database is needed instead: after changes of the schema or of the planner’s statistics, or after many rows. Its
 * connection has to have `session_replication_role = replica`, so that no trigger fires.
 */
export async function defineBaseline(db: Kysely<DB>) {
  await sql`drop schema if exists baseline cascade`.execute(db)
  await sql`drop event trigger if exists noted`.execute(db)
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select format('%I.%I', nspname, relname) as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and nspname <> 'information_schema' and nspname not like 'pg\\_%'
    order by 1
  `.execute(db)
  const { rows: sequences } = await sql<{ name: string; last: string; called: boolean }>`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as last,
      last_value is not null as called
    from pg_sequences order by 1
  `.execute(db)
  await sql`create schema baseline`.execute(db)
  const steps: string[] = []
  for (const [at, { name, columns }] of tables.entries()) {
    const { rows } = await sql<{ some: boolean }>`select exists (select from ${sql.raw(name)}) as some`.execute(db)
    steps.push(`delete from ${name}; get diagnostics gone = row_count; most := greatest(most, gone);`)
    if (!rows[0]?.some) continue
    await sql.raw(`create table baseline.t${at} as select ${columns} from ${name}`).execute(db)
    steps.push(`insert into ${name} (${columns}) overriding system value select * from baseline.t${at};`)
  }
  for (const { name, last, called } of sequences) steps.push(`perform setval('${name}', ${last}, ${called});`)
  const statistics = "(select max(xmin::text::bigint) from pg_statistic)"
  const { rows } = await sql<{ last: string | null }>`select ${sql.raw(statistics)}::text as last`.execute(db)
  await sql`create table baseline.noted (tag text)`.execute(db)
  await sql
    .raw(`create function baseline.restore() returns boolean language plpgsql as $$
      declare gone bigint; most bigint := 0;
      begin
        if exists (select from baseline.noted) or ${statistics} is distinct from ${rows[0]?.last ?? "null"} then
          return false;
        end if;
        ${steps.join("\n")}
        return most <= ${mostRows};
      end $$`)
    .execute(db)
  await sql
    .raw(`create function baseline.note() returns event_trigger language plpgsql as $$
      begin insert into baseline.noted values (tg_tag); end $$`)
    .execute(db)
  await sql`create event trigger noted on ddl_command_end execute function baseline.note()`.execute(db)
}
