import { expect, test } from "vitest"
import { labelOf } from "./price-label.ts"

test("a price label that only repeats the amount is left out, any other is shown", () => {
  expect(labelOf({ label: "12 EUR", amount: 12 })).toBeNull()
  expect(labelOf({ label: "8,50 €", amount: 8.5 })).toBeNull()
  expect(labelOf({ label: "Plein tarif", amount: 12 })).toBe("Plein tarif")
  expect(labelOf({ label: "12 euros en prévente", amount: 12 })).toBe("12 euros en prévente")
  expect(labelOf({ label: "8 / 14 €", amount: null })).toBe("8 / 14 €")
})
