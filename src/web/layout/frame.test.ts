import { expect, test } from "vitest"
import type { Site } from "../request.ts"
import { screensOf } from "./frame.tsx"
import { isCurrent } from "./screens.ts"

const site = { name: "Foyer" } as Site

test("the donation and contact screens exist only if the site has a bank account or a contact address", () => {
  expect(screensOf(site)).not.toContain("donate")
  expect(screensOf(site)).not.toContain("contact")
  expect(screensOf({ ...site, donation: { name: "Foyer", iban: "BE68539007547034" } })).toContain("donate")
  expect(screensOf({ ...site, contact: "bonjour@foyer.example" })).toContain("contact")
  expect(screensOf(undefined)).not.toContain("donate")
})

test("every screen reached from one's own space or the agenda is marked as a part of it in the navigation", () => {
  for (const path of ["/me", "/me/cal", "/admin", "/admin/log", "/moderation/reports"])
    expect(isCurrent("me", path), path).toBe(true)
  for (const path of ["/", "/events", "/events/12", "/agendas/nuits"])
    expect(isCurrent("agenda", path), path).toBe(true)
  expect(isCurrent("me", "/events")).toBe(false)
  expect(isCurrent("agenda", "/me")).toBe(false)
})
