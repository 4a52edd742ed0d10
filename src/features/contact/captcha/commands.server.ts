import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { refuseFields } from "#lib/refusal.ts"
import { mostWrong } from "./captcha.ts"
import { checkCaptcha } from "./queries.server.ts"

/** An answer that is right and was not given before, as far as can be said before it is taken. */
export type Answered = { nonce: Buffer; expires: Date }

/**
 * Reads the answer to a challenge and refuses, beside its field, what is wrong with it. A wrong word is counted at once,
 * whatever becomes of the rest. What is right counts once it is taken (`takeCaptcha`).
 */
export async function readCaptcha(db: Db, given: string): Promise<Answered> {
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

/** Takes the answer before what it was given for is done: of many that bring the same, one gets through. */
export async function takeCaptcha(db: Db, { nonce }: Answered): Promise<void> {
  const taken = await db
    .updateTable("captcha_answers")
    .set({ is_used: true })
    .where("nonce", "=", nonce)
    .where("is_used", "=", false)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) refuseFields({ captcha: ["contact-questions.used"] })
}

/** Gives it back: nothing came of what it was taken for. */
export async function giveCaptchaBack(db: Db, { nonce }: Answered): Promise<void> {
  await db.updateTable("captcha_answers").set({ is_used: false }).where("nonce", "=", nonce).execute()
}
