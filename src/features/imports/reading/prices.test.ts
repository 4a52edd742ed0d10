import { expect, test } from "vitest"
import { pricesIn } from "./prices.ts"

test.each([
  ["En accès libre, réservation conseillée", true],
  ["Activité gratuite, sur inscription", true],
  ["Tout public, gratis", true],
  ["niet gratis", false],
  ["Entrée gratuite pour les enfants de moins de 10 ans", false],
  ["Plein tarif : 25 € - Gratuit pour les moins de 18 ans", false],
])("the price « %s » is free: %s", (text, free) => {
  expect(pricesIn(text).some((price) => price.free)).toBe(free)
})
