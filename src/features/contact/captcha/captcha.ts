import type { Api } from "#web/api.ts"
import type { Captcha } from "./representation.server.ts"

/** How long a challenge can be answered, in seconds: as long as one writes a letter. */
export const captchaSeconds = 3600
/** A question in words is asked anew after so many wrong answers. */
export const mostWrong = 3

/** The challenge that a page brings along. In the browser it is asked for once somebody begins to write. */
export async function captchaFor(api: Api, isNeeded: boolean): Promise<Captcha | null> {
  return isNeeded && typeof document === "undefined" ? api.get("/api/contact/captcha/").catch(() => null) : null
}

/** An answer in words as it is sent: the question's token, and what was written. */
export function wordsAnswer(token: string, answer: string): string {
  return `${token}:${answer}`
}

/** The answer that a form was sent with: the device's, or one in words; blank where there is none yet. */
export function answerIn(values: { get(name: string): string | null }): string {
  const [solved = "", token = "", words = ""] = ["captcha", "captcha_token", "code"].map((name) =>
    values.get(name)?.trim(),
  )
  return token && words ? wordsAnswer(token, words) : solved
}
