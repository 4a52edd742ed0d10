import { expect, test } from "vitest"
import { dataOf, isWorthPreloading } from "./preload.ts"

test("dataOf gives an API path for events and actors, and none for other pages", () => {
  expect(dataOf("/events/42")).toBe("/api/contents/events/42/")
  expect(dataOf("/events/42?x=1#top")).toBe("/api/contents/events/42/")
  expect(dataOf("/actors/seuils")).toBe("/api/actors/seuils/")
  expect(dataOf("/events")).toBeUndefined()
  expect(dataOf("/events?q=jazz")).toBeUndefined()
  expect(dataOf("/about")).toBeUndefined()
})

test("preloading is not worthwhile on a slow or data-saving connection", () => {
  expect(isWorthPreloading(undefined)).toBe(true)
  expect(isWorthPreloading({ effectiveType: "4g" })).toBe(true)
  expect(isWorthPreloading({ effectiveType: "2g" })).toBe(false)
  expect(isWorthPreloading({ effectiveType: "slow-2g" })).toBe(false)
  expect(isWorthPreloading({ effectiveType: "4g", saveData: true })).toBe(false)
})
