import sharp from "sharp"
import { expect, test } from "vitest"
import { advance } from "#ui/fit.ts"
import { drawCard } from "#ui/poster/poster-card.server.ts"
import { posterSheet } from "#ui/poster/poster-sheet.ts"
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

test("a link preview is a PNG of 1200 by 630 pixels and less than 120 kB", async () => {
  const png = await drawCard(words)
  expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 })
  expect(png.length).toBeLessThan(120_000)
})

test("another title changes the link preview, the same words give the same image", async () => {
  const [one, other] = await Promise.all([drawCard(words), drawCard({ ...words, title: "Les Ombres portées" })])
  expect(one.equals(other)).toBe(false)
  expect(one.equals(await drawCard(words))).toBe(true)
})

test('a stamp such as "Annulé" is drawn on a strip of paper, clear of the title, the date and the place', async () => {
  const pixelsOf = async (stamp?: string) =>
    sharp(await drawCard({ ...words, stamp }))
      .removeAlpha()
      .raw()
      .toBuffer()
  const [plain, stamped] = await Promise.all([pixelsOf(), pixelsOf("Annulé")])
  const changed = { left: 1200, right: 0, top: 630, bottom: 0, paper: 0 }
  for (let at = 0; at < plain.length; at += 3) {
    const isChanged = [0, 1, 2].some((part) => Math.abs((plain[at + part] ?? 0) - (stamped[at + part] ?? 0)) > 40)
    if (!isChanged) continue
    const [x, y] = [(at / 3) % 1200, Math.floor(at / 3 / 1200)]
    changed.left = Math.min(changed.left, x)
    changed.right = Math.max(changed.right, x)
    changed.top = Math.min(changed.top, y)
    changed.bottom = Math.max(changed.bottom, y)
    if ((stamped[at] ?? 0) > 230 && (stamped[at + 2] ?? 0) > 220) changed.paper++
  }
  // The words end at x = 677.
  expect(changed.left).toBeGreaterThan(677)
  expect(changed.right).toBeGreaterThan(1190)
  expect(changed.top).toBeGreaterThan(200)
  expect(changed.bottom).toBeLessThan(430)
  expect(changed.paper).toBeGreaterThan(20_000)
  expect(posterSheet({ ...words, stamp: "Annulé" }, "preview").strip?.text.text).toBe("Annulé")
})

test("the longest stamp fits the width of its strip", () => {
  for (const format of ["preview", "thumb"] as const) {
    const strip = posterSheet({ ...words, stamp: "Naar een latere datum verplaatst" }, format).strip
    const wide = format === "preview" ? 472 : 324
    expect(advance(strip?.text.text ?? "") * (strip?.text.size ?? 0)).toBeLessThanOrEqual(wide)
  }
})

test("a card is drawn even if its words hold markup or letters that the fonts lack", async () => {
  const png = await drawCard({ ...words, title: "</svg><script>x</script> Łódź Привет 😀", place: "&".repeat(300) })
  expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 })
})

test("a card's version changes when its event is updated", () => {
  const at = (updated: string) => cardVersion({ updated })
  expect(at("2026-11-21T20:30:00+01:00")).not.toBe(at("2026-11-21T20:30:01+01:00"))
})
