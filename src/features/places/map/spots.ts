import type { Box } from "./map.ts"

/** Where an entry of a list stands on the map. */
export type Spot = { lat: number; lon: number }
/** By the entry's name in its address: the id of an event, the fid of a page. */
export type Spots = Record<string, Spot>

/** What is seen first when nothing else says it: Belgium and what is around it. */
export const homeBox: Box = [2.3, 49.4, 6.5, 51.6]

/** The smallest box that holds all spots, on the shorter way around the earth; undefined without any. */
export function boxOf(spots: readonly Spot[]): Box | undefined {
  if (spots.length === 0) return undefined
  const lats = spots.map(({ lat }) => lat)
  const lons = spots.map(({ lon }) => lon).sort((a, b) => a - b)
  // The widest stretch without any spot is what is left out.
  const gaps = lons.map((lon, at) => ({ at, width: (lons[at + 1] ?? (lons[0] as number) + 360) - lon }))
  const { at } = gaps.reduce((widest, gap) => (gap.width > widest.width ? gap : widest))
  return [lons[(at + 1) % lons.length] as number, Math.min(...lats), lons[at] as number, Math.max(...lats)]
}

/** A spot as the address of its picture says it, to a hundred metres: `50.850,4.340`. */
export function spotText({ lat, lon }: Spot): string {
  // The equator is not south of itself.
  return [lat, lon].map((degrees) => degrees.toFixed(3).replace(/^-(0\.000)$/, "$1")).join(",")
}

/** Reads a spot from the address of its picture; undefined unless it is written as `spotText` writes it. */
export function readSpot(text: string): Spot | undefined {
  const [, lat, lon] = /^(-?\d{1,2}\.\d{3}),(-?\d{1,3}\.\d{3})$/.exec(text) ?? []
  const spot = { lat: Number(lat), lon: Number(lon) }
  return Math.abs(spot.lat) <= 90 && Math.abs(spot.lon) <= 180 && spotText(spot) === text ? spot : undefined
}

/** Reads a point as people write it, `50.6326, 5.5797`; undefined when it is none. */
export function pointIn(text: string): Spot | undefined {
  const parts = text.trim().split(/[,;\s]+/)
  const [lat = Number.NaN, lon = Number.NaN] = parts.map((part) => (part === "" ? Number.NaN : Number(part)))
  return parts.length === 2 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

/** A box as MapLibre gives it may have run around the earth; this one has not. */
export function onEarth(west: number, south: number, east: number, north: number): Box {
  const around = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
  const clamped = (lat: number) => Math.max(-85, Math.min(85, lat))
  if (east - west >= 360) return [-180, clamped(south), 180, clamped(north)]
  return [around(west), clamped(south), around(east), clamped(north)]
}

/** Widened to a grid that depends on the zoom alone, so that those who look at nearly the same are answered alike. */
export function snapped([west, south, east, north]: Box, zoom: number): Box {
  const step = 360 / 2 ** Math.max(2, Math.floor(zoom) + 2)
  const down = (degrees: number, least: number) => Math.max(least, Math.floor(degrees / step) * step)
  const up = (degrees: number, most: number) => Math.min(most, Math.ceil(degrees / step) * step)
  return [down(west, -180), down(south, -90), up(east, 180), up(north, 90)]
}
