import fc from "fast-check"
import { expect, test } from "vitest"
import { byteRange } from "./byte-range.ts"

test.each([
  ["bytes=0-9", { first: 0, last: 9 }],
  ["bytes=990-", { first: 990, last: 999 }],
  ["bytes=-5", { first: 995, last: 999 }],
  ["bytes=-5000", { first: 0, last: 999 }],
  ["bytes=0-5000", { first: 0, last: 999 }],
  ["Bytes = 0-0", { first: 0, last: 0 }],
  ["bytes=1000-", "none"],
  ["bytes=-0", "none"],
  ["bytes=0-9,500-509", undefined],
  [`bytes=${Array.from({ length: 1000 }, (_, at) => `${at}-${at}`).join(",")}`, undefined],
  ["bytes=9-0", undefined],
  ["bytes=a-b", undefined],
  ["items=0-9", undefined],
  ["", undefined],
])("byteRange parses %s for a file of 1,000 bytes", (header, piece) => {
  expect(byteRange(header, 1000)).toEqual(piece)
})

test("every range that byteRange returns lies within the file", () => {
  fc.assert(
    fc.property(fc.option(fc.nat(2000)), fc.option(fc.nat(2000)), fc.nat(1500), (from, to, size) => {
      const piece = byteRange(`bytes=${from ?? ""}-${to ?? ""}`, size)
      if (typeof piece !== "object") return
      expect(piece.first).toBeGreaterThanOrEqual(0)
      expect(piece.last).toBeGreaterThanOrEqual(piece.first)
      expect(piece.last).toBeLessThan(size)
    }),
  )
})
