import { expect, test } from "vitest"
import { localPath, withoutLanguage } from "./link.tsx"

test("localPath adds the language prefix, except for French, prefixed paths and other addresses", () => {
  expect(localPath("fr", "/events/42")).toBe("/events/42")
  expect(localPath("en", "/events/42?q=x")).toBe("/en/events/42?q=x")
  expect(localPath("nl", "/")).toBe("/nl")
  expect(localPath("nl", "/?rel=all")).toBe("/nl?rel=all")
  expect(localPath("en", "/en/about")).toBe("/en/about")
  expect(localPath("en", "/energy")).toBe("/en/energy")
  expect(localPath("en", "#part")).toBe("#part")
  expect(localPath("en", "//elsewhere.example")).toBe("//elsewhere.example")
  expect(localPath("en", "https://elsewhere.example")).toBe("https://elsewhere.example")
})

test("withoutLanguage removes the language prefix from a path", () => {
  expect(withoutLanguage("/en/events/12")).toBe("/events/12")
  expect(withoutLanguage("/en")).toBe("/")
  expect(withoutLanguage("/nl?q=x")).toBe("/?q=x")
  expect(withoutLanguage("/energy")).toBe("/energy")
})
