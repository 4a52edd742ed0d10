import { data } from "react-router"
import { expect, test, vi } from "vitest"
import type { Api } from "../api.ts"
import {
  invalidateUser,
  forUser,
  isUserStale,
  isVisitor,
  setUser,
  leftFormKey,
  readUser,
  sessionChanged,
  type User,
} from "./session.ts"

const mirelle = { username: "mirelle" } as User
const answering = (get: () => Promise<unknown>) => ({ get }) as unknown as Api
const refusal = (status: number, code?: string) => data({ detail: "", code, fields: {} }, { status })

test("readUser returns the profile", async () => {
  expect(await readUser(answering(async () => mirelle))).toBe(mirelle)
})

test("readUser returns null if the profile cannot be read, whatever the reason", async () => {
  for (const status of [403, 404, 500]) {
    expect(await readUser(answering(() => Promise.reject(refusal(status))))).toBeNull()
  }
  expect(await readUser(answering(() => Promise.reject(new TypeError("no network"))))).toBeNull()
})

test("the user is stale after a network failure, and not after a refusal", async () => {
  vi.stubGlobal("document", {}) // as in a browser
  await readUser(answering(() => Promise.reject(refusal(403, "sign_in_needed"))))
  expect(isUserStale()).toBe(false)
  await expect(readUser(answering(() => Promise.reject(new TypeError("no network"))))).rejects.toThrow("no network")
  expect(isUserStale()).toBe(true)
  expect(await readUser(answering(async () => mirelle))).toBe(mirelle)
  expect(isUserStale()).toBe(false)
  vi.unstubAllGlobals()
})

test("logging out clears the user without a call, and the next session change reads the user again", async () => {
  const get = vi.fn(async () => mirelle)
  const kept = { removeItem: vi.fn() }
  vi.stubGlobal("sessionStorage", kept)
  sessionChanged("cleared")
  expect(kept.removeItem).toHaveBeenCalledExactlyOnceWith(leftFormKey)
  expect(isUserStale()).toBe(true)
  expect(await readUser(answering(get))).toBeNull()
  expect(await forUser(get)).toBeNull()
  expect(get).not.toHaveBeenCalled()
  expect(isUserStale()).toBe(false)

  sessionChanged()
  expect(await readUser(answering(get))).toBe(mirelle)
})

test("isVisitor is true only while it is known that there is no user", () => {
  expect(isVisitor()).toBe(false)
  setUser(null)
  expect(isVisitor()).toBe(true)
  sessionChanged() // signed in: data that only users see must be requested
  expect(isVisitor()).toBe(false)
  setUser(mirelle)
  expect(isVisitor()).toBe(false)
  invalidateUser()
  setUser(null)
  expect(isVisitor()).toBe(true)
  invalidateUser()
})

test("forUser returns null if a login is needed, and throws other failures", async () => {
  expect(await forUser(() => Promise.reject(refusal(403, "sign_in_needed")))).toBeNull()
  await expect(forUser(() => Promise.reject(refusal(403, "not_allowed")))).rejects.toBeDefined()
  await expect(forUser(() => Promise.reject(refusal(500)))).rejects.toBeDefined()
})
