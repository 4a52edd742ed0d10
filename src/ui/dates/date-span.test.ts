import { expect, test } from "vitest"
import { weekendOf, weekOf } from "./date-span.ts"

test("weekendOf gives Friday to Sunday or what is left of it, and weekOf gives Monday to Sunday", () => {
  expect(weekendOf("2026-11-18")).toEqual({ from: "2026-11-20", to: "2026-11-22" })
  expect(weekendOf("2026-11-21")).toEqual({ from: "2026-11-21", to: "2026-11-22" })
  expect(weekendOf("2026-11-22")).toEqual({ from: "2026-11-22", to: "2026-11-22" })
  expect(weekOf("2026-12-28")).toEqual({ from: "2026-12-28", to: "2027-01-03" })
})
