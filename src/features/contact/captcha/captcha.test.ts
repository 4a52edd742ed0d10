import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { wordsAnswer } from "./captcha.ts"
import { makeCaptcha } from "./queries.server.ts"
import { answerOf, contactWorld, letter, solved } from "#test/worlds/contact-world.ts"

type Contact = Awaited<ReturnType<typeof contactWorld>>
let here: Contact["here"]
let newCaptcha: Contact["newCaptcha"]
let sends: Contact["sends"]
let inbox: Contact["inbox"]
let count: Contact["count"]
beforeAll(async () => {
  ;({ here, newCaptcha, sends, inbox, count } = await contactWorld())
})
afterAll(() => here.end())
beforeEach(() => sql`delete from rate_limits`.execute(here.db))

test("a solved challenge delivers one message, even if it is sent twenty times at once", async () => {
  const before = await count()
  const captcha = await solved(await newCaptcha())
  const answers = await Promise.all(Array.from({ length: 20 }, () => sends(captcha)))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 19 }, () => 400)])
  expect(answers.find(({ status }) => status === 400)?.body).toEqual({
    captcha: [expect.stringContaining("déjà servi")],
  })
  expect(await count()).toBe(before + 1)
  expect((await sends(captcha)).body).toHaveProperty("captcha")
  expect((await inbox()).body[0]).toMatchObject({
    to: { fid: "hangar" },
    name: letter.name,
    email: letter.email,
    email_verified: false,
    from: null,
    message: letter.message,
    is_read: false,
    read_by: [],
    is_archived: false,
  })
})

test("the captcha question takes its answer in any case, allows two wrong ones and uses up the challenge", async () => {
  const before = await count()
  for (const language of ["fr", "en", "nl"] as const) {
    for (let n = 0; n < 40; n++) {
      const { question } = await makeCaptcha(here.db, language)
      expect(question.text).not.toMatch(/undefined|[{}]/)
    }
  }
  const asked = await newCaptcha()
  for (let n = 0; n < 2; n++)
    expect((await sends(wordsAnswer(asked.question.token, "sûrement pas"))).body).toEqual({
      captcha: [expect.stringContaining("pas la réponse")],
    })
  const right = answerOf(asked.question.text)
  expect((await sends(wordsAnswer(asked.question.token, `  ${right.toUpperCase()} !`))).status).toBe(202)
  // The challenge that was issued with it is used up as well.
  expect((await sends(await solved(asked))).status).toBe(400)

  const tooOften = await newCaptcha()
  for (let n = 0; n < 3; n++) await sends(wordsAnswer(tooOften.question.token, "non"))
  expect((await sends(wordsAnswer(tooOften.question.token, answerOf(tooOften.question.text)))).body).toEqual({
    captcha: [expect.stringContaining("déjà servi")],
  })
  expect(await count()).toBe(before + 1)
})

test("forged, wrong and expired captcha answers are refused at their field, and no message arrives", async () => {
  const before = await count()
  const captcha = await newCaptcha()
  const good = JSON.parse(Buffer.from(await solved(captcha), "base64").toString())
  const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64")
  const { parameters } = good.challenge
  const [said = "", mark = ""] = captcha.question.token.split(".")
  const changed = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(said, "base64url").toString()), e: 9e9 }))
  for (const wrong of [
    "",
    " ",
    "x",
    ":",
    "a.b:c",
    "[]",
    packed(null),
    packed({}),
    packed({ challenge: {}, solution: {} }),
    packed({ ...good, solution: { ...good.solution, derivedKey: "00".repeat(32) } }),
    packed({ ...good, solution: {} }),
    packed({ ...good, challenge: { ...good.challenge, signature: "00".repeat(32) } }),
    packed({ ...good, challenge: { parameters } }),
    packed({ ...good, challenge: { ...good.challenge, parameters: { ...parameters, expiresAt: 9e9 } } }),
    packed({
      ...good,
      challenge: { ...good.challenge, parameters: { ...parameters, cost: 1e9, keySignature: undefined } },
    }),
    wordsAnswer(`${changed.toString("base64url")}.${mark}`, "quatre"),
    "é".repeat(5000),
  ]) {
    const answer = await sends(wrong)
    expect([answer.status, Object.keys(answer.body)], wrong.slice(0, 80)).toEqual([400, ["captcha"]])
  }
  const now = Date.now
  try {
    const late = await solved(captcha)
    Date.now = () => now() + 3_601_000
    expect((await sends(late)).body).toEqual({ captcha: [expect.stringContaining("expiré")] })
    expect((await sends(wordsAnswer(captcha.question.token, answerOf(captcha.question.text)))).body).toEqual({
      captcha: [expect.stringContaining("expiré")],
    })
  } finally {
    Date.now = now
  }
  expect(await count()).toBe(before)
  expect(here.errors).toEqual([])
})

test("a message with a wrong field is refused at that field and does not use up its captcha", async () => {
  const captcha = await solved(await newCaptcha())
  for (const [given, fields] of [
    [{ email: "" }, ["email"]],
    [{ email: null }, ["email"]],
    [{ email: "ilse@" }, ["email"]],
    [{ email: "ilse@exemple.be\r\nBcc: x@exemple.be" }, ["email"]],
    [{ name: "" }, ["name"]],
    [{ name: "Ilse\nBcc: x@exemple.be" }, ["name"]],
    [{ name: "x".repeat(101) }, ["name"]],
    [{ subject: "  " }, ["subject"]],
    [{ subject: "Une date\r\nBcc: x@exemple.be" }, ["subject"]],
    [{ subject: "a\u202Eb" }, ["subject"]],
    [{ message: "" }, ["message"]],
    [{ message: "x".repeat(5001) }, ["message"]],
    [{ message: "a\u0000b" }, ["message"]],
    [{ message: "\u001B[2J" }, ["message"]],
    [{ message: "\uD800" }, ["message"]],
    [{ channel: "pigeon" }, ["channel"]],
    [{ channel: undefined }, ["channel"]],
  ] as const) {
    const answer = await sends(captcha, given)
    expect([answer.status, Object.keys(answer.body)], JSON.stringify(given).slice(0, 80)).toEqual([400, fields])
  }
  expect((await sends(captcha, { channel: "inbox", email: "" })).status).toBe(202)
  expect((await inbox()).body[0]).toMatchObject({ channel: "inbox", email: null })
})
