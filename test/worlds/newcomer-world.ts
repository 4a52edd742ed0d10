import { sql } from "kysely"
import { expect } from "vitest"
import { hashOf, newSecret } from "#lib/secret.ts"
import { goodPassword, testSite, visitor } from "./visitor.ts"
import { world } from "./world.ts"

export type Visitor = ReturnType<typeof visitor>

/** Returns the address of the viewer's answers to an event in the API, or of something else of it. */
export const answersAt = (id: number, rest = "attendance/") => `/api/contents/events/${id}/${rest}`

/** Returns the world with its API and with people who have no account when they answer their first event. */
export async function newcomerWorld() {
  const here = await world()
  const site = testSite(here.db)
  let made = 0

  /** A visitor without an account, with the form they fill in. */
  async function stranger(name = `Odile Ferrant ${String.fromCodePoint(65 + made++)}`) {
    const browser = visitor(site)
    await browser.csrf()
    const email = `odile${made}-${newSecret().slice(0, 6).toLowerCase().replaceAll(/\W/g, "")}@exemple.be`
    return { browser, name, email, filled: { value: "confirmed", name, email, password: goodPassword } }
  }

  /** Opens the confirmation link mailed to this address. */
  async function confirms(browser: Visitor, email: string) {
    const token = newSecret()
    const row = await here.db
      .selectFrom("emails")
      .select(["id", "user_id"])
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
    await here.db
      .insertInto("mailed_tokens")
      .values({
        hash: hashOf(token),
        purpose: "verify",
        user_id: row.user_id,
        email_id: row.id,
        expires_at: sql`now() + interval '1 hour'`,
      })
      .execute()
    expect((await browser.post("/api/auth/verify/", { token })).status).toBe(204)
  }

  /** Fails if the API met a bug since the last call. */
  function metNoBugs() {
    if (site.errors.length > 0) throw new AggregateError(site.errors.splice(0), "the API met bugs")
  }

  return { here, site, stranger, confirms, metNoBugs }
}
