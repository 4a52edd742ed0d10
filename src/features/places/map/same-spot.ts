import type { Spot } from "./spots.ts"

/** Largest difference within the same spot, in degrees: some two metres. */
const sameSpot = 2e-5

/** Whether both stand at the same spot. */
export function isAtSpot(one: Spot, other: Spot): boolean {
  return Math.abs(one.lat - other.lat) < sameSpot && Math.abs(one.lon - other.lon) < sameSpot
}

/** Returns the box of a spot for the API; more precise than boxes in addresses. */
export function nearSpot({ lat, lon }: Spot): string {
  return [lon - sameSpot, lat - sameSpot, lon + sameSpot, lat + sameSpot].map((degrees) => degrees.toFixed(6)).join(",")
}
