import { expect, test } from "vitest"
import { crossSiteRefusal, isCrossSite } from "./cross-site-form.ts"

const site = "https://foyer.example"

function sent(headers: Record<string, string>, method = "POST") {
  return new Request(`${site}/fr/events/new`, { method, headers })
}

test("a form with a foreign or null origin is cross-site, and a form of this site is not", () => {
  expect(isCrossSite(sent({ origin: "https://ailleurs.example" }), site)).toBe(true)
  expect(isCrossSite(sent({ origin: "null" }), site)).toBe(true)
  expect(isCrossSite(sent({ origin: "https://foyer.example.ailleurs.example" }), site)).toBe(true)
  expect(isCrossSite(sent({ origin: site }), site)).toBe(false)
  expect(isCrossSite(sent({ origin: "https://ailleurs.example" }, "GET"), site)).toBe(false)
})

test("a cross-site form is refused with a page in the viewer's language, or with JSON for programs", async () => {
  const page = await crossSiteRefusal(sent({ accept: "text/html" }), "nl")
  expect([page.status, page.headers.get("cache-control")]).toEqual([403, "no-store"])
  const html = await page.text()
  expect(html).toContain('lang="nl"')
  expect(html).toContain("komt van elders")
  const json = await crossSiteRefusal(sent({}), "en")
  expect([json.status, await json.json()]).toEqual([403, expect.objectContaining({ code: "csrf_failed" })])
})
