import type { Language } from "#i18n/languages.ts"
import type { Api } from "../api.ts"

/** A town entered in a place field, with its point. */
export type Town = { name: string; lat: number; lon: number }

/**
 * Finds the town of a place field that sends a point: the one chosen while typing, or, without script, the town of exactly that
 * name, or the only one whose name begins so. Undefined when there is none.
 */
export async function townOf(api: Api, written: string, at: string, lang: Language): Promise<Town | undefined> {
  const name = written.trim()
  if (!name) return undefined
  const [lat = NaN, lon = NaN] = at.split(",").map(Number)
  if (at && Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return { name, lat, lon }
  const towns = await api.get("/api/places/", { q: name, lang, limit: 20, whole: "true" })
  return towns.find(({ match }) => match === "name") ?? (towns.length === 1 ? towns[0] : undefined)
}
