import { randomInt } from "node:crypto"
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { isReservedFid } from "#features/actors/fids/reserved-fids.ts"
import { gatherFaults } from "#lib/faults.ts"
import { refuseFields } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import type { Language } from "#i18n/languages.ts"
import type { Registration } from "../inputs.ts"
import { hashPassword, isPassword, weaknessesOf } from "../passwords.server.ts"
import { lockIfPasswordMatches } from "../suspension/queries.server.ts"
import type { SignedIn } from "../viewer.ts"
import { findEmailOwner } from "../emails/emails.server.ts"

/**
 * Makes an account and returns its id. The answer does not reveal whether the address belongs to another account already: the
 * account is made, the address stays with the account that verified it, and its owner gets a mail instead of the newcomer. That a
 * username is taken is revealed. A request whose answer was lost can be sent again within ten minutes: with the same username,
 * address and password it returns the account it made. Refuses field by field.
 * @param mayTry counts a try of the password of an account, and tells whether it is within the limit; beyond it nothing is
 * compared, as if the account were somebody else's
 */
export async function register(
  db: Db,
  { username, email, password, name, next }: Registration,
  locale: Locale,
  mayTry: (accountId: number) => Promise<boolean>,
): Promise<number> {
  const findTwin = async () => {
    const twin = await findRecent(db, { username, email }, "10 minutes")
    return twin && (await mayTry(twin.id)) && (await isTheirs(twin, password)) ? twin.id : undefined
  }
  const before = await findTwin()
  if (before !== undefined) return before
  await judgeRegistration(db, { username, email, password, name })
  const hash = await hashPassword(password)
  const id = await writing(db, (tx) => addAccount(tx, { username, email, hash, name, next }, locale))
  // Of two simultaneous requests the second one finds the account of the first only now.
  return id ?? (await findTwin()) ?? refuseFields({ username: ["accounts.username_taken"] })
}

type Locale = { language: Language; timezone: string }
type NewAccount = Pick<Registration, "username" | "email" | "name" | "next"> & { hash: string }

/** Inserts an account and starts the verification of its address; undefined when the username is taken. */
async function addAccount(tx: Db, { username, email, hash, name, next }: NewAccount, locale: Locale) {
  const user = await tx
    .insertInto("users")
    .values({ username, password: hash, name: name || null, ...locale })
    .onConflict((existing) => existing.column("username").doNothing())
    .returning("id")
    .executeTakeFirst()
  if (!user) return undefined
  const added = await tx
    .insertInto("emails")
    .values({ user_id: user.id, email, is_primary: true })
    .returning("id")
    .executeTakeFirstOrThrow()

  const holder = await findEmailOwner(tx, email)
  await enqueue(
    tx,
    "accounts.mail",
    holder ? { kind: "already-registered", ...holder } : { kind: "verify", userId: user.id, emailId: added.id, next },
  )
  return user.id
}

/** A person who gets an account while doing something else: with a name, and with a username only if they chose one. */
export type Newcomer = Pick<Registration, "email" | "password" | "next"> & {
  name: string
  username?: string | undefined
}

/** Hashes the password of a newcomer, which takes too long to be done inside a transaction. */
export async function withPasswordHash(newcomer: Newcomer): Promise<Newcomer & { hash: string }> {
  return { ...newcomer, hash: await hashPassword(newcomer.password) }
}

/**
 * Makes the account of a newcomer in the transaction of the action they started with. Sending the same twice, however close
 * together, makes one account: a request with the address and password of an unverified account made within the last hour is
 * taken as coming from the person who made it.
 * @param wish the username to use, or to vary, when the newcomer chose none
 * @param mayTry whether the password of such an account may be tried (`findNewcomer`)
 */
