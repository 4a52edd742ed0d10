import fs from "node:fs"
import path from "node:path"
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage"
import { describe, expect, test } from "vitest"
import { type Language, languages } from "./languages.ts"

type Sentences = Record<string, string>

const glossary = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/words.md"), "utf8")
const catalogues: Record<Language, Sentences> = { fr: sentencesOf("fr"), en: sentencesOf("en"), nl: sentencesOf("nl") }

/** Messages that the specification writes with a plain space before the exclamation mark. */
const asSpecified = new Set(["account.logged_in", "account.registered", "account.password_changed"])
/** Text in a message that is code, and so exempt from typography. */
const code = /rel="me"/g

function sentencesOf(language: Language): Sentences {
  const folder = path.join(import.meta.dirname, "messages", language)
  return Object.fromEntries(
    fs.readdirSync(folder).flatMap((file) => {
      const words = JSON.parse(fs.readFileSync(path.join(folder, file), "utf8")) as Sentences
      return Object.entries(words).map(([key, sentence]) => [`${path.parse(file).name}.${key}`, spoken(sentence)])
    }),
  )
}

/** Returns the text a reader may see of a message: all branches of a plural or a choice, with a dot for each value. */
function spoken(message: string): string {
  const say = (tokens: CompiledMessage): string =>
    typeof tokens === "string"
      ? tokens
      : tokens.map((token) => (typeof token === "string" ? token : filled(token[2]))).join("")
  const filled = (branches: unknown) =>
    branches !== null && typeof branches === "object"
      ? Object.entries(branches).reduce(
          (said, [key, words]) => (key === "offset" ? said : `${said}${say(words)}|`),
          "|",
        )
      : "·"
  return say(compileMessage(message))
}

