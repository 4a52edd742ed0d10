import { expect, test } from "vitest"
import { mayReload, noteReload, reloadGuard } from "./new-build.ts"

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test("a page that has not reloaded yet may reload", () => {
  expect(mayReload(storage(), Date.now())).toBe(true)
})

test("a page may reload only once within the guard time", () => {
  const session = storage()
  noteReload(session, 1_000_000)
  expect(mayReload(session, 1_000_000)).toBe(false)
  expect(mayReload(session, 1_000_000 + reloadGuard - 1)).toBe(false)
  expect(mayReload(session, 1_000_000 + reloadGuard)).toBe(true)
})

test("a malformed time of the last reload does not prevent a reload", () => {
  const session = storage()
  session.setItem("reloadedAt", "soon")
  expect(mayReload(session, 1_000_000)).toBe(true)
})
