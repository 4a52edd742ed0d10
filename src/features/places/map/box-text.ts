import type { Box } from "./map.ts"

/** Writes a box as addresses contain it, to a hundred metres: `4.2,50.7,4.5,50.9`. */
export function boxText(box: Box): string {
  return box.map((degrees) => Math.round(degrees * 1000) / 1000).join(",")
}

/** Reads a box from an address; undefined when it is malformed. */
export function readBox(text: string | null): Box | undefined {
  const parts = (text ?? "").split(",")
  if (parts.length !== 4 || !parts.every((part) => /^-?\d{1,3}(\.\d{1,10})?$/.test(part))) return undefined
  const [west, south, east, north] = parts.map(Number) as Box
  const isEarth = Math.abs(west) <= 180 && Math.abs(east) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90
  return isEarth && south < north && west !== east ? [west, south, east, north] : undefined
}
