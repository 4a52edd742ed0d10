import type { Spot } from "./spots.ts"

/** So near (degrees, some two metres) is the same spot. */
const sameSpot = 2e-5

/** Do both stand at one spot? */
export function isAtSpot(one: Spot, other: Spot): boolean {
  return Math.abs(one.lat - other.lat) < sameSpot && Math.abs(one.lon - other.lon) < sameSpot
}

/** The box of a spot, as the API takes it: what an address says is not as fine. */
export function nearSpot({ lat, lon }: Spot): string {
  return [lon - sameSpot, lat - sameSpot, lon + sameSpot, lat + sameSpot].map((degrees) => degrees.toFixed(6)).join(",")
}
