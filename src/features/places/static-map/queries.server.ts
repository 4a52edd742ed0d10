import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Language } from "#i18n/languages.ts"
import { inBox, isWithinOnGlobe } from "../distance/queries.server.ts"
import type { Spot } from "../map/spots.ts"
import type { BaseMap, Shape } from "./static-map.ts"

let packed: Omit<BaseMap, "towns"> | undefined
const towns = new Map<Language, BaseMap["towns"]>()

/** Returns the base map that the build packed: held in memory once (400 KB), with the town names of each language. */
export async function baseMap(language: Language): Promise<BaseMap> {
  const file = await import("virtual:packed-map")
  packed ??= { points: pointsOf(file.points), shapes: shapesOf(file.shapes) }
  const named = towns.get(language) ?? (JSON.parse(file.towns[language]) as BaseMap["towns"])
  towns.set(language, named)
  return { ...packed, towns: named }
}

function pointsOf(base64: string) {
  return new Float32Array(new Uint8Array(Buffer.from(base64, "base64")).buffer)
}

function shapesOf(json: string): Shape[] {
  type Row = [string, number, number, number, ...Shape["box"]]
  return (JSON.parse(json) as Row[]).map(([kind, level, first, count, ...box]) => ({ kind, level, first, count, box }))
}

/** Half of the last digit in a picture's address, plus the rounding error of sums of fractions. */
const half = 0.0005 + 1e-9
/** Radius in kilometres that covers a square of this size anywhere. */
const holds = 0.1

/** Whether any stored place lies where the picture of this spot shows one. */
export async function isPlaceAt(db: Db, spot: Spot): Promise<boolean> {
  const { lat, lon } = spot
  const { rows } = await sql`
    select 1 from locations spot where spot.lat is not null and ${isWithinOnGlobe(spot, holds, "spot")}
      and ${inBox([lon - half, lat - half, lon + half, lat + half], "spot")} limit 1`.execute(db)
  return rows.length > 0
}