/** Returns the rows of the table under a heading, without its header. */
function rowsUnder(markdown: string, heading: RegExp): string[][] {
  const section = markdown.split(/^(?=#)/m).find((one) => heading.test(one)) ?? ""
  const lines = section.split("\n").filter((line) => line.startsWith("|"))
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** Makes a pattern that finds a whole word, whatever its capitals; `*` stands for any ending. */
function wordPattern(word: string): RegExp {
  const escaped = word.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", String.raw`\p{L}*`)
  return new RegExp(String.raw`(?<![\p{L}·-])${escaped.replaceAll(" ", String.raw`\s`)}(?![\p{L}·])`, "iu")
}

interface Glossary {
  terms: { language: Language; word: string }[]
  forbidden: { language: Language; word: string }[]
  exceptions: { language: string; word: string; id: string }[]
}

function readGlossary(markdown: string): Glossary {
  const terms: Glossary["terms"] = []
  const forbidden: Glossary["forbidden"] = []
  for (const [, fr = "", en = "", nl = "", not = ""] of rowsUnder(markdown, /^# /)) {
    for (const [language, cell] of Object.entries({ fr, en, nl }) as [Language, string][])
      for (const word of cell.split(" · ")) if (word && !word.startsWith("(")) terms.push({ language, word })
    for (const part of not.split(";").map((one) => one.trim())) {
      const [language, words = ""] = part.split(": ") as [Language, string?]
      for (const word of words.split(", ")) if (word) forbidden.push({ language, word })
    }
  }
  const exceptions = rowsUnder(markdown, /^## Where/).map(([language = "", word = "", id = ""]) => ({
    language,
    word,
    id,
  }))
  return { terms, forbidden, exceptions }
}

/** Lists the sentences that contain a forbidden word, as `language message: word`. */
function misnamed(sentences: Record<Language, Sentences>, { forbidden }: Pick<Glossary, "forbidden">): string[] {
  return forbidden.flatMap(({ language, word }) => {
    const said = wordPattern(word)
    return Object.entries(sentences[language])
      .filter(([, sentence]) => said.test(sentence))
      .map(([id]) => `${language} ${id}: ${word}`)
  })
}

const misset: Record<Language, RegExp> = {
  fr: /(?<!\u00a0)[;!?»]|(?<!\u00a0):(?=\s|$)|«(?!\u00a0)|[“”‘]/u,
  en: /\s[:;!?]|[«»‘]/u,
  nl: /\s[:;!?]|[«»“”]/u,
}

/** A plain space between a number and its unit, where a line could break. */
const apart = /[·\d] (?:(?:km|h|ko|kB|Mo|MB|%)(?!\p{L})|(?:min|×)$)|\d €|€ \d/u

/** Returns the first typographic error of a sentence, if any. */
function missetIn(language: Language, sentence: string): string | undefined {
  const plain = sentence.replaceAll(code, "code")
  return (/['"]|\.\.\.| {2}|^ | $/u.exec(plain) ?? apart.exec(plain) ?? misset[language].exec(plain))?.[0]
}

/**
 * « de » or « que » before a value in French, which would be « d’ » or « qu’ » if the value began with a vowel. The values listed
 * never do, or are single letters: « de A à D ».
 */
const unelided = /(?<!\p{L})(?:de|que) \{(?!(?:radius|year|address|min|from|count|megabytes)\b)\w+\}/u

const words = readGlossary(glossary)

describe("the product's words", () => {
  test("the glossary is read", () => {
    expect(words.terms.length).toBeGreaterThan(200)
    expect(words.forbidden.length).toBeGreaterThan(60)
    expect(new Set(words.forbidden.map(({ language }) => language))).toEqual(new Set(languages))
    expect(Object.keys(catalogues.nl).length).toBeGreaterThan(2000)
  })

  test("every word of the glossary occurs in a message of its language", () => {
    const unsaid = words.terms.filter(({ language, word }) => {
      const pattern = wordPattern(word)
      return !Object.values(catalogues[language]).some((sentence) => pattern.test(sentence))
    })
    expect(unsaid).toEqual([])
  })

  test("forbidden words occur only in the listed exceptions, and every exception still occurs", () => {
    const excepted = words.exceptions.map(({ language, word, id }) => `${language} ${id}: ${word}`)
    expect(misnamed(catalogues, words).toSorted()).toEqual(excepted.toSorted())
  })

  test.each(languages)("the messages in %s follow its typography", (language) => {
    const wrong = Object.entries(catalogues[language]).flatMap(([id, sentence]) => {
      const found = language === "fr" && asSpecified.has(id) ? undefined : missetIn(language, sentence)
      return found === undefined ? [] : [`${id}: ${JSON.stringify(found)} in ${sentence}`]
    })
    expect(wrong).toEqual([])
  })
})

test("no French message has « de » or « que » before a value, which may begin with a vowel", () => {
  const folder = path.join(import.meta.dirname, "messages/fr")
  const found = fs.readdirSync(folder).flatMap((file) => {
    const words = JSON.parse(fs.readFileSync(path.join(folder, file), "utf8")) as Sentences
    return Object.entries(words).flatMap(([key, sentence]) =>
      unelided.test(sentence) ? [`${file} ${key}: ${sentence}`] : [],
    )
  })
  expect(found).toEqual([])
})

describe("the check itself", () => {
  const said = (language: Language, sentence: string) =>
    misnamed({ fr: {}, en: {}, nl: {}, [language]: { "a.b": spoken(sentence) } }, words)

  test.each([
    ["fr", "Pages que je suis", "je suis"],
    ["fr", "Répétition et horaires", "répétition*"],
    ["en", "Your letter, every Thursday", "letter"],
    ["en", "Organised by {name}", "organis*"],
    ["en", "Stop these mails?", "mails"],
    ["nl", "{count, plural, one {Deze datum} other {Deze # datums}} annuleren", "datums"],
    ["nl", "Iedereen wordt verwittigd.", "verwittig*"],
  ] as const)("in %s, “%s” contains the forbidden word %s", (language, sentence, word) => {
    expect(said(language, sentence)).toEqual([`${language} a.b: ${word}`])
  })

  test.each([
    ["fr", "Par e-mail, en toutes lettres"],
    ["en", "{letter}, {count, plural, one {# page} other {# pages}}"],
    ["nl", "Adres of e-mail"],
  ] as const)("in %s, “%s” contains no forbidden word", (language, sentence) => {
    expect(said(language, sentence)).toEqual([])
  })

  test.each([
    ["fr", "Mot de passe oublié ?"],
    ["fr", "Rien pour « {query} »."],
    ["fr", "Retirer: {what}"],
    ["fr", "C'est fait"],
    ["fr", "{count, plural, one {Un lieu ?} other {# lieux ?}}"],
    ["fr", "À moins de {radius} km"],
    ["nl", "Steunen met € 10"],
    ["en", "Don't"],
    ["en", "Nothing for ‘{query}’"],
    ["en", "Wait..."],
    ["nl", "Niets voor “{query}”"],
    ["nl", "Een  spatie te veel"],
    ["nl", "Verwijderen : {what}"],
  ] as const)("in %s, “%s” has a typographic error", (language, sentence) => {
    expect(missetIn(language, spoken(sentence))).toBeDefined()
  })

  test.each([
    ["fr", "De 9:00 à {time}\u00a0: « {query} », c’est tout\u00a0!".replaceAll(/(?<=«) | (?=»)/g, "\u00a0")],
    ["en", "From 9:00: “{query}”, that’s all!"],
    ["nl", "Vanaf 9:00: ‘{query}’, pagina’s!"],
  ] as const)("in %s, “%s” has no typographic error", (language, sentence) => {
    expect(missetIn(language, spoken(sentence))).toBeUndefined()
  })
})
