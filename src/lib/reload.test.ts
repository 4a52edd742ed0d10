import { expect, test } from "vitest"
import { isLoadError } from "./reload.ts"

test.each([
  "Failed to fetch dynamically imported module: https://foyer.example/assets/list.js",
  "error loading dynamically imported module: https://foyer.example/assets/list.js",
  "Importing a module script failed.",
  "Unable to preload CSS for /assets/list.css",
  "Failed to fetch",
  "NetworkError when attempting to fetch resource.",
  "Load failed",
])("“%s” is a load error", (words) => expect(isLoadError(new TypeError(words))).toBe(true))

test("another TypeError and a plain string are not load errors", () => {
  expect(isLoadError(new TypeError("Cannot read properties of undefined (reading 'fetch')"))).toBe(false)
  expect(isLoadError("Failed to fetch")).toBe(false)
})
