import { expect, test } from "vitest"
import { signsOf } from "./status-code.tsx"

test("every zero of a status code is drawn as a lamp", () => {
  expect(signsOf("404").signs.map(({ isLamp }) => isLamp)).toEqual([false, true, false])
  expect(signsOf("429").signs.some(({ isLamp }) => isLamp)).toBe(false)
})

test("a single lamp is lit, and of two lamps the last one is blown", () => {
  expect(signsOf("404").signs.map(({ isBlown }) => isBlown)).toEqual([false, false, false])
  expect(signsOf("500").signs.map(({ isBlown }) => isBlown)).toEqual([false, false, true])
})

test("the digits of 404 have the positions of the design", () => {
  const { signs, width } = signsOf("404")
  expect(signs.map(({ x }) => x)).toEqual([30, 215, 393])
  expect(width).toBe(608)
})
