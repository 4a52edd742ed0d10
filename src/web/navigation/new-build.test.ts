import { expect, test } from "vitest"
import { mayReload, noteReload, reloadGuard } from "./new-build.ts"

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test("a page that was never loaded anew may be", () => {
  expect(mayReload(storage(), Date.now())).toBe(true)
})

test("a page is loaded anew at most once in ten seconds", () => {
  const session = storage()
  noteReload(session, 1_000_000)
  expect(mayReload(session, 1_000_000)).toBe(false)
  expect(mayReload(session, 1_000_000 + reloadGuard - 1)).toBe(false)
  expect(mayReload(session, 1_000_000 + reloadGuard)).toBe(true)
})

test("a note that makes no sense keeps nobody on an old build", () => {
  const session = storage()
  session.setItem("reloadedAt", "soon")
  expect(mayReload(session, 1_000_000)).toBe(true)
})
