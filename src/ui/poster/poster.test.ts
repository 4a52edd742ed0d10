import fs from "node:fs"
import sharp from "sharp"
import { expect, test } from "vitest"
import { advance, fitLine, fitTitle, fitTwo } from "../fit.ts"
import { type InkName, inkNames, inks, posterNight, posterPaper, quietInks } from "./inks.ts"
import { figureNames, posterHeight, posterWidth } from "./poster-figures.ts"
import { planPoster, poster } from "./poster.ts"
import { posterSheet } from "./poster-sheet.ts"

const titles = [
  "Radio Minuit",
  "L’été des géantes",
  "Trio Ventôse à midi",
  "Nocturne pour six radiateurs, deux harmoniums et une cage d’escalier",
  "De nacht van de onverwachte ontmoetingen",
  "Gebruikersovereenkomstonderhandelingsvoorbereiding",
  "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
  "Papier, ciseaux, tempête",
  "Être et ne pas être : une conférence dansée sur ce qui reste quand les lampes sont éteintes et que la salle est vide",
  "W",
  "Œuvre",
]
const words = (id: string, title: string, ink: InkName = "music") => ({
  id,
  title,
  ink,
  day: "ven. 21 nov.",
  time: "20:30",
  place: "Théâtre du Quai Rouge",
  city: "Liège",
})

test("an event always gets the same poster, and other rolls give other posters", () => {
  expect(poster(words("7", "Radio Minuit"))).toEqual(poster(words("7", "Radio Minuit")))
  expect(posterSheet(words("7", "Radio Minuit"), "preview")).toEqual(posterSheet(words("7", "Radio Minuit"), "preview"))
  const draws = new Set([0, 1, 2, 3, 4, 5].map((roll) => poster({ ...words("7", "Radio Minuit"), roll }).svg))
  expect(draws.size).toBeGreaterThan(3)
})

test("the design's own examples are drawn as in the design", () => {
  // mockups/actor-venue.html, « Fanfare de poche »
  expect(
    poster(words("Fanfare de poche", "Fanfare de poche", "party"), { figure: "spot", ground: "night" }).style,
  ).toEqual({
    "--ground": "var(--poster-night)",
    "--fit": 25.5,
  })
  expect(fitLine("vendredi 21 novembre", 100.3)).toBeCloseTo(14.349, 3)
  expect(fitTwo("vendredi 21 novembre")).toBeCloseTo(27.716, 3)
})

test("titles fit their space, also in Dutch and with very long words", () => {
  for (const title of titles) {
    for (const height of [46, 62]) {
      const { size, lines } = fitTitle(title, { height })
      expect(lines.length * size * 0.9).toBeLessThanOrEqual(height)
      for (const line of lines) expect((advance(line) - 0.012 * line.length) * size).toBeLessThanOrEqual(88.5)
      expect(size).toBeGreaterThanOrEqual(8.5)
    }
  }
})

test("a word that is too wide is hyphenated into parts of similar length", () => {
  const { lines } = fitTitle("Gebruikersovereenkomst".slice(0, 13).repeat(3), { min: 14 })
  expect(lines.length).toBeGreaterThan(2)
  const lengths = lines.map((line) => line.replace("-", "").length)
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1)
  expect(lines.slice(0, -1).every((line) => line.endsWith("-"))).toBe(true)
})

test("a colon after a no-break space does not begin a line", () => {
  const { lines } = fitTitle("Conférence-débat\u00A0: la transformation numérique des institutions", { height: 46 })
  expect(lines.some((line) => line.startsWith(":"))).toBe(false)
  expect(lines.join(" ")).toContain("débat\u00A0:")
})

test("a title of a thousand words is cut at the smallest size", () => {
  const { size, lines } = fitTitle("lampe ".repeat(1000))
  expect(size).toBe(8.5)
  expect(lines.at(-1)).toMatch(/…$/)
})

test("markup in a title, day or place does not reach the SVG", () => {
  const hostile = { ...words("x", `<script>alert(1)</script>"'&`), day: `1<img src=x>`, place: `"><svg onload=x>` }
  for (const figure of figureNames) {
    const { svg } = poster(hostile, { figure })
    expect(svg).not.toMatch(/script|onload|<img|alert/)
    expect(svg).toMatch(/^(<(svg|path|circle|text)[ >]|$)/)
  }
  for (const format of ["preview", "a5", "a4"] as const) {
    expect(posterSheet(hostile, format).svg).not.toMatch(/script|onload|<img|alert/)
  }
})

