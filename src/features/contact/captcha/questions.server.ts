import { randomInt } from "node:crypto"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"

/** A question in words with all accepted answers, in plain form. */
export type Question = { text: string; answers: string[] }

/** Creates a random question that is easy to read or to hear, the same for everyone, and needs no knowledge. */
export function makeQuestion(language: Language): Question {
  const t = messagesIn(language)
  const make = kinds[randomInt(kinds.length)] as (t: Messages) => Question
  const { text, answers } = make(t)
  return { text, answers: [...new Set(answers.map(plainAnswer))] }
}

/** Normalizes an answer: case, accents, spaces and surrounding punctuation do not make it wrong. */
export function plainAnswer(answer: string): string {
  return answer
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "")
    .slice(0, 60)
}

const listOf = (words: string) => words.split(", ")
const number = (t: Messages, value: number) => listOf(t("contact-questions.numbers"))[value] as string
/** The number as digits and as a word. */
const both = (t: Messages, value: number) => [String(value), number(t, value)]

const kinds: ((t: Messages) => Question)[] = [
  (t) => {
    const [a, b] = [randomInt(1, 11), randomInt(1, 10)]
    return { text: t("contact-questions.sum", { a: number(t, a), b: number(t, b) }), answers: both(t, a + b) }
  },
  (t) => {
    const a = randomInt(5, 20)
    const b = randomInt(1, 5)
    return { text: t("contact-questions.difference", { a: number(t, a), b: number(t, b) }), answers: both(t, a - b) }
  },
  (t) => {
    const value = randomInt(2, 20)
    return { text: t("contact-questions.digits", { number: number(t, value) }), answers: both(t, value) }
  },
  (t) => {
    const [a, b, c] = someOf([...Array(20).keys()].slice(1), 3) as [number, number, number]
    const words = { a: number(t, a), b: number(t, b), c: number(t, c) }
    return { text: t("contact-questions.largest", words), answers: both(t, Math.max(a, b, c)) }
  },
  (t) => {
    const words = someOf(listOf(t("contact-questions.words")), 4)
    const at = randomInt(words.length)
    const nth = listOf(t("contact-questions.ordinals"))[at] as string
    return { text: t("contact-questions.nth", { nth, words: words.join(", ") }), answers: [words[at] as string] }
  },
  (t) => {
    const [word = "", other = ""] = someOf(listOf(t("contact-questions.words")), 2)
    return { text: t("contact-questions.copy", { word, other }), answers: [word] }
  },
  (t) => {
    const days = listOf(t("contact-questions.days"))
    const at = randomInt(days.length)
    const day = days[at] as string
    return { text: t("contact-questions.day_after", { day }), answers: [days[(at + 1) % days.length] as string] }
  },
  (t) => {
    const months = listOf(t("contact-questions.months"))
    const at = randomInt(months.length)
    const month = months[at] as string
    return {
      text: t("contact-questions.month_after", { month }),
      answers: [months[(at + 1) % months.length] as string],
    }
  },
]

/** Picks this many random elements, each at most once. */
function someOf<One>(all: readonly One[], count: number): One[] {
  const left = [...all]
  return Array.from({ length: count }, () => left.splice(randomInt(left.length), 1)[0] as One)
}
