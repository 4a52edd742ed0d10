import { expect, test } from "vitest"
import type { Site } from "../page/request.ts"
import { screensOf } from "./frame.tsx"

const site = { name: "Foyer" } as Site

test("the donation and contact screens exist only if the site has a bank account or a contact address", () => {
  expect(screensOf(site)).not.toContain("donate")
  expect(screensOf(site)).not.toContain("contact")
  expect(screensOf({ ...site, donation: { name: "Foyer", iban: "BE68539007547034" } })).toContain("donate")
  expect(screensOf({ ...site, contact: "bonjour@foyer.example" })).toContain("contact")
  expect(screensOf(undefined)).not.toContain("donate")
})
