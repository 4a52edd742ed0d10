import fc from "fast-check"
import { expect, test } from "vitest"
import { byteRanges } from "./byte-ranges.ts"

test.each([
  ["bytes=0-9", [{ first: 0, last: 9 }]],
  ["bytes=990-", [{ first: 990, last: 999 }]],
  ["bytes=-5", [{ first: 995, last: 999 }]],
  ["bytes=-5000", [{ first: 0, last: 999 }]],
  ["bytes=0-5000", [{ first: 0, last: 999 }]],
  ["Bytes = 0-0", [{ first: 0, last: 0 }]],
  [
    "bytes=0-9,500-509",
    [
      { first: 0, last: 9 },
      { first: 500, last: 509 },
    ],
  ],
  ["bytes=500-509,0-499,2000-3000", [{ first: 0, last: 509 }]],
  ["bytes=1000-", "none"],
  ["bytes=-0", "none"],
  ["bytes=2000-3000,4000-", "none"],
  [`bytes=${Array.from({ length: 1000 }, (_, at) => `${at}-${at}`).join(",")}`, "none"],
  ["bytes=9-0", undefined],
  ["bytes=a-b", undefined],
  ["items=0-9", undefined],
  ["", undefined],
])("%s of 1,000 bytes", (header, pieces) => {
  expect(byteRanges(header, 1000)).toEqual(pieces)
})

test("far apart, many pieces are refused rather than served one by one", () => {
  const asked = Array.from({ length: 50 }, (_, at) => `${at * 1000}-${at * 1000}`).join(",")
  expect(byteRanges(`bytes=${asked}`, 100_000)).toBe("none")
})

test("whatever is asked, pieces lie in the file, in order, apart from each other", () => {
  const piece = fc.tuple(fc.option(fc.nat(2000)), fc.option(fc.nat(2000))).map(([a, b]) => `${a ?? ""}-${b ?? ""}`)
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 120 }), fc.nat(1500), (asked, size) => {
      const pieces = byteRanges(`bytes=${asked.join(",")}`, size)
      if (!Array.isArray(pieces)) return
      expect(pieces.length).toBeGreaterThan(0)
      let before = -1
      for (const { first, last } of pieces) {
        expect(first).toBeGreaterThan(before)
        expect(last).toBeGreaterThanOrEqual(first)
        expect(last).toBeLessThan(size)
        before = last
      }
    }),
  )
})
