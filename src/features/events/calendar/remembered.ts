import { type Layer, readCalendarQuery } from "./calendar.ts"

const key = "foyer:calendar-layers"

/** Returns the layers this device showed last; undefined on the server, and when nothing is stored. */
export function rememberedLayers(): Layer[] | undefined {
  if (typeof localStorage === "undefined" || typeof document === "undefined") return undefined
  try {
    const said = localStorage.getItem(key)
    return said === null ? undefined : readCalendarQuery(new URLSearchParams({ layers: said })).layers
  } catch {
    return undefined
  }
}

/** Stores these layers, to be shown again when the address names none. */
export function rememberLayers(chosen: readonly Layer[]): void {
  try {
    localStorage.setItem(key, chosen.join(",") || "none")
  } catch {
    // A browser without storage shows all layers.
  }
}
