import { expect, test } from "vitest"
import { layoutOf } from "./layouts.ts"

test("a page has the layout it asks for, and the base one when it asks for none", () => {
  expect(layoutOf("/events", "geo")).toBe("geo")
  expect(layoutOf("/events", undefined)).toBe("base")
  expect(layoutOf("/menu", "error")).toBe("error")
})

test("pages under /me always have the base layout", () => {
  expect(layoutOf("/me", "geo")).toBe("base")
  expect(layoutOf("/me/cal", "error")).toBe("base")
  expect(layoutOf("/members", "geo")).toBe("geo")
})
