import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { refuse } from "#lib/refusal.ts"
import { hashOf, isSecret } from "#lib/secret.ts"
import { type Scope, sessionDays, type SignedIn, type Viewer } from "../viewer.ts"

/** Shortest time between two updates of when a session or token was last used. */
const notedEvery = "10 minutes"

/** The viewer of a request, and whether their session was extended, so that the cookie has to be sent again. */
export type Authentication = { viewer: Viewer; isProlonged: boolean }

/**
 * Authenticates a request: its viewer is the owner of its API token, the person who authorized the program, or the owner of its
 * session. With a token the session is ignored, which is why such a request needs no CSRF token. Refuses `token_invalid`.
 */
export async function authenticate(
  db: Db,
  { session, token }: { session: string | undefined; token: string | undefined },
): Promise<Authentication> {
  if (token !== undefined)
    return { viewer: (await ownerOfToken(db, token)) ?? refuse("token_invalid"), isProlonged: false }
  return session ? ownerOfSession(db, session) : { viewer: null, isProlonged: false }
}

type Row = {
  userId: number
  username: string
  name: string | null
  actorId: number | null
  fid: string | null
  actorName: string | null
  isVerified: boolean
  isModerator: boolean
  isAdmin: boolean
}

const person = sql`u.id as "userId", u.username, u.name, a.id as "actorId", a.fid, a.name as "actorName",
  exists (select from emails e where e.user_id = u.id and e.verified_at is not null) as "isVerified",
  u.is_moderator as "isModerator", u.is_admin as "isAdmin"`

async function ownerOfSession(db: Db, secret: string): Promise<Authentication> {
  const { rows } = await sql<Row & { sessionId: number; isDue: boolean }>`
    select s.id as "sessionId", s.last_seen_at < now() - ${notedEvery}::interval as "isDue", ${person}
    from sessions s join users u on u.id = s.user_id
    left join actors a on a.id = u.identity_id and a.status = 'published'
    where s.hash = ${hashOf(secret)} and s.expires_at > now() and u.suspended_at is null`.execute(db)
  const row = rows[0]
  if (!row) return { viewer: null, isProlonged: false }
  const viewer = viewerOf(row, row.sessionId, null)
  if (!row.isDue) return { viewer, isProlonged: false }

  await db
    .updateTable("sessions")
    .set({ last_seen_at: sql`now()`, expires_at: sql`now() + make_interval(days => ${sessionDays})` })
    .where("id", "=", row.sessionId)
    .execute()
  return { viewer, isProlonged: true }
}

async function ownerOfToken(db: Db, token: string): Promise<SignedIn | undefined> {
  // The length is checked too, since the random part of a personal token may also begin with `at_`.
  const access = /^foyer_at_([\w-]{43})$/.exec(token)?.[1]
  if (access !== undefined) return whoLetProgram(db, access)
  const secret = token.replace(/^foyer_/, "")
  if (!isSecret(secret)) return undefined
  const { rows } = await sql<Row & { tokenId: number; scopes: Scope[]; isDue: boolean }>`
    select t.id as "tokenId", t.scopes, coalesce(t.last_used_at < now() - ${notedEvery}::interval, true) as "isDue", ${person}
    from api_tokens t join users u on u.id = t.user_id
    left join actors a on a.id = u.identity_id and a.status = 'published'
    where t.hash = ${hashOf(secret)} and t.expires_at > now() and u.suspended_at is null`.execute(db)
  const row = rows[0]
  if (row?.isDue) {
    await db
      .updateTable("api_tokens")
      .set({ last_used_at: sql`now()` })
      .where("id", "=", row.tokenId)
      .execute()
  }
  return row && viewerOf(row, null, row.scopes)
}

/**
 * Returns the person for whom a program makes the request, unless the program's owner is suspended. A program never acts as
 * moderator or administrator; they have to do such actions themselves.
 */
async function whoLetProgram(db: Db, secret: string): Promise<SignedIn | undefined> {
  const { rows } = await sql<Row & { grantId: number; scopes: Scope[]; isDue: boolean }>`
    select g.id as "grantId", t.scopes, coalesce(g.last_used_at < now() - ${notedEvery}::interval, true) as "isDue", ${person}
    from program_tokens t join program_grants g on g.id = t.grant_id join users u on u.id = g.user_id
    join programs p on p.id = g.program_id join users owner on owner.id = p.user_id
    left join actors a on a.id = u.identity_id and a.status = 'published'
    where t.hash = ${hashOf(secret)} and t.expires_at > now() and g.until_at > now()
      and u.deleted_at is null and u.suspended_at is null and owner.deleted_at is null and owner.suspended_at is null`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return undefined
  if (row.isDue) {
    await db
      .updateTable("program_grants")
      .set({ last_used_at: sql`now()` })
      .where("id", "=", row.grantId)
      .execute()
  }
  return { ...viewerOf(row, null, row.scopes), isModerator: false, isAdmin: false }
}

function viewerOf(row: Row, sessionId: number | null, scopes: Scope[] | null): SignedIn {
  return {
    userId: row.userId,
    username: row.username,
    name: row.actorName ?? row.name ?? row.username,
    actorId: row.actorId,
    fid: row.fid,
    isVerified: row.isVerified,
    isModerator: row.isModerator,
    isAdmin: row.isAdmin,
    sessionId,
    scopes,
  }
}

const mostSessions = 50

/** The device a session is opened on: its user agent and an approximate network address. */
export type Device = { userAgent: string | undefined; address: string | null }

/** Opens a session for an account; when there are too many, the one unused for longest ends. */
export async function openSession(tx: Db, userId: number, secret: string, { userAgent, address }: Device) {
  await tx
    .insertInto("sessions")
    .values({
      hash: hashOf(secret),
      user_id: userId,
      user_agent: userAgent?.toWellFormed().replaceAll("\0", "").slice(0, 300) || null,
      address,
      expires_at: sql`now() + make_interval(days => ${sessionDays})`,
    })
    .execute()
  await sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId} order by last_seen_at desc, id desc offset ${mostSessions})`.execute(
    tx,
  )
}

/**
 * Locks the account and its session until the transaction ends: if the password was changed, the account deleted or suspended
 * meanwhile, nothing that the session started takes effect. Refuses `sign_in_needed`.
 */
export async function lockSession(tx: Db, viewer: Pick<SignedIn, "userId" | "sessionId">): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", viewer.userId).forUpdate().execute()
  const session = await tx
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", viewer.sessionId ?? 0)
    .where("user_id", "=", viewer.userId)
    .forKeyShare()
    .executeTakeFirst()
  if (!session) refuse("sign_in_needed")
}
