import { expect, test } from "vitest"
import { signsOf } from "./status-code.tsx"

test("every zero is the lamp", () => {
  expect(signsOf("404").signs.map(({ isLamp }) => isLamp)).toEqual([false, true, false])
  expect(signsOf("429").signs.some(({ isLamp }) => isLamp)).toBe(false)
})

test("one lamp is lit; of two the last one is blown", () => {
  expect(signsOf("404").signs.map(({ isBlown }) => isBlown)).toEqual([false, false, false])
  expect(signsOf("500").signs.map(({ isBlown }) => isBlown)).toEqual([false, false, true])
})

test("404 stands as it was drawn", () => {
  const { signs, width } = signsOf("404")
  expect(signs.map(({ x }) => x)).toEqual([30, 215, 393])
  expect(width).toBe(608)
})
