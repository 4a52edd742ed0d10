import { expect, test } from "vitest"
import { boxText, readBox } from "./box-text.ts"
import { boxOf, onEarth, snapped } from "./spots.ts"

test("a box is read from an address as it was written, and a malformed box is undefined", () => {
  expect(readBox(boxText([4.2, 50.7, 4.5, 50.9]))).toEqual([4.2, 50.7, 4.5, 50.9])
  expect(readBox("170,-20,-170,10")).toEqual([170, -20, -170, 10])
  for (const text of [
    null,
    "",
    "1,2,3",
    "NaN,1,2,3",
    "1,2,3,4,5",
    "4,51,5,50",
    "4,50,4,51",
    "181,0,2,3",
    "0,-91,1,1",
    "1e3,1,2,3",
  ])
    expect(readBox(text)).toBeUndefined()
})

test("the box around all spots goes the shorter way around the earth", () => {
  expect(boxOf([])).toBeUndefined()
  expect(boxOf([{ lat: 50, lon: 4 }])).toEqual([4, 50, 4, 50])
  expect(
    boxOf([
      { lat: 50, lon: 4 },
      { lat: 51, lon: 3 },
    ]),
  ).toEqual([3, 50, 4, 51])
  expect(
    boxOf([
      { lat: -17, lon: 179 },
      { lat: -18, lon: -178 },
    ]),
  ).toEqual([179, -18, -178, -17])
})

test("a view beyond the earth's edges is brought back to a valid box", () => {
  expect(onEarth(-200, -89, 200, 89)).toEqual([-180, -85, 180, 85])
  expect(onEarth(170, 0, 190, 10)).toEqual([170, 0, -170, 10])
  expect(onEarth(364, 50, 365, 51)).toEqual([4, 50, 5, 51])
})

test("nearly equal views are snapped to the same box, which contains them", () => {
  const one = snapped([4.21, 50.71, 4.52, 50.93], 11.2)
  expect(snapped([4.2101, 50.7101, 4.5201, 50.9301], 11.4)).toEqual(one)
  expect(one[0]).toBeLessThanOrEqual(4.21)
  expect(one[3]).toBeGreaterThanOrEqual(50.93)
  expect(snapped([-180, -85, 180, 85], 0)).toEqual([-180, -90, 180, 90])
})
