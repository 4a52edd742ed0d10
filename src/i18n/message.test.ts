import { type Messages, setupI18n } from "@lingui/core"
import { compileMessage } from "@lingui/message-utils/compileMessage"
import { expect, test } from "vitest"
import { messages as en } from "./gen/en.ts"
import { messages as fr } from "./gen/fr.ts"
import { messages as nl } from "./gen/nl.ts"
import { type Catalogue, speaker } from "./message.ts"

const catalogues = Object.entries({ fr, en, nl })
const numbers = [0, 1, 2, 3, 11, 1.5, 21, 1000, 1_234_567.891]

test("every message of every language is said as Lingui says it", () => {
  let compared = 0
  for (const [language, catalogue] of catalogues) {
    const lingui = setupI18n({ locale: language, messages: { [language]: catalogue as Messages } })
    const say = speaker(language, catalogue)
    for (const [id, tokens] of Object.entries(catalogue)) {
      const asked = argumentsOf(tokens)
      for (const number of numbers) {
        const given = Object.fromEntries(
          asked.map(([name, kind, cases]) => [
            name,
            kind === "select" ? (Object.keys(cases ?? {})[number % 2] ?? "other") : kind ? number : `<${name}>`,
          ]),
        )
        expect(say(id, given)).toBe(lingui._(id, given))
        compared++
        if (asked.length === 0) break
      }
    }
  }
  expect(compared).toBeGreaterThan(10_000)
})

test("plurals choose by number before kind, and write their number as the language does", () => {
  const say = (language: string, message: string, given: object) =>
    speaker(language, { it: compileMessage(message) as Catalogue[string] })("it", given as Record<string, unknown>)
  const dates = "{count, plural, =0 {no date} one {# date} other {# dates in {town}}}"
  expect(say("en", dates, { count: 0 })).toBe("no date")
  expect(say("en", dates, { count: 1 })).toBe("1 date")
  expect(say("en", dates, { count: 12_000, town: "Ghent" })).toBe("12,000 dates in Ghent")
  expect(say("fr", "{count, plural, one {# date} other {# dates}}", { count: 1.5 })).toBe("1,5 date")
  expect(say("nl", "n° # {who, select, other {zij} me {ik}}", { who: "constructor" })).toBe("n° # zij")
  expect(speaker("en", {})("layout.unknown")).toBe("layout.unknown")
})

type Argument = [name: string, kind?: string, cases?: Record<string, Catalogue[string]>]

function argumentsOf(tokens: Catalogue[string]): Argument[] {
  return tokens.flatMap((token) => {
    if (typeof token === "string") return []
    const [, , cases] = token
    return [token as Argument, ...Object.values(cases ?? {}).flatMap(argumentsOf)]
  })
}
