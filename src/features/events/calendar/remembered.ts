import { type Layer, readCalendarQuery } from "./calendar.ts"

const key = "foyer:calendar-layers"

/** The layers this device was last shown; undefined on the server, and where nothing is known. */
export function rememberedLayers(): Layer[] | undefined {
  if (typeof localStorage === "undefined" || typeof document === "undefined") return undefined
  try {
    const said = localStorage.getItem(key)
    return said === null ? undefined : readCalendarQuery(new URLSearchParams({ layers: said })).layers
  } catch {
    return undefined
  }
}

/** Shows these layers again when none are asked for. */
export function rememberLayers(chosen: readonly Layer[]): void {
  try {
    localStorage.setItem(key, chosen.join(",") || "none")
  } catch {
    // A browser that keeps nothing shows all of them.
  }
}
