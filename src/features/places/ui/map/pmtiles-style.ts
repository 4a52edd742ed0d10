import { addProtocol, type LayerSpecification, type StyleSpecification } from "maplibre-gl"
import { PMTiles, Protocol, TileType } from "pmtiles"
import type { Language } from "#i18n/languages.ts"
import { fonts, type MapColours } from "./map-style.ts"

let protocol: Protocol | undefined

/**
 * Returns the style for a PMTiles archive: vector tiles in the Protomaps schema (basemaps v4) in our colours, or raster tiles as
 * they are.
 */
export async function pmtilesStyle(
  address: string,
  colours: MapColours,
  language: Language,
): Promise<StyleSpecification> {
  const url = new URL(address, location.href).href
  if (!protocol) {
    protocol = new Protocol()
    addProtocol("pmtiles", protocol.tile)
  }
  const archive = new PMTiles(url)
  protocol.add(archive)
  const { tileType, minZoom, maxZoom } = await archive.getHeader()
  const isVector = tileType === TileType.Mvt
  const tiles = { url: `pmtiles://${url}`, minzoom: minZoom, maxzoom: maxZoom }
  return {
    version: 8,
    sources: { base: isVector ? { type: "vector", ...tiles } : { type: "raster", tileSize: 256, ...tiles } },
    layers: isVector
      ? vectorLayers(colours, language)
      : [
          { id: "ground", type: "background", paint: { "background-color": colours.water } },
          { id: "tiles", type: "raster", source: "base" },
        ],
  }
}

function vectorLayers(colours: MapColours, language: Language): LayerSpecification[] {
  const from = { source: "base" } as const
  const kinds = (...names: string[]) => ["in", ["get", "kind"], ["literal", names]] as never
  const width = (...steps: number[]) => ["interpolate", ["exponential", 1.6], ["zoom"], ...steps] as never
  const line = { "line-join": "round", "line-cap": "round" } as const
  return [
    { id: "ground", type: "background", paint: { "background-color": colours.water } },
    { id: "earth", type: "fill", ...from, "source-layer": "earth", paint: { "fill-color": colours.land } },
    {
      id: "parks",
      type: "fill",
      ...from,
      "source-layer": "landuse",
      filter: kinds("park", "forest", "wood", "nature_reserve", "grass", "cemetery", "garden", "recreation_ground"),
      paint: { "fill-color": colours.park },
    },
    {
      id: "blocks",
      type: "fill",
      ...from,
      "source-layer": "buildings",
      minzoom: 13,
      paint: { "fill-color": colours.block },
    },
    { id: "water", type: "fill", ...from, "source-layer": "water", paint: { "fill-color": colours.water } },
    {
      id: "rivers",
      type: "line",
      ...from,
      "source-layer": "water",
      filter: kinds("river", "canal", "stream"),
      paint: { "line-color": colours.water, "line-width": width(8, 0.8, 14, 4) },
    },
    {
      id: "rail",
      type: "line",
      ...from,
      "source-layer": "roads",
      filter: kinds("rail"),
      minzoom: 11,
      paint: { "line-color": colours.rail, "line-width": 1, "line-dasharray": [3, 2] },
    },
    {
      id: "roads-small",
      type: "line",
      ...from,
      "source-layer": "roads",
      filter: kinds("minor_road", "path", "other"),
      minzoom: 12,
      layout: line,
      paint: { "line-color": colours.road, "line-width": width(12, 0.5, 16, 6) },
    },
    {
      id: "roads",
      type: "line",
      ...from,
      "source-layer": "roads",
      filter: kinds("major_road", "highway"),
      layout: line,
      paint: { "line-color": colours.road, "line-width": width(6, 0.6, 12, 2.5, 16, 12) },
    },
    {
      id: "borders",
      type: "line",
      ...from,
      "source-layer": "boundaries",
      paint: { "line-color": colours.rail, "line-width": 1, "line-dasharray": [3, 2] },
    },
    {
      id: "road-names",
      type: "symbol",
      ...from,
      "source-layer": "roads",
      minzoom: 14,
      layout: { "symbol-placement": "line", "text-field": ["get", "name"], "text-font": fonts, "text-size": 12 },
      paint: named(colours),
    },
    {
      id: "places",
      type: "symbol",
      ...from,
      "source-layer": "places",
      layout: {
        "text-field": ["coalesce", ["get", `name:${language}`], ["get", "name"]],
        "text-font": fonts,
        "text-size": ["interpolate", ["linear"], ["coalesce", ["get", "population_rank"], 4], 2, 11, 12, 17],
        "symbol-sort-key": ["-", 0, ["coalesce", ["get", "population_rank"], 0]],
        "text-padding": 8,
      },
      paint: named(colours),
    },
  ]
}

function named(colours: MapColours) {
  return { "text-color": colours.label, "text-halo-color": colours.land, "text-halo-width": 1.5 }
}
