import { expect, test } from "vitest"
import { byYear } from "./history.ts"

test("past events are grouped by year", () => {
  const at = (start: string) => ({ start, next: null })
  expect(
    byYear([at("2026-01-02T20:00:00+01:00"), at("2025-12-31T20:00:00+01:00"), at("2025-01-01T20:00:00+01:00")]),
  ).toEqual([
    { year: "2026", events: [at("2026-01-02T20:00:00+01:00")] },
    { year: "2025", events: [at("2025-12-31T20:00:00+01:00"), at("2025-01-01T20:00:00+01:00")] },
  ])
})
