import { expect, test } from "vitest"
import { fileName } from "./file-name.ts"

test.each([
  ["../../etc/passwd", "passwd"],
  ["..\\..\\boot.ini", "boot.ini"],
  ["a\0b.pdf", "ab.pdf"],
  ["rap\u202Efdp.exe", "rapfdp.exe"],
  ["\u200E\u2066x\u2069.pdf", "x.pdf"],
  [".htaccess", "htaccess"],
  ["a\r\nSet-Cookie: b.pdf", "aSet-Cookie b.pdf"],
  ['a"b<c>.pdf', "a b c .pdf"],
  ["été\u0301.pdf", "ét\u00e9\u0301.pdf".normalize("NFC")],
  ["\uD800.pdf", "pdf"],
  ["   ", undefined],
  ["..", undefined],
])("the file name %j becomes %j", (given, kept) => expect(fileName(given)).toBe(kept))

test("a long file name is cut, and its extension stays", () => {
  expect(fileName(`${"é".repeat(500)}.pdf`)).toMatch(/^é{116}\.pdf$/)
  // This takes linear time; quadratic time would be hours.
  expect(fileName(`a${".".repeat(2_000_000)}b.png`)).toBe(`a${".".repeat(115)}.png`)
  expect(fileName(`..${" .".repeat(1_000_000)}a.png${". ".repeat(1_000_000)}`)).toBe("a.png")
})
