import { expect, test } from "vitest"
import { newSecret } from "#lib/secret.ts"
import { cookiesOf } from "./cookies.ts"
import { isAnonymous, anonymised } from "../caching/anonymous.ts"
import { sessionOf } from "./session.ts"

const secret = newSecret()

test.each([
  [`sessionid=${secret}`],
  [`sessionid="${secret}"`],
  [`  sessionid = ${secret} `],
  [`locale=nl;sessionid=${secret}`],
  [`locale=nl;;\tsessionid=${secret};`],
  [`sessionid=; sessionid=${secret}`],
  [`sessionid=""; sessionid=${secret}`],
  [`sessionid=${secret}; sessionid=other`],
  [`sessionid; sessionid=${secret}`],
])("%j names the session", (header) => {
  expect(sessionOf(header)).toBe(secret)
})

test.each([
  [""],
  ["sessionid"],
  ["sessionid="],
  ["sessionid=short"],
  [`Sessionid=${secret}`],
  [`xsessionid=${secret}`],
  [`sessionid2=${secret}`],
  [`other="sessionid=${secret}"`],
  [`%73essionid=${secret}`],
  [`sessionid=${secret}x`],
  [`=sessionid=${secret}`],
])("%j names none", (header) => {
  expect(sessionOf(header)).toBeUndefined()
})

test("whatever mentions a session, or carries an API token, is answered to whoever asks alone", () => {
  const isShared = (headers: Record<string, string>) => isAnonymous(new Headers(headers))
  expect(isShared({})).toBe(true)
  expect(isShared({ cookie: "locale=nl; csrftoken=x" })).toBe(true)
  expect(isShared({ cookie: "sessionid" })).toBe(false)
  expect(isShared({ cookie: "a=1; XSESSIONID=" })).toBe(false)
  expect(isShared({ authorization: "" })).toBe(false)
})

test("of whoever asks for what everybody is given nothing is left but the address they are counted by", () => {
  const headers = { cookie: "locale=nl", "x-forwarded-for": "203.0.113.9", "user-agent": "x", "if-none-match": "*" }
  const asked = anonymised(new Request("http://foyer.test/events?q=x", { headers }))
  expect(asked.url).toBe("http://foyer.test/events?q=x")
  expect(Object.fromEntries(asked.headers)).toEqual({ "x-forwarded-for": "203.0.113.9" })
})

test("a name that is there twice has the first value that says anything", () => {
  expect([...cookiesOf("a=; b=1; a=2; b=3; c")]).toEqual([
    ["a", "2"],
    ["b", "1"],
  ])
})
