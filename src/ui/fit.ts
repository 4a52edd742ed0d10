// Sizes lines that must fill a width, from the advances of Special Gothic Condensed One. The functions are pure and give the same
// result on the server and in the browser, so nothing is measured and nothing shifts. Sizes are in cqw (hundredths of the
// container's width).

/** Characters by their advance, in 1/100 em (read from the font). Unknown characters count as 45. */
const characters: Record<number, string> = {
  14: " \u00A0",
  16: "'",
  17: ",’‘",
  18: ".·",
  19: "!:;ijl|¡ìíîï",
  20: "IÌÍÎÏ",
  22: "()[]",
  25: "/1",
  27: "f",
  28: "-",
  29: "rt",
  30: '"J',
  31: "_°“”",
  34: "z",
  35: "+",
  37: "7LZsx",
  38: "?Fky¿ýÿ",
  39: "Tc«»ç",
  40: "$Eaev§ÈÉÊËàáâãäåèéêë–",
  41: "2oußòóôõöøùúûü",
  42: "45KSYbdghnpqñþ",
  43: "3PX£",
  44: "69BCNRVÇÑ",
  45: "&8ADÀÁÂÃÄÅ",
  46: "0GHUÙÚÛÜ",
  47: "OQÒÓÔÕÖØ",
  50: "€",
  51: "#",
  57: "%",
  58: "@w",
  59: "…",
  60: "M",
  61: "mæ",
  64: "œ—",
  65: "Œ",
  67: "WÆ",
}
const advances = new Map(
  Object.entries(characters).flatMap(([advance, all]) => [...all].map((one) => [one, Number(advance) / 100] as const)),
)
const spaceAdvance = 0.14

/** Returns the width of a text in em. */
export function advance(text: string): number {
  let sum = 0
  for (const character of text) sum += advances.get(character) ?? 0.45
  return sum
}

/** Returns the size at which `text`, without kerning, fills the width on one line. */
export function fitLine(text: string, width = 100, tracking = -0.012): number {
  return Math.floor((1000 * width) / (advance(text) + tracking * [...text].length)) / 1000
}

/**
 * Returns the size at which `text` fills the width on two lines, broken where the size is largest. One word stays on one line.
 */
export function fitTwo(text: string, width = 100): number {
  const words = text.split(" ")
  if (words.length < 2) return fitLine(text, width)
  const sizes = words
    .slice(1)
    .map((_, index) =>
      Math.min(fitLine(words.slice(0, index + 1).join(" "), width), fitLine(words.slice(index + 1).join(" "), width)),
    )
  return Math.max(...sizes)
}

export type TitleFit = { size: number; lines: string[] }
export type TitleRoom = { width?: number; height?: number; max?: number; min?: number; leading?: number }

/**
 * Finds the largest size at which a title fits its space, and its line breaks. A word wider than the space is broken; a title too
 * long at the smallest size is cut with an ellipsis, since a poster never replaces the written title.
 */
export function fitTitle(title: string, room: TitleRoom = {}): TitleFit {
  const { width = 88, height = 66, max = 30, min = 8.5, leading = 0.9 } = room
  const words = title
    .trim()
    .split(/[^\S\u00A0]+/)
    .slice(0, 120)
  for (let size = max; size >= min; size -= 0.5) {
    const lines = breakLines(words, size, width)
    if (lines && lines.length * size * leading <= height) return { size, lines: balance(words, size, width, lines) }
  }
  const pieces = words.flatMap((word) => breakWord(word, min, width))
  const lines = breakLines(pieces, min, width) ?? pieces
  const most = Math.max(1, Math.floor(height / (min * leading)))
  if (lines.length <= most) return { size: min, lines }
  const kept = lines.slice(0, most)
  kept[most - 1] = `${[...(kept[most - 1] ?? "")].slice(0, -2).join("")}…`
  return { size: min, lines: kept }
}

const widthOf = (word: string, size: number) => (advance(word) - 0.01 * [...word].length) * size

/** Breaks words into lines greedily; returns undefined when a word alone is too wide. */
function breakLines(words: string[], size: number, width: number): string[] | undefined {
  const lines: string[] = []
  let filled = 0
  for (const word of words) {
    const wide = widthOf(word, size)
    if (wide > width) return undefined
    if (filled > 0 && filled + spaceAdvance * size + wide <= width) {
      lines[lines.length - 1] += ` ${word}`
      filled += spaceAdvance * size + wide
    } else {
      lines.push(word)
      filled = wide
    }
  }
  return lines
}

/** Rebalances the same number of lines to similar lengths, as `text-wrap: balance` does. */
function balance(words: string[], size: number, width: number, greedy: string[]): string[] {
  if (greedy.length < 2) return greedy
  let best = greedy
  for (let narrower = width - 2; narrower > 20; narrower -= 2) {
    const lines = breakLines(words, size, narrower)
    if (!lines || lines.length > greedy.length) break
    best = lines
  }
  return best
}

/** Breaks a word that is too wide into pieces of equal length, so that no letter is left alone. */
function breakWord(word: string, size: number, width: number): string[] {
  const letters = [...word]
  for (let count = 1; count < letters.length; count++) {
    const at = (piece: number) => Math.round((piece * letters.length) / count)
    const pieces = Array.from({ length: count }, (_, piece) => {
      const part = letters.slice(at(piece), at(piece + 1)).join("")
      return piece === count - 1 ? part : `${part}-`
    })
    if (pieces.every((piece) => widthOf(piece, size) <= width)) return pieces
  }
  return letters
}
