import { createHash } from "node:crypto"
import type { Context } from "hono"
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { Refusal } from "#lib/refusal.ts"
import type { Environment } from "../environment.ts"

export type Limit = { name: string; most: number; seconds: number }

/**
 * All rate limits. They are counted in PostgreSQL, so that all processes count together and a restart resets nothing: one small
 * statement beside the 50 ms that checking a password costs.
 */
export const limits = {
  login: { name: "login", most: 25, seconds: 300 },
  loginToAccount: { name: "login-to-account", most: 25, seconds: 3600 },
  /** The same from one network, once the account's limit from all networks together is exceeded. */
  loginUnderAttack: { name: "login-to-account", most: 5, seconds: 3600 },
  /**
   * Accounts created from one network, and attempts to create one: the second keeps anyone from testing thousands of names for
   * which are taken.
   */
  register: { name: "register", most: 10, seconds: 3600 },
  registerTry: { name: "register-try", most: 60, seconds: 3600 },
  reset: { name: "reset", most: 5, seconds: 1800 },
  /** Links from mails that are opened: guessing one is hopeless, but many guesses are a nuisance. */
  link: { name: "link", most: 30, seconds: 300 },
  /** Mails that one stranger can have sent to one address, and that all strangers together can. */
  mailTo: { name: "mail-to", most: 5, seconds: 3600 },
  mailToInAll: { name: "mail-to-in-all", most: 15, seconds: 3600 },
  /** Passwords asked again of a user who is signed in. */
  confirm: { name: "confirm", most: 25, seconds: 3600 },
  /** Uploaded files. */
  upload: { name: "upload", most: 120, seconds: 3600 },
  export: { name: "export", most: 5, seconds: 3600 },
  /** Invitations that one person makes, and those that one address receives from anybody. */
  invite: { name: "invite", most: 100, seconds: 86_400 },
  inviteTo: { name: "invite-to", most: 10, seconds: 86_400 },
  captcha: { name: "captcha", most: 120, seconds: 600 },
  /** Messages to actors: attempts of one network, and, once a challenge was answered, messages of one sender and to one actor. */
  contact: { name: "contact", most: 30, seconds: 3600 },
  contactFrom: { name: "contact-from", most: 10, seconds: 3600 },
  contactTo: { name: "contact-to", most: 100, seconds: 3600 },
  /** Actors that one person claims. */
  claim: { name: "claim", most: 10, seconds: 86_400 },
  /**
   * Reports: attempts of one person, and wrong answers to challenges from one network; and, once a challenge was answered,
   * reports of one person or network, and those of strangers that leave the same mail address for the outcome.
   */
  report: { name: "report", most: 30, seconds: 3600 },
  reportFrom: { name: "report-from", most: 20, seconds: 86_400 },
  reportTo: { name: "report-to", most: 10, seconds: 86_400 },
  /** Pages on other sites that are read for one person, and for one network. */
  readAddress: { name: "read-address", most: 30, seconds: 3600 },
  readAddressFrom: { name: "read-address-from", most: 120, seconds: 3600 },
  /** Remote accounts that one person looks up. */
  followElsewhere: { name: "follow-elsewhere", most: 60, seconds: 3600 },
  /** Programs that one person authorises; tokens requested from one network, and by one program that has a secret. */
  consent: { name: "consent", most: 60, seconds: 3600 },
  tokensFrom: { name: "tokens-from", most: 300, seconds: 300 },
  tokensOf: { name: "tokens-of", most: 1200, seconds: 300 },
  identity: { name: "identity", most: 30, seconds: 3600 },
  /** Home servers that people of one network have looked up, to follow or publish from there. */
  intent: { name: "intent", most: 60, seconds: 3600 },
  /** Calendar addresses created for one person. */
  calendarAddress: { name: "calendar-address", most: 20, seconds: 3600 },
  /** Addresses that one person has geocoded. */
  geocoder: { name: "geocoder", most: 300, seconds: 3600 },
  /** Tours planned for one person. */
  tour: { name: "tour", most: 200, seconds: 3600 },
  /** Webhooks that one person adds, changes or renews, and test deliveries. */
  webhook: { name: "webhook", most: 60, seconds: 3600 },
  webhookTest: { name: "webhook-test", most: 20, seconds: 3600 },
  /** Messages to everybody with an attendance at one event. */
  message: { name: "message", most: 5, seconds: 86_400 },
  /** Newsletters requested from one network, whatever the address; previews and trial mails of one person's own. */
  subscribe: { name: "subscribe", most: 20, seconds: 3600 },
  newsletterPreview: { name: "newsletter-preview", most: 60, seconds: 3600 },
  newsletterTrial: { name: "newsletter-trial", most: 5, seconds: 86_400 },
} as const satisfies Record<string, Limit>