test("no black shape lies under the text of a poster", async () => {
  for (const figure of figureNames) {
    for (let draw = 0; draw < 40; draw++) {
      const event = { ...words(`event ${draw}`, titles[draw % titles.length] ?? "Radio Minuit"), roll: draw }
      for (const ground of ["ink", "paper"] as const) {
        const plan = planPoster(event, { figure, ground })
        const { svg } = poster(event, { figure, ground })
        const art = svg
          .replace(/"var\(--poster-night\)"/g, '"#000000"')
          .replace(/"var\([^)]*\)"/g, '"#ffffff"')
          .replace(/<text.*?<\/text>/g, "")
        const { data, info } = await sharp(
          Buffer.from(
            `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="200" viewBox="0 0 300 400"><rect width="300" height="400" fill="#fff"/>${art}</svg>`,
          ),
        )
          .greyscale()
          .raw()
          .toBuffer({ resolveWithObject: true })
        const block = plan.fit.lines.length * plan.fit.size * 0.9 * 3
        const widest = Math.max(...plan.fit.lines.map((line) => advance(line) * plan.fit.size)) * 3
        const boxes = [
          { x: 16, y: 15, w: 80, h: 16 }, // date
          { x: 248, y: 15, w: 36, h: 16 }, // time
          { x: 16, y: 368, w: 268, h: 16 }, // place, city
          // The title from the cap height of its first line to the baseline of its last, since descenders are thin.
          { x: 17, y: (plan.top ? 40 : 360 - block) + plan.fit.size * 0.4, w: widest, h: block - plan.fit.size * 0.9 },
        ]
        for (const box of boxes) {
          let black = 0
          for (let y = Math.ceil(box.y / 2); y < Math.floor((box.y + box.h) / 2); y++) {
            for (let x = Math.ceil(box.x / 2); x < Math.floor((box.x + box.w) / 2) && x < info.width; x++) {
              if ((data[y * info.width + x] ?? 255) < 60) black++
            }
          }
          expect(black, `${figure} ${ground} draw ${draw} “${event.title}” ${JSON.stringify(box)}`).toBe(0)
        }
      }
    }
  }
})

test("date, hour, place and town stand on plain ground, never on dots and frames", async () => {
  for (const figure of figureNames) {
    for (const ground of ["ink", "paper", "night"] as const) {
      for (let draw = 0; draw < 3; draw++) {
        const event = { ...words(`calm ${draw}`, titles[draw] ?? ""), roll: draw }
        const { svg, style } = poster(event, { figure, ground })
        // The number of a figure would disturb text as much as its shapes.
        const art = svg
          .replaceAll(`"${style["--ground"]}"`, '"#ffffff"')
          .replace(/"var\(--(ink|poster)[^)]*\)"/g, '"#000000"')
          .replaceAll("var(--font-poster)", "sans-serif")
        const { data, info } = await sharp(
          Buffer.from(
            `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="200" viewBox="0 0 300 400"><rect width="300" height="400" fill="#fff"/>${art}</svg>`,
          ),
        )
          .greyscale()
          .raw()
          .toBuffer({ resolveWithObject: true })
        // From the edge of the poster to the bottom of the small text above, and from the top of that below.
        const band = 33 / 2
        let marks = 0
        for (let at = 0; at < data.length; at += info.channels) {
          const y = Math.floor(at / info.channels / info.width)
          if ((y < band || y >= info.height - band) && (data[at] ?? 255) < 250) marks++
        }
        expect(marks, `${figure} ${ground} draw ${draw}`).toBe(0)
      }
    }
  }
})

test("the small texts and the free space of a poster sheet lie inside it", () => {
  for (const format of ["preview", "a5", "a4"] as const) {
    for (const [index, title] of titles.entries()) {
      const sheet = posterSheet(words(String(index), title), format)
      for (const text of sheet.texts.filter(({ font, size }) => font === "ui" || size < sheet.width / 3)) {
        expect(text.y).toBeGreaterThan(0)
        expect(text.y).toBeLessThan(sheet.height)
        expect(text.x).toBeGreaterThanOrEqual(0)
        expect(text.x).toBeLessThanOrEqual(sheet.width)
      }
      expect(sheet.svg).not.toContain("var(")
      expect(sheet.space.y + sheet.space.height).toBeLessThanOrEqual(sheet.height)
    }
  }
})

test("the ink colours in the code equal those of the style sheet", () => {
  const css = fs.readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8")
  const value = (name: string) => {
    const [, l, c, h] = new RegExp(`--${name}:\\s*oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(css) ?? []
    return toHex(Number(l), Number(c), Number(h))
  }
  for (const name of [...inkNames, ...quietInks]) {
    expect(inks[name]).toEqual([value(`ink-${name}`), value(`ink-${name}-2`), value(`ink-${name}-3`)])
  }
  expect([posterNight, posterPaper]).toEqual([value("poster-night"), value("poster-paper")])
})

test("a poster is drawn once for the same event, and has the proportions 3 to 4", () => {
  const list = Array.from({ length: 20 }, (_, i) => words(String(i), titles[i % titles.length] ?? ""))
  const drawn = list.map((event) => poster(event))
  for (const [at, event] of list.entries()) expect(poster({ ...event })).toBe(drawn[at])
  expect(posterWidth / posterHeight).toBe(3 / 4)
})

function toHex(l: number, c: number, h: number): string {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ]
  const linear = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
  const bytes = linear.map((value) => {
    const clamped = Math.min(1, Math.max(0, value))
    return Math.round(255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055))
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`
}

test("events without a category use all quiet inks, each always the same; a category keeps its own", () => {
  const grounds = new Set<string>()
  for (let n = 0; n < 200; n++) {
    const sheet = posterSheet(words(`other ${n}`, "Nuit", "other"), "preview")
    const again = posterSheet(words(`other ${n}`, "Nuit", "other"), "preview")
    expect(again.svg).toBe(sheet.svg)
    const { className, style } = poster(words(`other ${n}`, "Nuit", "other"))
    if (!className.includes("poster--ink")) continue
    const name = style["--ground"].replace(/^var\(--ink-(.*)\)$/, "$1") as (typeof quietInks)[number]
    expect(sheet.svg).toContain(`fill="${inks[name][0]}"`)
    grounds.add(name)
  }
  expect([...grounds].sort()).toEqual([...quietInks].sort())
  // A category keeps its own ink.
  expect(poster(words("other 1", "Nuit", "dance"), { ground: "ink" }).style["--ground"]).toBe("var(--ink-dance)")
})
