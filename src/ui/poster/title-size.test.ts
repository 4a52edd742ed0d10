import { expect, test } from "vitest"
import { titleSize } from "./title-size.ts"

test("a longer title gets a smaller size", () => {
  expect(titleSize("Radio Minuit")).toBe("d1")
  expect(titleSize("Nocturne pour six radiateurs, deux harmoniums")).toBe("d1 d1--long")
  expect(titleSize("Nocturne pour six radiateurs, deux harmoniums et une cage d’escalier, en hiver")).toBe(
    "d1 d1--longer",
  )
  expect(titleSize("lampe ".repeat(24).trim())).toBe("d1 d1--longest")
})

test("a title with one very long word gets a smaller size", () => {
  expect(titleSize("Onderhandelingsavond")).toBe("d1 d1--long") // 20 letters
  expect(titleSize("Gebruikersovereenkomstonderhandelingsvoorbereiding")).toBe("d1 d1--longest")
  expect(titleSize("Une avant-première extraordinaire")).toBe("d1")
})
