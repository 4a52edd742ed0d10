import { expect, test } from "vitest"
import { countryNames } from "./countries.ts"

test("an address without a country is not given one by the list it is chosen from", () => {
  expect(countryNames("fr", "")[0]).toEqual({ value: "", label: "–" })
  expect(countryNames("fr")[0]?.value).toBe("BE")
  expect(countryNames("fr", "BE").map(({ value }) => value)).not.toContain("")
})
