import { timingSafeEqual } from "node:crypto"
import { createChallenge, randomInt, verifySolution } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/pbkdf2"
import type { Db } from "#db/connection.ts"
import type { Language } from "#i18n/languages.ts"
import { captchaSeconds } from "./captcha.ts"
import { makeQuestion, plainAnswer } from "./questions.server.ts"
import type { Captcha } from "./representation.server.ts"
import { captchaSecret, hmacOf } from "./secret.server.ts"

/**
 * Cost of a challenge: a second or two of a phone's work; for the server one derivation to create it, and a signature to check.
 */
const work = { algorithm: "PBKDF2/SHA-256", cost: 1000, least: 300, most: 900 } as const

/** Creates a signed challenge and a question that share a nonce: nothing is stored until one of them is answered. */
export async function makeCaptcha(db: Db, language: Language): Promise<Captcha> {
  const secret = await captchaSecret(db)
  const expires = Math.floor(Date.now() / 1000) + captchaSeconds
  const { signature, parameters } = await createChallenge({
    algorithm: work.algorithm,
    cost: work.cost,
    counter: randomInt(work.least, work.most),
    deriveKey,
    expiresAt: expires,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: `${secret}.key`,
  })
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix, keySignature, expiresAt } = parameters
  const question = makeQuestion(language)
  const said = Buffer.from(
    JSON.stringify({ n: nonce, e: expires, a: question.answers.map((one) => answerMark(secret, nonce, one)) }),
  ).toString("base64url")
  return {
    challenge: {
      parameters: {
        algorithm,
        nonce,
        salt,
        cost,
        keyLength,
        keyPrefix,
        ...(keySignature === undefined ? {} : { keySignature }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      },
      ...(signature === undefined ? {} : { signature }),
    },
    question: { text: question.text, token: `${said}.${hmacOf(secret, "question", said)}` },
    expires: new Date(expires * 1000).toISOString(),
  }
}

/** The verdict on an answer, apart from whether it was used before. */
export type AnswerVerdict =
  | { nonce: Buffer; expires: Date; verdict: "right" | "wrong" }
  | { verdict: "expired" }
  | { verdict: "nothing" }

/** Checks an answer: a question's token and words (`token:words`), or a solved challenge (base64 of JSON). */
export async function checkCaptcha(db: Db, given: string): Promise<AnswerVerdict> {
  const secret = await captchaSecret(db)
  const colon = given.indexOf(":")
  return colon === -1 ? checkWork(secret, given) : checkWords(secret, given.slice(0, colon), given.slice(colon + 1))
}

function checkWords(secret: string, token: string, answer: string): AnswerVerdict {
  const [said = "", mark = ""] = token.split(".")
  if (!isSame(mark, hmacOf(secret, "question", said))) return { verdict: "nothing" }
  const { n, e, a } = JSON.parse(Buffer.from(said, "base64url").toString()) as { n: string; e: number; a: string[] }
  if (e * 1000 < Date.now()) return { verdict: "expired" }
  const written = answerMark(secret, n, plainAnswer(answer))
  const isRight = a.some((one) => isSame(one, written))
  return { nonce: Buffer.from(n, "hex"), expires: new Date(e * 1000), verdict: isRight ? "right" : "wrong" }
}

async function checkWork(secret: string, given: string): Promise<AnswerVerdict> {
  const { challenge, solution } = readPayload(given) ?? {}
  const { nonce, expiresAt } = challenge?.parameters ?? {}
  if (!challenge || !solution || !/^[0-9a-f]{32}$/.test(String(nonce)) || typeof expiresAt !== "number")
    return { verdict: "nothing" }
  const result = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: `${secret}.key`,
  })
  if (result.expired) return { verdict: "expired" }
  if (result.invalidSignature || !result.verified) return { verdict: "nothing" }
  return { nonce: Buffer.from(nonce as string, "hex"), expires: new Date(expiresAt * 1000), verdict: "right" }
}

type Payload = Parameters<typeof verifySolution>[0]

/** Parses a solved challenge sent by a visitor; undefined when it is malformed. */
function readPayload(given: string): Pick<Payload, "challenge" | "solution"> | undefined {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(given, "base64").toString("utf8")) as Payload
    if (typeof challenge?.parameters !== "object" || typeof challenge.signature !== "string") return undefined
    // A challenge not signed by this server is rejected before its derivation, so its cost does not matter.
    if (typeof challenge.parameters.keySignature !== "string") return undefined
    return { challenge, solution }
  } catch {
    return undefined
  }
}

function answerMark(secret: string, nonce: string, answer: string) {
  return hmacOf(secret, "answer", nonce, answer).slice(0, 22)
}

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