export async function addNewcomer(
  tx: Db,
  { hash, ...newcomer }: Newcomer & { hash: string },
  wish: string,
  locale: Locale,
  mayTry: boolean,
): Promise<SignedIn> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${newcomer.email}), 30))`.execute(tx)
  const { email, name, next } = newcomer
  const twin = mayTry ? await findNewcomer(tx, email) : undefined
  // Without such an account something is compared too: the time must not reveal who has just registered.
  const isTwin = await isTheirs(twin, newcomer.password)
  if (twin && isTwin && (await lockIfPasswordMatches(tx, twin.id, twin.password, "update")))
    return newcomerAs(twin.id, twin.username, name)

  const wishes = newcomer.username ? [newcomer.username] : [wish, ...likeIt(wish)].filter((one) => !isReservedFid(one))
  for (const username of wishes) {
    const id = await addAccount(tx, { username, email, hash, name, next }, locale)
    if (id !== undefined) return newcomerAs(id, username, name)
  }
  return refuseFields({ username: ["accounts.username_taken"] })
}

type Recent = { id: number; username: string; password: string; hasAddress: boolean }

/** Finds the account that a newcomer with this address may have made by an earlier request within the last hour. */
export function findNewcomer(db: Db, email: string): Promise<Recent | undefined> {
  return findRecent(db, { email }, "1 hour")
}

/**
 * Finds the account that the same person may have just made by an earlier request: not verified, made within this time, with this
 * username, or else with this address. The time is short, because its password is going to be tried.
 */
async function findRecent(
  db: Db,
  { username, email }: { username?: string; email: string },
  within: "10 minutes" | "1 hour",
): Promise<Recent | undefined> {
  const { rows } = await sql<Recent>`
    select u.id, u.username, u.password, e.id is not null as "hasAddress" from users u
    left join emails e on e.user_id = u.id and lower(e.email) = lower(${email}) and e.verified_at is null
    where u.deleted_at is null and u.created_at > now() - ${within}::interval and u.totp_confirmed_at is null
      and ${username === undefined ? sql`e.id is not null` : sql`u.username = ${username}`}
    order by u.created_at desc, u.id desc limit 1`.execute(db)
  return rows[0]
}

/** Tells whether an account has this password; the answer takes as long for another address, and without an account. */
function isTheirs(recent: Recent | undefined, password: string): Promise<boolean> {
  return isPassword(recent?.hasAddress ? recent.password : undefined, password)
}

function newcomerAs(userId: number, username: string, name: string): SignedIn {
  return {
    userId,
    username,
    name,
    actorId: null,
    fid: null,
    isVerified: false,
    isModerator: false,
    isAdmin: false,
    sessionId: null,
    scopes: null,
  }
}

/** Makes variants of a username that are hardly ever taken. */
function likeIt(wish: string) {
  const stem = wish.slice(0, 22).replace(/[.-]+$/, "")
  return Array.from({ length: 3 }, () => `${stem}_${randomInt(10_000, 1_000_000)}`)
}

/** Checks the given fields and refuses all faulty ones at once. */
export async function judgeRegistration(
  db: Db,
  { username, email, password, name }: Partial<Registration>,
): Promise<void> {
  const faults = gatherFaults()
  if (username !== undefined && (await isUsernameTaken(db, username)))
    faults.note("username", await takenSentence(db, username))
  const weaknesses = password === undefined ? [] : weaknessesOf(password, [username, email, name])
  for (const weakness of weaknesses) faults.note("password", weakness)
  faults.refuse()
}

async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
  if (isReservedFid(username)) return true
  return (await db.selectFrom("users").select("id").where("username", "=", username).executeTakeFirst()) !== undefined
}

/** Says that a username is taken, and suggests a similar one that is free. */
async function takenSentence(db: Db, username: string) {
  const stem = username.slice(0, 26).replace(/[.-]+$/, "")
  const alike = [`${stem}.b`, `${stem}.o`, `${stem}_2`, `${stem}_3`].filter((one) => one.length >= 3)
  const taken = await db.selectFrom("users").select("username").where("username", "in", alike).execute()
  const free = alike.find((one) => !taken.some((other) => other.username === one))
  return free ? ({ id: "accounts.username_taken_free", with: { free } } as const) : ("accounts.username_taken" as const)
}
