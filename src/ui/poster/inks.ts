/** The eleven families of ink. Each category of event is printed in the family of its name. */
export const inkNames = [
  "music",
  "theatre",
  "dance",
  "exhibition",
  "film",
  "talk",
  "circus",
  "workshop",
  "young",
  "party",
  "other",
] as const
export type InkName = (typeof inkNames)[number]

/** The inks of "other", all as quiet as its greige, so that none is mistaken for a category. */
export const quietInks = ["other", "slate", "sage", "clay", "mauve", "sand"] as const
type PrintedInk = InkName | (typeof quietInks)[number]

/**
 * Ground, figure and third ink as sRGB, where no style sheet is available (link previews, print). The same colours as `--ink-…`
 * in styles/tokens.css. Black text on each of them has a contrast of 5.7:1 or more.
 */
export const inks: Record<PrintedInk, readonly [ground: string, figure: string, third: string]> = {
  music: ["#ff8135", "#fec5ca", "#f8e06a"],
  theatre: ["#f85149", "#feb6be", "#f6b15b"],
  dance: ["#fe9bbd", "#f86649", "#f8e5c7"],
  exhibition: ["#60a1f2", "#9ce3f5", "#fbb8cb"],
  film: ["#bc98ed", "#edea6a", "#f4aedc"],
  talk: ["#79e4be", "#3eb080", "#f4ed86"],
  circus: ["#f5af26", "#f75f4c", "#f6ecc2"],
  workshop: ["#6ace60", "#e8ef5f", "#8bdaf3"],
  young: ["#78d6f6", "#fee462", "#f88c48"],
  party: ["#f65bb5", "#faaa49", "#f9e569"],
  other: ["#c4bdb0", "#e9e4d7", "#a29a8e"],
  slate: ["#a0b8cd", "#d7e8ef", "#8397b1"],
  sage: ["#afc5aa", "#e7ebd4", "#83a18c"],
  clay: ["#d5ab9b", "#f5e5d3", "#b7897b"],
  mauve: ["#c2acc3", "#f2dee8", "#9e8eaa"],
  sand: ["#ddd1ac", "#f3efde", "#b6a27e"],
}
export const posterNight = "#120f0c"
export const posterPaper = "#f3f0e7"

/** Derives an ink from a name when none was chosen: always the same for the same name. */
export function inkOf(name: string): InkName {
  return inkNames[hash(name) % (inkNames.length - 1)] ?? "other"
}

/** Computes an FNV-1a hash, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) {
    value ^= character.codePointAt(0) ?? 0
    value = Math.imul(value, 0x01000193)
  }
  return value >>> 0
}

/**
 * Returns the ink to print a category in; "other" gets one of several quiet inks, so that many such posters do not look uniformly
 * grey.
 */
export function printedInk(ink: InkName, seed: number): PrintedInk {
  return ink === "other" ? (quietInks[(seed >>> 16) % quietInks.length] ?? ink) : ink
}
