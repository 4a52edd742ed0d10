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
])("the header %j holds the session cookie", (header) => {
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
])("the header %j holds no session cookie", (header) => {
  expect(sessionOf(header)).toBeUndefined()
})

test("a request that mentions a session cookie or has an Authorization header is not anonymous", () => {
  const isShared = (headers: Record<string, string>) => isAnonymous(new Headers(headers))
  expect(isShared({})).toBe(true)
  expect(isShared({ cookie: "locale=nl; csrftoken=x" })).toBe(true)
  expect(isShared({ cookie: "sessionid" })).toBe(false)
  expect(isShared({ cookie: "a=1; XSESSIONID=" })).toBe(false)
  expect(isShared({ authorization: "" })).toBe(false)
})

test("anonymised() keeps only the URL and the forwarded address of a request", () => {
  const headers = { cookie: "locale=nl", "x-forwarded-for": "203.0.113.9", "user-agent": "x", "if-none-match": "*" }
  const asked = anonymised(new Request("http://foyer.test/events?q=x", { headers }))
  expect(asked.url).toBe("http://foyer.test/events?q=x")
  expect(Object.fromEntries(asked.headers)).toEqual({ "x-forwarded-for": "203.0.113.9" })
})

test("a cookie that occurs twice has its first value that is not empty", () => {
  expect([...cookiesOf("a=; b=1; a=2; b=3; c")]).toEqual([
    ["a", "2"],
    ["b", "1"],
  ])
})
