import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { lockSession } from "../../sessions/commands.server.ts"
import type { SignedIn } from "../../viewer.ts"
import type { ConsentRequest } from "../inputs.ts"
import { codeSeconds, grantDays } from "../program.ts"
import { readRequest } from "./queries.server.ts"

/** Largest number of programs that act for one person, and of permissions of one program at the same time, one per device. */
const mostPrograms = 100
const mostOfOne = 10

/**
 * Authorizes a program to act for the viewer, as requested.
 * @returns where the browser continues: the program's redirect address with a code. When the form is sent again, the earlier code
 * no longer works; once a code was exchanged for tokens, the same request is answered with `consent_used`.
 */
export async function allowProgram(db: Db, viewer: SignedIn, asked: ConsentRequest, issuer: string): Promise<string> {
  const { program, redirect, scopes, challenge, fault, answered } = await readRequest(db, asked, issuer)
  if (fault) refuseFields({ non_field_errors: ["accounts.program_asks_wrong"] })
  const code = newSecret()
  await writing(db, async (tx) => {
    await lockSession(tx, viewer)
    // The program's owner may have removed it since it was read.
    const { rows: there } = await sql`select from programs where id = ${program.id} for key share`.execute(tx)
    if (there.length === 0) refuse("program_not_found")
    const { rows } = await sql<{ others: number }>`
      select count(distinct program_id)::int as others from program_grants
      where user_id = ${viewer.userId} and program_id <> ${program.id} and expires_at > now()`.execute(tx)
    if ((rows[0]?.others ?? 0) >= mostPrograms) refuse("too_many")
    const { rows: written } = await sql<{ id: number }>`
      insert into program_grants (program_id, user_id, scopes, code_hash, challenge, redirect, until_at, expires_at)
      values (${program.id}, ${viewer.userId}, ${scopes}::text[], ${hashOf(code)}, ${challenge}, ${redirect.uri},
        now() + make_interval(days => ${grantDays}), now() + make_interval(secs => ${codeSeconds}))
      on conflict (program_id, user_id, challenge) do update set scopes = excluded.scopes, code_hash = excluded.code_hash,
        redirect = excluded.redirect, until_at = excluded.until_at, expires_at = excluded.expires_at, created_at = now()
        where program_grants.exchanged_at is null
      returning id`.execute(tx)
    if (written.length === 0) refuse("consent_used")
    await sql`
      delete from program_grants where id in (
        select id from program_grants where program_id = ${program.id} and user_id = ${viewer.userId}
        order by expires_at > now() desc, created_at desc, id desc offset ${mostOfOne})`.execute(tx)
  })
  return answered({ code })
}

/** Ends at once everything a program may do for the viewer. Refuses `not_found`. */
export async function revokeProgram(db: Db, viewer: SignedIn, programId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("program_grants")
    .where("program_id", "=", programId)
    .where("user_id", "=", viewer.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuse("not_found")
}
