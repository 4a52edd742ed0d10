import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { countryNames } from "#features/actors/countries.ts"
import { countryNamed } from "#features/imports/places/region-names.ts"
import { messagesIn } from "./catalogues.server.ts"
import { countryCodes } from "./country-codes.ts"
import { countryName } from "./country-name.ts"
import { languages } from "./languages.ts"

test("every country has a name in each language, and is found again by it", () => {
  expect(new Set(countryCodes).size).toBe(249)
  for (const language of languages) {
    for (const code of countryCodes) {
      const name = countryName(language, code) ?? ""
      expect(name.length, `${code} ${language}`).toBeGreaterThan(2)
      expect(messagesIn(language).nameOf("region", code)).toBe(name)
      expect(countryNamed(name), name).toBe(code)
    }
    expect(
      countryNames(language)
        .map(({ value }) => value)
        .sort(),
    ).toEqual(countryCodes.toSorted())
  }
  expect(countryNames("nl").slice(0, 3)).toEqual([
    { value: "BE", label: "België" },
    { value: "FR", label: "Frankrijk" },
    { value: "NL", label: "Nederland" },
  ])
})

test("an unknown country code has no name, and is shown as it was written", () => {
  expect([countryName("fr", "be"), countryName("fr", "EUR"), countryName("fr", "AA")]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(messagesIn("fr").nameOf("region", "??")).toBe("??")
  expect(countryNames("fr", "XK").some(({ value }) => value === "XK")).toBe(true)
})

test("countries are listed and named only in country-codes.ts and country-name.ts", () => {
  const files = globSync("src/**/*.{ts,tsx}", { exclude: ["src/**/*.test.*", "src/i18n/gen/**", "src/sample/**"] })
  expect(files.length).toBeGreaterThan(500)
  const found = files.filter((file) => {
    const code = readFileSync(file, "utf8")
    const names = /DisplayNames\([^)]*["']region["']/.test(code)
    // Ten consecutive codes of two capitals are taken for a list of countries.
    const lists = /(?:["'` ,]+[A-Z]{2}\b){10}/.test(code)
    return names || lists
  })
  expect(found.sort()).toEqual(["src/i18n/country-codes.ts", "src/i18n/country-name.ts"])
})
