/**
 * Distributes a number of marks over values in proportion: each value above 0 gets at least one mark, and together they use all
 * of them.
 * @param values of which at least one is above 0
 */
export function marksOf(values: readonly number[], count: number): number[] {
  const whole = values.reduce((sum, value) => sum + value, 0)
  if (whole === 0) return values.map(() => 0)
  const marks = values.map((value) => (value > 0 ? Math.max(1, Math.floor((value / whole) * count)) : 0))
  const left = count - marks.reduce((sum, one) => sum + one, 0)
  // The largest value absorbs what rounding left over or took too much: nobody notices it there.
  const largest = values.indexOf(Math.max(...values))
  return marks.map((one, at) => (at === largest ? one + left : one))
}

/** Returns the positions of seats in rows around the stage, front rows first, in a box of 360 × 190. */
export function seatsOf(rows: number): { x: number; y: number }[] {
  return Array.from({ length: rows }, (_, row) => {
    const radius = 62 + row * 19
    const count = 8 + row * 3
    return Array.from({ length: count }, (_seat, at) => {
      const angle = Math.PI * (0.11 + (0.78 * at) / (count - 1))
      return { x: 180 - radius * Math.cos(angle), y: 206 - radius * Math.sin(angle) }
    })
  }).flat()
}

/** Returns the positions of neighbours in a circle around the lamp in the middle, in per cent. */
export function aroundOf(count: number): { x: number; y: number }[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = ((at + 0.5) / count) * 2 * Math.PI - Math.PI / 2
    return { x: 50 + 37 * Math.cos(angle), y: 50 + 40 * Math.sin(angle) }
  })
}

/** Converts bytes to the largest unit in which the value is at least 1: « 1,4 Go ». */
export function byteUnit(bytes: number): { value: number; unit: "kilobyte" | "megabyte" | "gigabyte" | "terabyte" } {
  const units = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length)
  return { value: bytes / 1000 ** power, unit: units[power - 1] ?? "terabyte" }
}
