import { expect, test } from "vitest"
import { epcPayload, qrDrawing } from "./epc-qr.ts"
import { ibanInFours } from "./iban.ts"

const foyer = { name: "Foyer asbl", iban: "BE68539007547034", bic: "KREDBEBB" }

test("a payload for ten euros has the lines of EPC069-12", () => {
  expect(epcPayload(foyer, 10, "Don pour Foyer").split("\n")).toEqual([
    "BCD",
    "002",
    "1",
    "SCT",
    "KREDBEBB",
    "Foyer asbl",
    "BE68539007547034",
    "EUR10.00",
    "",
    "",
    "Don pour Foyer",
  ])
})

test("a payload without a BIC keeps an empty line for it", () => {
  expect(epcPayload({ name: "Foyer", iban: "BE68 5390 0754 7034" }, 10, "").split("\n").slice(4, 7)).toEqual([
    "",
    "Foyer",
    "BE68539007547034",
  ])
})

test("the name and the remittance text are cut to the standard's length and contain no line break", () => {
  const lines = epcPayload({ ...foyer, name: `Foyer\n${"a".repeat(90)}` }, 10, `Don\r\n${"b".repeat(200)}`).split("\n")
  expect(lines).toHaveLength(11)
  expect(lines[5]).toBe(`Foyer ${"a".repeat(64)}`)
  expect(lines[10]).toHaveLength(140)
})

test("no payload is longer than 331 bytes", () => {
  for (const letter of ["b", "é", "€"]) {
    const long = epcPayload({ ...foyer, name: "é".repeat(70) }, 10, letter.repeat(140))
    expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(331)
    expect(long.split("\n")[10]).toMatch(letter)
  }
})

test("the drawing has a quiet zone of four modules and the three finder patterns of a QR code", () => {
  const { size, path } = qrDrawing(epcPayload(foyer, 10, "Don pour Foyer"))
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map(([, x, y, run]) => [
    Number(x),
    Number(y),
    Number(run),
  ])
  const ends = runs.map(([x = 0, , run = 0]) => x + run)
  expect(Math.min(...runs.map(([x = 0]) => x))).toBe(4)
  expect(Math.min(...runs.map(([, y = 0]) => y))).toBe(4)
  expect(Math.max(...ends)).toBe(size - 4)
  expect(Math.max(...runs.map(([, y = 0]) => y))).toBe(size - 5)
  for (const [x, y] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ]) {
    expect(runs).toContainEqual([x, y, 7])
  }
  // Version 13 is the largest the standard allows: 69 modules.
  expect(size - 8).toBeLessThanOrEqual(69)
})

test("an IBAN is grouped by four characters", () => {
  expect(ibanInFours("BE68539007547034").replaceAll("\u00A0", " ")).toBe("BE68 5390 0754 7034")
  expect(ibanInFours("NO9386011117947").replaceAll("\u00A0", " ")).toBe("NO93 8601 1117 947")
})
