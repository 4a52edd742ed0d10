import { createHash } from "node:crypto"
import type { Context } from "hono"
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { Refusal } from "#lib/refusal.ts"
import type { Environment } from "../environment.ts"

export type Limit = { name: string; most: number; seconds: number }

/**
 * How often, for whom. Counted in PostgreSQL, so that all processes count together and a restart forgives nothing; one
 * small statement beside the 50 ms that a password costs.
 */
export const limits = {
  login: { name: "login", most: 25, seconds: 300 },
  loginToAccount: { name: "login-to-account", most: 25, seconds: 3600 },
  /** The same from one network, while more than that is tried on the account from everywhere. */
  loginUnderAttack: { name: "login-to-account", most: 5, seconds: 3600 },
  /** Accounts made from one network, and tries to make one: that a name is taken is not told to whoever asks for thousands. */
  register: { name: "register", most: 10, seconds: 3600 },
  registerTry: { name: "register-try", most: 60, seconds: 3600 },
  reset: { name: "reset", most: 5, seconds: 1800 },
  /** Links opened: a guess at one is hopeless, many are a nuisance. */
  link: { name: "link", most: 30, seconds: 300 },
  /** Mails that a stranger can have sent to one address; and those that all strangers together can. */
  mailTo: { name: "mail-to", most: 5, seconds: 3600 },
  mailToInAll: { name: "mail-to-in-all", most: 15, seconds: 3600 },
  /** Passwords asked again of who is signed in. */
  confirm: { name: "confirm", most: 25, seconds: 3600 },
  /** Files brought. */
  upload: { name: "upload", most: 120, seconds: 3600 },
  export: { name: "export", most: 5, seconds: 3600 },
  /** Invitations that one person makes, and those that one address gets, whoever makes them. */
  invite: { name: "invite", most: 100, seconds: 86_400 },
  inviteTo: { name: "invite-to", most: 10, seconds: 86_400 },
  captcha: { name: "captcha", most: 120, seconds: 600 },
  /** Messages to pages: tries of one network, and then, once somebody is there, of one sender and to one page. */
  contact: { name: "contact", most: 30, seconds: 3600 },
  contactFrom: { name: "contact-from", most: 10, seconds: 3600 },
  contactTo: { name: "contact-to", most: 100, seconds: 3600 },
  /** Pages that one person says are theirs. */
  claim: { name: "claim", most: 10, seconds: 86_400 },
  /**
   * Reports: tries of one person, and wrong answers to challenges from one network; and then, once somebody is there, reports of
   * one person or network, and those of strangers that leave one address to be told at.
   */
  report: { name: "report", most: 30, seconds: 3600 },
  reportFrom: { name: "report-from", most: 20, seconds: 86_400 },
  reportTo: { name: "report-to", most: 10, seconds: 86_400 },
  /** Pages elsewhere that one person has read, and that one network has. */
  readAddress: { name: "read-address", most: 30, seconds: 3600 },
  readAddressFrom: { name: "read-address-from", most: 120, seconds: 3600 },
  /** Accounts elsewhere that one person has asked for. */
  followElsewhere: { name: "follow-elsewhere", most: 60, seconds: 3600 },
  /** Programs that one person lets act for them; tokens asked for from one network, and by one program that has a secret. */
  consent: { name: "consent", most: 60, seconds: 3600 },
  tokensFrom: { name: "tokens-from", most: 300, seconds: 300 },
  tokensOf: { name: "tokens-of", most: 1200, seconds: 300 },
  identity: { name: "identity", most: 30, seconds: 3600 },
  /** Servers of their own that people of one network have looked up, to follow or publish there. */
  intent: { name: "intent", most: 60, seconds: 3600 },
  /** Addresses that one person's calendar is given. */
  calendarAddress: { name: "calendar-address", most: 20, seconds: 3600 },
  /** Addresses that one person has a geocoder find. */
  geocoder: { name: "geocoder", most: 300, seconds: 3600 },
  /** Tours that one person has planned. */
  tour: { name: "tour", most: 200, seconds: 3600 },
  /** Webhooks that one person adds, changes or renews, and tries. */
  webhook: { name: "webhook", most: 60, seconds: 3600 },
  webhookTest: { name: "webhook-test", most: 20, seconds: 3600 },
  /** Messages to everybody who answered one event. */
  message: { name: "message", most: 5, seconds: 86_400 },
  /** Newsletters asked for from one network, whoever they are for; what one person looks at and tries of their own. */
  subscribe: { name: "subscribe", most: 20, seconds: 3600 },
  newsletterPreview: { name: "newsletter-preview", most: 60, seconds: 3600 },
  newsletterTrial: { name: "newsletter-trial", most: 5, seconds: 86_400 },
} as const satisfies Record<string, Limit>

/**
 * Counts one try of `who`, tells the limit in headers (RateLimit, RateLimit-Policy), and refuses with 429 beyond it.
 * @param isTold false where the count itself would say something, such as which name belongs to which address
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
  if (used > limit.most) throw new Refusal("too_many_requests", wait)
}

/**
 * Counts one try of `who` without refusing it.
 * @returns whether it is within the limit, and the seconds until the count begins again
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

/** Takes one try back: it was a good one. */
export async function giveBack(db: Db, limit: Limit, who: string): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set({ used: sql`greatest(used - 1, 0)` })
    .where("bucket", "=", bucketOf(limit, who))
    .execute()
}

/** A count that ends so much later than one begun now (window lengths) was begun by a clock that was ahead: it begins anew. */
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

/** Names and addresses are written one way, then hashed: variants share a bucket, and nobody can read who tried. */
function bucketOf(limit: Limit, who: string) {
  const name = who.toWellFormed().normalize("NFKC").trim().toLowerCase()
  return createHash("sha256").update(`${limit.name}\0${name}`).digest()
}
