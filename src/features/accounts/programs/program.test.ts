import { expect, test } from "vitest"
import { back } from "#test/elsewhere/programs.ts"
import { isSameRedirect, redirectKind } from "./program.ts"

test.each([
  ["https://programme.example/retour", "web"],
  ["https://programme.example:8443/retour?x=1", "web"],
  ["http://127.0.0.1/retour", "loopback"],
  ["http://127.0.0.1:7777/retour", "loopback"],
  ["http://[::1]:7777/retour", "loopback"],
  ["http://localhost:3000", "loopback"],
  ["org.example.app:/retour", "app"],
  ["org.example.app://retour", "app"],
])("%s is a redirect address of kind %s", (address, kind) => {
  expect(redirectKind(address)).toBe(kind)
})

test.each([
  "http://programme.example/retour",
  "http://127.0.0.1.evil.example/",
  "http://localhost@evil.example/",
  "http://127.0.0.1:99999/",
  "https://programme.example/#part",
  "https://user:pass@programme.example/",
  "https://programme.example/ x",
  "https://programme.example\\@evil.example/",
  "https://x;frame-ancestors/",
  "https:/programme.example/",
  "https://programme.example/?code=x",
  "https://programme.example/?state=x",
  "https://prögramme.example/",
  "//programme.example/",
  "/retour",
  "javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "myapp:/retour",
  "javascript.x:alert(1)",
  `https://programme.example/${"x".repeat(500)}`,
])("%s is refused as a redirect address", async (address) => {
  expect(redirectKind(address)).toBeUndefined()
})

test("redirect addresses must match exactly, except for the port of a loopback address", () => {
  expect(isSameRedirect(back, back)).toBe(true)
  for (const other of [`${back}/`, `${back}?x=1`, back.toUpperCase(), "https://programme.example/", `${back}/../x`])
    expect(isSameRedirect(back, other), other).toBe(false)
  expect(isSameRedirect("http://127.0.0.1/x", "http://127.0.0.1:51234/x")).toBe(true)
  expect(isSameRedirect("http://127.0.0.1:1/x", "http://127.0.0.1/x")).toBe(true)
  for (const other of ["http://localhost:51234/x", "http://127.0.0.1:51234/y", "https://127.0.0.1:51234/x"])
    expect(isSameRedirect("http://127.0.0.1/x", other), other).toBe(false)
  expect(isSameRedirect("https://a.example/x", "https://a.example:8443/x")).toBe(false)
})
