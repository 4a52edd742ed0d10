import { expect, test } from "vitest"
import { basenameOf, inLanguagePath, languageOfPrefix, paths, search, withoutPrefix } from "./paths.ts"

test("the recognised prefixes are parted from the path, and nothing that merely begins like one", () => {
  expect(withoutPrefix("/en/events/42")).toEqual({ prefix: "en", path: "/events/42" })
  expect(withoutPrefix("/de")).toEqual({ prefix: "de", path: "/" })
  expect(withoutPrefix("/es/")).toEqual({ prefix: "es", path: "/" })
  for (const path of ["/", "/events", "/english", "/nlx/1", "/EN/events", "/it/events"]) {
    expect(withoutPrefix(path)).toEqual({ prefix: undefined, path })
  }
})

test("only the languages of the interface decide a page's language", () => {
  expect(["fr", "en", "nl", "de", "es", undefined].map(languageOfPrefix)).toEqual([
    "fr",
    "en",
    "nl",
    undefined,
    undefined,
    undefined,
  ])
})

test("the same page in another language: French has no prefix", () => {
  expect(basenameOf("fr")).toBe("")
  expect(inLanguagePath("/", "fr")).toBe("/")
  expect(inLanguagePath("/", "en")).toBe("/en")
  expect(inLanguagePath("/events/42", "nl")).toBe("/nl/events/42")
})

test("addresses carry what is set and nothing else, escaped", () => {
  expect(paths.events({ q: "jazz & blues", rel: undefined })).toBe("/events?q=jazz+%26+blues")
  expect(paths.events()).toBe("/events")
  expect(search({ q: "" })).toBe("")
  expect(paths.actor("hangar")).toBe("/actors/hangar")
})
