import type { Map as MapGl, StyleSpecification } from "maplibre-gl"
import type { Language } from "#i18n/languages.ts"
import { embeddedStyle, mapColours, villages } from "./map-style.ts"

/** The base map of this instance, where it is not the embedded one. */
export type CustomBaseMap = { style?: string | undefined; pmtiles?: string | undefined }

/** Returns the map style: that of the base map configured for this instance, or else of the embedded map. */
export async function styleFor(
  base: CustomBaseMap | undefined,
  language: Language,
): Promise<StyleSpecification | string> {
  if (base?.style) return base.style
  if (base?.pmtiles) return (await import("./pmtiles-style.ts")).pmtilesStyle(base.pmtiles, mapColours(), language)
  return embeddedStyle(mapColours(), language)
}

/** Loads the names of villages when the map is first zoomed near enough to read them. */
export function addVillages(map: MapGl, language: Language): void {
  const add = () => {
    if (map.getZoom() < villages.from || map.getSource("villages")) return
    map.addSource("villages", villages.source(language))
    map.addLayer(villages.layer(embeddedStyle(mapColours(), language)), "town-names")
  }
  map.on("zoomend", add)
  // A style that is replaced for dark or light mode loses them.
  map.on("styledata", () => map.isStyleLoaded() && add())
}
