import { expect, test } from "vitest"
import { nextOf, withNext } from "./next.ts"

const from = (next: string) => nextOf(new URL(`https://foyer.example/login?next=${encodeURIComponent(next)}`))

test("next may be a page of this site, and loses its language prefix", () => {
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
])("%j as next leads to /me instead", (next) => {
  expect(from(next)).toBe("/me")
})

test("links to login remember the current page, unless it is the login page", () => {
  expect(withNext("login", "/events?q=a")).toBe("/login?next=%2Fevents%3Fq%3Da")
  expect(withNext("register", "/login?next=%2Fme")).toBe("/register")
})
