import type { Db } from "#db/connection.ts"
import { isReservedFid } from "#features/actors/fids/reserved-fids.ts"
import { gatherFaults } from "#lib/faults.ts"
import { refuseFields } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import type { Language } from "#i18n/languages.ts"
import type { Registration } from "../inputs.ts"
import { hashPassword, weaknessesOf } from "../passwords.server.ts"
import { holderOf } from "../emails/emails.server.ts"

/**
 * Makes an account and returns its id. Whether the address is known here already is not told: the account is made, the
 * address stays with whoever verified it, and that person gets a mail instead of the newcomer. A username that is taken is
 * told. Refuses field by field.
 */
export async function register(
  db: Db,
  { username, email, password, name }: Registration,
  locale: { language: Language; timezone: string },
): Promise<number> {
  await judgeRegistration(db, { username, email, password, name })
  const hash = await hashPassword(password)

  return db.transaction().execute(async (tx) => {
    const user = await tx
      .insertInto("users")
      .values({ username, password: hash, name: name || null, ...locale })
      .onConflict((existing) => existing.column("username").doNothing())
      .returning("id")
      .executeTakeFirst()
    if (!user) return refuseFields({ username: ["accounts.username_taken"] })
    const added = await tx
      .insertInto("emails")
      .values({ user_id: user.id, email, is_primary: true })
      .returning("id")
      .executeTakeFirstOrThrow()

    const holder = await holderOf(tx, email)
    await enqueue(
      tx,
      "accounts.mail",
      holder ? { kind: "already-registered", ...holder } : { kind: "verify", userId: user.id, emailId: added.id },
    )
    return user.id
  })
}

/** Refuses every field that is wrong at once, of those that are given. */
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

/** Says that a name is taken, and which one like it is not. */
async function takenSentence(db: Db, username: string) {
  const stem = username.slice(0, 26).replace(/[.-]+$/, "")
  const alike = [`${stem}.b`, `${stem}.o`, `${stem}_2`, `${stem}_3`].filter((one) => one.length >= 3)
  const taken = await db.selectFrom("users").select("username").where("username", "in", alike).execute()
  const free = alike.find((one) => !taken.some((other) => other.username === one))
  return free ? ({ id: "accounts.username_taken_free", with: { free } } as const) : ("accounts.username_taken" as const)
}
