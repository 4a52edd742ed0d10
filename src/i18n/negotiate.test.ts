import { expect, test } from "vitest"
import { negotiate } from "./negotiate.ts"

test("the cookie decides before the browser, and French when neither says anything", () => {
  expect(negotiate("nl", "en")).toBe("nl")
  expect(negotiate(undefined, "en-GB,en;q=0.8,fr;q=0.5")).toBe("en")
  expect(negotiate(undefined, undefined)).toBe("fr")
  expect(negotiate("de", "")).toBe("fr")
})

test("what the browser likes best counts, not what it names first", () => {
  expect(negotiate(undefined, "en;q=0.3, nl;q=0.9, fr;q=0.5")).toBe("nl")
  expect(negotiate(undefined, "de-DE, es;q=0.9, en;q=0.1")).toBe("en")
  expect(negotiate(undefined, "EN-us")).toBe("en")
  expect(negotiate(undefined, "nl;q=0, en;q=0.001")).toBe("en")
  expect(negotiate(undefined, "nl,en")).toBe("nl")
  expect(negotiate(undefined, "nl ; q=0.5 , en ; q=0.7")).toBe("en")
})

test("nonsense in the headers is French, never an error", () => {
  for (const header of ["*", ";;;", "q=1", "en;q=2", "en;q=abc", "-", ",,,", "\u0000", "a".repeat(100_000)]) {
    expect(["fr", "en"]).toContain(negotiate("\u{1F600}", header))
  }
})
