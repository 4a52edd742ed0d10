import { expect, test } from "vitest"
import { inScript, shortened } from "./meta.tsx"

test("a title cannot end the script it is written in", () => {
  const written = inScript({ name: "</script><script>alert(1)</script><!--" })
  expect(written).not.toContain("<")
  expect(JSON.parse(written)).toEqual({ name: "</script><script>alert(1)</script><!--" })
})

test("a description ends at a word", () => {
  expect(shortened("  Un   théâtre promis ", 50)).toBe("Un théâtre promis")
  expect(shortened("Un théâtre promis à la démolition, l’été, la nuit.", 36)).toBe("Un théâtre promis à la démolition…")
  expect(shortened("a".repeat(300))).toHaveLength(101)
})