/**
 * Counts one try of `who`, reports the limit in headers (RateLimit, RateLimit-Policy), and refuses with 429 beyond it.
 * @param isTold false where the count itself would reveal something, such as which name belongs to which address
 */
export async function spend(
  c: Context<Environment>,
  limit: Limit,
  who: string,
  { isTold } = { isTold: true },
): Promise<void> {
  const { db, config } = c.get("world")
  if (!config.limits) return
  const { used, wait } = await count(db, limit, who)
  if (isTold) tell(c, limit, used, wait)
  if (used > limit.most) refuseBeyond(c, wait, { isTold })
}

/**
 * Refuses a caller who is beyond a limit.
 * @param isTold false where the headers are about another limit: what they say is left would not be true for this call
 */
export function refuseBeyond(c: Context<Environment>, wait: number, { isTold }: { isTold: boolean }): never {
  if (!isTold) for (const name of ["RateLimit-Policy", "RateLimit"]) c.header(name, undefined)
  throw new Refusal("too_many_requests", wait)
}

/**
 * Counts one try of `who` without refusing it.
 * @returns whether it is within the limit, and the seconds until the count starts again
 */
export async function tally(
  c: Context<Environment>,
  limit: Limit,
  who: string,
): Promise<{ used: number; isWithin: boolean; wait: number }> {
  const { db, config } = c.get("world")
  if (!config.limits) return { used: 0, isWithin: true, wait: 0 }
  const { used, wait } = await count(db, limit, who)
  return { used, isWithin: used <= limit.most, wait }
}

function tell(c: Context<Environment>, limit: Limit, used: number, wait: number) {
  c.header("RateLimit-Policy", `"${limit.name}";q=${limit.most};w=${limit.seconds}`)
  c.header("RateLimit", `"${limit.name}";r=${Math.max(0, limit.most - used)};t=${wait}`)
}

/** Takes back one try that succeeded. */
export async function giveBack(db: Db, limit: Limit, who: string): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set({ used: sql`greatest(used - 1, 0)` })
    .where("bucket", "=", bucketOf(limit, who))
    .execute()
}

/** A window that ends this many window lengths after now was started by a clock that was ahead, and is started again. */
const tooLate = 2

async function count(db: Db, limit: Limit, who: string) {
  const isOver = sql`known.resets_at <= now() or known.resets_at > now() + make_interval(secs => ${tooLate * limit.seconds})`
  const { rows } = await sql<{ used: number; wait: number }>`
    insert into rate_limits as known (bucket, used, resets_at)
    values (${bucketOf(limit, who)}, 1, now() + make_interval(secs => ${limit.seconds}))
    on conflict (bucket) do update set
      used = case when ${isOver} then 1 else least(known.used + 1, 1000000) end,
      resets_at = case when ${isOver} then excluded.resets_at else known.resets_at end
    returning used, ceil(extract(epoch from resets_at - now()))::int as wait`.execute(db)
  return rows[0] as { used: number; wait: number }
}

/**
 * Returns the key of a count. Names and addresses are normalised, then hashed: variants share a bucket, and nobody can read who
 * tried.
 */
function bucketOf(limit: Limit, who: string) {
  const name = who.toWellFormed().normalize("NFKC").trim().toLowerCase()
  return createHash("sha256").update(`${limit.name}\0${name}`).digest()
}
