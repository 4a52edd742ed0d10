import { expect, test } from "vitest"
import { initials } from "./initials.ts"

test("initials pass over what a thing is, to who it is", () => {
  expect(initials("Compagnie des Seuils")).toBe("Se")
  expect(initials("Odalys Brème")).toBe("Od")
  expect(initials("Les Nuits de la Lisière")).toBe("Nu")
  expect(initials("Chapelle Sainte-Aube")).toBe("Sa")
  expect(initials("Le")).toBe("Le")
  expect(initials("!!!")).toBe("?")
  expect(initials("Éclats")).toBe("Éc")
})
