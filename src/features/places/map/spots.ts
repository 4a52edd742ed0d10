import type { Box } from "./map.ts"

/** The point on the map of an entry in a list. */
export type Spot = { lat: number; lon: number }
/** Spots by the entry's key in its address: the id of an event, the fid of a page. */
export type Spots = Record<string, Spot>

/** The box shown at first when nothing else determines it: Belgium and its surroundings. */
export const homeBox: Box = [2.3, 49.4, 6.5, 51.6]

/** Returns the smallest box around all spots, on the shorter way around the earth; undefined without any. */
export function boxOf(spots: readonly Spot[]): Box | undefined {
  if (spots.length === 0) return undefined
  const lats = spots.map(({ lat }) => lat)
  const lons = spots.map(({ lon }) => lon).sort((a, b) => a - b)
  // The widest gap between the spots is left out.
  const gaps = lons.map((lon, at) => ({ at, width: (lons[at + 1] ?? (lons[0] as number) + 360) - lon }))
  const { at } = gaps.reduce((widest, gap) => (gap.width > widest.width ? gap : widest))
  return [lons[(at + 1) % lons.length] as number, Math.min(...lats), lons[at] as number, Math.max(...lats)]
}

/** Writes a spot as the address of its picture contains it, to a hundred metres: `50.850,4.340`. */
export function spotText({ lat, lon }: Spot): string {
  // A rounded "-0.000" is written without its sign.
  return [lat, lon].map((degrees) => degrees.toFixed(3).replace(/^-(0\.000)$/, "$1")).join(",")
}

/** Reads a spot from the address of its picture; undefined unless it is written as `spotText` writes it. */
export function readSpot(text: string): Spot | undefined {
  const [, lat, lon] = /^(-?\d{1,2}\.\d{3}),(-?\d{1,3}\.\d{3})$/.exec(text) ?? []
  const spot = { lat: Number(lat), lon: Number(lon) }
  return Math.abs(spot.lat) <= 90 && Math.abs(spot.lon) <= 180 && spotText(spot) === text ? spot : undefined
}

/** Reads a point as people write it, `50.6326, 5.5797`; undefined when it is malformed. */
export function pointIn(text: string): Spot | undefined {
  const parts = text.trim().split(/[,;\s]+/)
  const [lat = Number.NaN, lon = Number.NaN] = parts.map((part) => (part === "" ? Number.NaN : Number(part)))
  return parts.length === 2 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

/** Normalizes a box from MapLibre, whose longitudes may have run around the earth. */
export function onEarth(west: number, south: number, east: number, north: number): Box {
  const around = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
  const clamped = (lat: number) => Math.max(-85, Math.min(85, lat))
  if (east - west >= 360) return [-180, clamped(south), 180, clamped(north)]
  return [around(west), clamped(south), around(east), clamped(north)]
}

/** Widens a box to a grid that depends only on the zoom, so that visitors who look at nearly the same area share an answer. */
export function snapped([west, south, east, north]: Box, zoom: number): Box {
  const step = 360 / 2 ** Math.max(2, Math.floor(zoom) + 2)
  const down = (degrees: number, least: number) => Math.max(least, Math.floor(degrees / step) * step)
  const up = (degrees: number, most: number) => Math.min(most, Math.ceil(degrees / step) * step)
  return [down(west, -180), down(south, -90), up(east, 180), up(north, 90)]
}
