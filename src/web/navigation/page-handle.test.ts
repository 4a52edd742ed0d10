import { expect, test } from "vitest"
import { checkPage, type PageHandle } from "./page-handle.ts"

const url = new URL("http://foyer.test/en/actors/hangar")
const refusal = (handle: PageHandle<{ fid: string }> | undefined) => {
  try {
    checkPage(handle, { fid: "hangar" }, url)
    return undefined
  } catch (error) {
    return error as { init: ResponseInit; data: { code?: string; detail?: string } }
  }
}

test("a page is shown if it has no check or if its check returns true", () => {
  expect(refusal(undefined)).toBeUndefined()
  expect(refusal({ layout: "geo" })).toBeUndefined()
  expect(refusal({ check: ({ fid }) => fid === "hangar" })).toBeUndefined()
})

test("a check that does not return true is a 404 that names the path", () => {
  for (const found of [false, undefined, null, 0, 1, "true", "", {}]) {
    const thrown = refusal({ check: () => found as boolean })
    expect(thrown?.init.status, String(found)).toBe(404)
  }
  const thrown = refusal({ check: () => false })
  expect(thrown?.init).toEqual({ status: 404, statusText: "Page Not Found: /en/actors/hangar" })
  expect(thrown?.data.code).toBe("page_not_found")
})

test("a check may return another status and a detail", () => {
  const thrown = refusal({ check: () => ({ status: 410, detail: "Cette page n’existe plus." }) })
  expect(thrown?.init).toEqual({ status: 410 })
  expect(thrown?.data.detail).toBe("Cette page n’existe plus.")
})
