// Writes *.woff2: what pages use of the fonts of @fontsource (SIL OFL 1.1; NOTICE.md). As the packages have them, they
// bring small fractions, marks for any letter and weights and widths that no style sheet asks for:
// 155 KB for a page with running text instead of 112, which is a fifth of a second on a slow phone's line. Bytes are the
// fonts' own; letters keep their form and their place. Run: node src/ui/fonts/fonts.generate.mjs
import fs from "node:fs"
import path from "node:path"
import subsetFont from "subset-font"

// As in the packages, but for marks that combine with any letter: other fonts draw them together with their letter.
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
      preserveNameIds: [0, 13, 14], // whose it is, and the licence
      // Without hints letters of running text get other widths where they are rounded to pixels; large ones hardly do.
      noHinting: name === "special-gothic-condensed",
      ...(variationAxes ? { variationAxes } : {}),
    })
    fs.writeFileSync(path.join(import.meta.dirname, `${name}-${subset}.woff2`), made)
    console.log(`${name}-${subset}: ${source.length} → ${made.length}`)
  }
}

/** Every character of ranges like "0020-00FF 0131". */
function textOf(ranges) {
  return ranges
    .split(" ")
    .flatMap((range) => {
      const [first, last = first] = range.split("-").map((digits) => Number.parseInt(digits, 16))
      return Array.from({ length: last - first + 1 }, (_, nth) => String.fromCodePoint(first + nth))
    })
    .join("")
}
