import type { Api } from "#web/api.ts"
import type { Captcha } from "./representation.server.ts"

/** How long a challenge can be answered, in seconds: long enough to write a letter. */
export const captchaSeconds = 3600
/** Wrong answers after which a question expires and a new one is needed. */
export const mostWrong = 3

/** Returns the challenge that a server-rendered page includes. The browser requests one only when the visitor begins to write. */
export async function captchaFor(api: Api, isNeeded: boolean): Promise<Captcha | null> {
  return isNeeded && typeof document === "undefined" ? api.get("/api/contact/captcha/").catch(() => null) : null
}

/** Returns an answer in words in the form it is sent: the question's token, and the typed text. */
export function wordsAnswer(token: string, answer: string): string {
  return `${token}:${answer}`
}

/** Returns the answer in a submitted form: the device's solution, or the answer in words; blank where there is none yet. */
export function answerIn(values: { get(name: string): string | null }): string {
  const [solved = "", token = "", words = ""] = ["captcha", "captcha_token", "code"].map((name) =>
    values.get(name)?.trim(),
  )
  return token && words ? wordsAnswer(token, words) : solved
}
