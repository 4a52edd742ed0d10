import { expect, test } from "vitest"
import { countryNames } from "./countries.ts"

test("the list of countries has an empty option only if the current country is empty", () => {
  expect(countryNames("fr", "")[0]).toEqual({ value: "", label: "–" })
  expect(countryNames("fr")[0]?.value).toBe("BE")
  expect(countryNames("fr", "BE").map(({ value }) => value)).not.toContain("")
})
