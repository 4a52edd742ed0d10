import { expect, test } from "vitest"
import { initials } from "./initials.ts"

test("initials skip articles and words for the kind of page", () => {
  expect(initials("Compagnie des Seuils")).toBe("Se")
  expect(initials("Odalys Brème")).toBe("Od")
  expect(initials("Les Nuits de la Lisière")).toBe("Nu")
  expect(initials("Chapelle Sainte-Aube")).toBe("Sa")
  expect(initials("Le")).toBe("Le")
  expect(initials("!!!")).toBe("?")
  expect(initials("Éclats")).toBe("Éc")
})
