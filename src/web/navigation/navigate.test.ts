import { expect, test } from "vitest"
import { destinationOf } from "./navigate.ts"

const origin = "https://foyer.test"
const where = (address: string) => destinationOf(address, origin)

test("a path of this site is internal, with its query and hash", () => {
  for (const path of [
    "/",
    "/events/42",
    "/en/actors/hangar?tab=history#nearby",
    "/actors?q=a%2Fb",
    "/?next=//x",
    "/é",
  ]) {
    expect(where(path).kind, path).toBe("internal")
  }
  expect(where("/events/42?a=1#b")).toEqual({ kind: "internal", path: "/events/42?a=1#b" })
  expect(where("  /events  ")).toEqual({ kind: "internal", path: "/events" })
})

test("an absolute address of this site is internal", () => {
  expect(where("https://foyer.test/events?x=1")).toEqual({ kind: "internal", path: "/events?x=1" })
  expect(where("HTTPS://FOYER.TEST/events")).toEqual({ kind: "internal", path: "/events" })
})

test("an absolute address elsewhere is external", () => {
  expect(where("https://hangar.example/a?b#c")).toEqual({ kind: "external", href: "https://hangar.example/a?b#c" })
  expect(where("http://foyer.test/events")).toEqual({ kind: "external", href: "http://foyer.test/events" })
  expect(where("https://foyer.test.evil.example/").kind).toBe("external")
  expect(where("https://foyer.test:8443/").kind).toBe("external")
})

test("script-like protocols are blocked, however they are spelled", () => {
  const protocols = ["javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:msgbox(1)"]
  const spellings = protocols.flatMap((one) => [
    one,
    one.toUpperCase(),
    `  ${one}`,
    `\t${one}`,
    `\u0001${one}`,
    `\u0000${one}`,
    `${one[0]}\t${one.slice(1)}`,
    `${one[0]}\n${one.slice(1)}`,
    `${one[0]}\r\n${one.slice(1)}`,
    one.replace(":", "\t:"),
    one.replace(":", "&colon;"),
    one.replace(":", "&#58;"),
    one.replace(":", "&#x3a;"),
    one.replace(":", "%3a"),
    one.replace(":", "%3A"),
    `&#${one.charCodeAt(0)};${one.slice(1)}`,
    `%${one.charCodeAt(0).toString(16)}${one.slice(1)}`,
    `view-source:${one}`,
    `blob:${one}`,
    one.replace(":", "://"),
    `//${one}`,
  ])
  for (const address of spellings) expect(where(address).kind, JSON.stringify(address)).toBe("blocked")
})

test("other protocols are blocked too", () => {
  for (const address of [
    "file:///etc/passwd",
    "ftp://x.example/",
    "mailto:a@b.example",
    "about:blank",
    "intent://x",
    "ws://x",
  ]) {
    expect(where(address).kind, address).toBe("blocked")
  }
})

test("a path that browsers take for another host is blocked", () => {
  const tricks = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/%2Fevil.example",
    "/%2fevil.example",
    "/%5Cevil.example",
    "/%5cevil.example",
    "/%252Fevil.example",
    "/%09/evil.example",
    "/ /evil.example",
    "/./\\evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "/x/../\\evil.example",
    "/nl//evil.example",
    "/en/\\evil.example",
    "/fr/%2Fevil.example",
    "https://foyer.test/de//evil.example",
  ]
  for (const address of tricks) expect(where(address).kind, JSON.stringify(address)).toBe("blocked")
})

test("an absolute address that is malformed or has credentials is blocked", () => {
  const tricks = [
    "https:evil.example",
    "https:/evil.example",
    "https:\\\\evil.example",
    "https:///evil.example",
    "https://user@evil.example",
    "https://foyer.test@evil.example",
    "https://foyer.test:pass@evil.example/",
    "http://",
    "https://[",
    "https://%zz",
  ]
  for (const address of tricks) expect(where(address).kind, JSON.stringify(address)).toBe("blocked")
})

test("an empty or relative address is blocked", () => {
  for (const address of ["", "   ", "events", "?q=x", "#top", "./events", "../x", "@", "null"]) {
    expect(where(address).kind, JSON.stringify(address)).toBe("blocked")
  }
})
