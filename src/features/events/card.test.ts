import sharp from "sharp"
import { expect, test } from "vitest"
import { drawCard } from "#ui/poster/poster-card.server.ts"
import { cardVersion } from "./card.server.ts"

const words = {
  id: "01a1fe46-0fd0-71ba-ad87-5e1b94e02b92",
  title: "L’été des géantes",
  ink: "theatre",
  day: "ven. 21 nov.",
  time: "20:30",
  place: "Théâtre du Quai Rouge",
  city: "Liège",
} as const

test("a link preview is a picture of 1200 by 630 that weighs little", async () => {
  const png = await drawCard(words)
  expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 })
  expect(png.length).toBeLessThan(120_000)
})

test("its words are drawn: another title is another picture", async () => {
  const [one, other] = await Promise.all([drawCard(words), drawCard({ ...words, title: "Les Ombres portées" })])
  expect(one.equals(other)).toBe(false)
  expect(one.equals(await drawCard(words))).toBe(true)
})

test("letters no font of ours has, and markup, do no harm", async () => {
  const png = await drawCard({ ...words, title: "</svg><script>x</script> Łódź Привет 😀", place: "&".repeat(300) })
  expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 })
})

test("the version changes with the event", () => {
  const at = (updated: string) => cardVersion({ updated })
  expect(at("2026-11-21T20:30:00+01:00")).not.toBe(at("2026-11-21T20:30:01+01:00"))
})
