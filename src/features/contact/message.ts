/** How a message goes: by mail to the people of a page, or only into their inbox. */
export const channels = ["email", "inbox"] as const
export type Channel = (typeof channels)[number]

/** So many characters each. */
export const longest = { name: 100, subject: 150, message: 5000 } as const

/** What an inbox can be asked for. */
export const messageStates = ["inbox", "unread", "archived"] as const
export type MessageState = (typeof messageStates)[number]

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
