import { expect, test } from "vitest"
import { hyphenation } from "./hyphenation.ts"

test("only a long word is hyphenated", () => {
  expect(hyphenation("Une avant-première extraordinaire, en hiver, sur l’eau")).toBeUndefined()
  expect(hyphenation("Onderhandelingsavond")).toBe("hyphenates") // 20 letters
  expect(hyphenation("Een Kindercircusvoorstelling, buiten")).toBe("hyphenates")
})
