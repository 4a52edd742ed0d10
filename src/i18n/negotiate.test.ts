import { expect, test } from "vitest"
import { negotiate } from "./negotiate.ts"

test("the language cookie wins over Accept-Language, and French is the default", () => {
  expect(negotiate("nl", "en")).toBe("nl")
  expect(negotiate(undefined, "en-GB,en;q=0.8,fr;q=0.5")).toBe("en")
  expect(negotiate(undefined, undefined)).toBe("fr")
  expect(negotiate("de", "")).toBe("fr")
})

test("the language with the highest q value is chosen, not the first one named", () => {
  expect(negotiate(undefined, "en;q=0.3, nl;q=0.9, fr;q=0.5")).toBe("nl")
  expect(negotiate(undefined, "de-DE, es;q=0.9, en;q=0.1")).toBe("en")
  expect(negotiate(undefined, "EN-us")).toBe("en")
  expect(negotiate(undefined, "nl;q=0, en;q=0.001")).toBe("en")
  expect(negotiate(undefined, "nl,en")).toBe("nl")
  expect(negotiate(undefined, "nl ; q=0.5 , en ; q=0.7")).toBe("en")
})

test("malformed language headers give French or English and no error", () => {
  for (const header of ["*", ";;;", "q=1", "en;q=2", "en;q=abc", "-", ",,,", "\u0000", "a".repeat(100_000)]) {
    expect(["fr", "en"]).toContain(negotiate("\u{1F600}", header))
  }
})
