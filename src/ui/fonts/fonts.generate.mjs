// Writes *.woff2: the parts of the @fontsource fonts (SIL OFL 1.1; NOTICE.md) that pages use. The packages include small
// fractions, combining marks, and weights and widths that no style sheet uses: 155 KB for a page with running text instead of
// 112, a fifth of a second on a slow phone connection. The outlines and metrics are unchanged. Run: node
// src/ui/fonts/fonts.generate.mjs
import fs from "node:fs"
import path from "node:path"
import subsetFont from "subset-font"

// The ranges of the packages without combining marks, which another font draws together with their letter.
const latin = "0020-00FF 0131 0152-0153 02BB-02BC 02C6 02DA 02DC 2000-206F 20AC 2122 2190-2193 2212 2215 FEFF FFFD"
const latinExt =
  "0100-0130 0132-0151 0154-02BA 02BD-02C5 02C7-02CC 02CE-02D7 02DD-02FF 1E00-1E9F 1EF2-1EFF 2113 2C60-2C7F A720-A7FF"

const gothic = { wght: { min: 400, max: 700 }, wdth: { min: 88, max: 112 } }
const serif = { wght: { min: 400, max: 700 } }
const fonts = [
  ["special-gothic", "@fontsource-variable/special-gothic/files/special-gothic-SUBSET-standard-normal.woff2", gothic],
  [
    "special-gothic-condensed",
    "@fontsource/special-gothic-condensed-one/files/special-gothic-condensed-one-SUBSET-400-normal.woff2",
  ],
  ["newsreader", "@fontsource-variable/newsreader/files/newsreader-SUBSET-wght-normal.woff2", serif],
  ["newsreader-italic", "@fontsource-variable/newsreader/files/newsreader-SUBSET-wght-italic.woff2", serif],
]

const root = path.resolve(import.meta.dirname, "../../..")
for (const [name, file, variationAxes] of fonts) {
  for (const [subset, ranges] of Object.entries({ latin, "latin-ext": latinExt })) {
    if (name === "newsreader-italic" && subset === "latin-ext") continue
    const source = fs.readFileSync(path.join(root, "node_modules", file.replace("SUBSET", subset)))
    const made = await subsetFont(source, textOf(ranges), {
      targetFormat: "woff2",
      keepFeatures: ["kern", "liga", "tnum", "locl", "ccmp", "rvrn"],
      preserveNameIds: [0, 13, 14], // copyright and licence
      // Without hints the letters of running text change width when rounded to pixels; large ones hardly do.
      noHinting: name === "special-gothic-condensed",
      ...(variationAxes ? { variationAxes } : {}),
    })
    fs.writeFileSync(path.join(import.meta.dirname, `${name}-${subset}.woff2`), made)
    console.log(`${name}-${subset}: ${source.length} → ${made.length}`)
  }
}

/** Returns every character of ranges like "0020-00FF 0131". */
function textOf(ranges) {
  return ranges
    .split(" ")
    .flatMap((range) => {
      const [first, last = first] = range.split("-").map((digits) => Number.parseInt(digits, 16))
      return Array.from({ length: last - first + 1 }, (_, nth) => String.fromCodePoint(first + nth))
    })
    .join("")
}
