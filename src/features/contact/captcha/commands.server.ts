import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { refuseFields } from "#lib/refusal.ts"
import { mostWrong } from "./captcha.ts"
import { checkCaptcha } from "./queries.server.ts"

/** An answer that is right and, as far as is known before it is taken, was not used before. */
export type CheckedAnswer = { nonce: Buffer; expires: Date }

/**
 * Checks the answer to a challenge and refuses a wrong one beside its field. A wrong answer in words is counted at once, even if
 * the request fails for another reason. A right one is only used up by `takeCaptcha`.
 */
export async function readCaptcha(db: Db, given: string): Promise<CheckedAnswer> {
  const checked = await checkCaptcha(db, given)
  if (checked.verdict === "expired") return refuseFields({ captcha: ["contact-questions.expired"] })
  if (checked.verdict === "nothing") return refuseFields({ captcha: ["contact-questions.wrong"] })
  const { nonce, expires, verdict } = checked
  const wrong = verdict === "wrong" ? 1 : 0
  const { rows } = await sql<{ wrong: number; is_used: boolean }>`
    insert into captcha_answers as known (nonce, wrong, expires_at) values (${nonce}, ${wrong}, ${expires})
    on conflict (nonce) do update set wrong = known.wrong + ${wrong} returning wrong, is_used`.execute(db)
  const known = rows[0] ?? { wrong: 0, is_used: true }
  if (known.is_used || known.wrong - wrong >= mostWrong) return refuseFields({ captcha: ["contact-questions.used"] })
  return verdict === "right" ? { nonce, expires } : refuseFields({ captcha: ["contact-questions.wrong"] })
}

/** Uses up the answer before the action it was given for: of several requests with the same answer, only one succeeds. */
export async function takeCaptcha(db: Db, { nonce }: CheckedAnswer): Promise<void> {
  const taken = await db
    .updateTable("captcha_answers")
    .set({ is_used: true })
    .where("nonce", "=", nonce)
    .where("is_used", "=", false)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) refuseFields({ captcha: ["contact-questions.used"] })
}

/** Makes the answer usable again because the action it was taken for failed. */
export async function releaseCaptcha(db: Db, { nonce }: CheckedAnswer): Promise<void> {
  await db.updateTable("captcha_answers").set({ is_used: false }).where("nonce", "=", nonce).execute()
}
