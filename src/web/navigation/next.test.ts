import { expect, test } from "vitest"
import { nextOf, withNext } from "./next.ts"

const from = (next: string) => nextOf(new URL(`https://foyer.example/login?next=${encodeURIComponent(next)}`))

test("next is a page of ours, in the language of the page", () => {
  expect(from("/events?q=a&rel=all#j21")).toBe("/events?q=a&rel=all#j21")
  expect(from("/nl/me/emails")).toBe("/me/emails")
  expect(from("https://foyer.example/actors/hangar")).toBe("/actors/hangar")
})

test.each([
  "https://ailleurs.example/",
  "//ailleurs.example",
  "/\\ailleurs.example",
  "/%5cailleurs.example",
  "javascript:alert(1)",
  "jav\tascript:alert(1)",
  "/nl//ailleurs.example",
  "/api/me/export/",
  "/login",
  "/en/login?next=/me",
  "/register",
  "/password/reset?token=x",
  "",
])("%j leads to one's own profile instead", (next) => {
  expect(from(next)).toBe("/me")
})

test("the way in remembers where one was, unless that was the way in", () => {
  expect(withNext("login", "/events?q=a")).toBe("/login?next=%2Fevents%3Fq%3Da")
  expect(withNext("register", "/login?next=%2Fme")).toBe("/register")
})
