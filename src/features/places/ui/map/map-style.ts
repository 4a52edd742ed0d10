import type { StyleSpecification } from "maplibre-gl"
import type { Language } from "#i18n/languages.ts"
import { mapFiles } from "virtual:map-files"

/** The colours of the map in the style sheet's present mode, dark or light. */
export type MapColours = Record<(typeof tokens)[number], string>

const tokens = ["land", "water", "park", "block", "road", "rail", "label"] as const

/** Reads `--map-*`. MapLibre does not support `oklch()`: the browser converts each colour to RGB. */
export function mapColours(): MapColours {
  const style = getComputedStyle(document.documentElement)
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
  const inNumbers = (colour: string) => {
    if (!pen) return "#888888"
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
  return Object.fromEntries(
    tokens.map((token) => [token, inNumbers(style.getPropertyValue(`--map-${token}`).trim())]),
  ) as MapColours
}

/** The fonts of the site, drawn by the browser itself: no glyphs are fetched. */
export const fonts = ["Special Gothic Variable", "Helvetica Neue", "Arial", "sans-serif"]

type Expression = ["interpolate", ["linear"], ["zoom"], ...number[]]
const byZoom = (...steps: number[]): Expression => ["interpolate", ["linear"], ["zoom"], ...steps]

/** Returns the style of the embedded base map, in six flat colours. */
export function embeddedStyle(colours: MapColours, language: Language): StyleSpecification {
  const of = (kind: string) => ["==", ["get", "kind"], kind] as ["==", ["get", string], string]
  const names = (
    id: string,
    source: string,
    minzoom: number,
    largest: number,
  ): StyleSpecification["layers"][number] => ({
    id,
    type: "symbol",
    source,
    minzoom,
    layout: {
      "text-field": ["get", "name"],
      "text-font": fonts,
      "text-size": ["interpolate", ["linear"], ["get", "size"], 2, 11, 60, 12.5, 500, 14, 2000, largest],
      // The larger town wins the space: names do not overlap.
      "symbol-sort-key": ["-", 0, ["get", "size"]],
      "text-padding": 10,
      "text-max-width": 8,
    },
    paint: { "text-color": colours.label, "text-halo-color": colours.land, "text-halo-width": 1.5 },
  })
  return {
    version: 8,
    sources: {
      base: { type: "geojson", data: mapFiles.base, tolerance: 0.2 },
      towns: { type: "geojson", data: mapFiles.towns[language] },
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": colours.water } },
      { id: "land", type: "fill", source: "base", filter: of("land"), paint: { "fill-color": colours.land } },
      {
        id: "town",
        type: "fill",
        source: "base",
        filter: of("town"),
        minzoom: 5,
        paint: { "fill-color": colours.block, "fill-opacity": byZoom(5, 0.4, 8, 1) },
      },
      { id: "lake", type: "fill", source: "base", filter: of("lake"), paint: { "fill-color": colours.water } },
      ...[1, 2, 3, 4].map((level): StyleSpecification["layers"][number] => ({
        id: `river-${level}`,
        type: "line",
        source: "base",
        filter: ["all", of("river"), ["==", ["get", "level"], level]],
        minzoom: 2 + level,
        layout: { "line-join": "round", "line-cap": "round" },
        paint: { "line-color": colours.water, "line-width": byZoom(3, 0.6, 7, 3 - level * 0.5, 11, 9 - level * 1.5) },
      })),
      {
        id: "province",
        type: "line",
        source: "base",
        filter: of("province"),
        minzoom: 5.5,
        paint: { "line-color": colours.road, "line-width": byZoom(5, 0.6, 9, 1.4, 12, 2.2) },
      },
      {
        id: "border",
        type: "line",
        source: "base",
        filter: of("border"),
        paint: {
          "line-color": colours.rail,
          "line-width": byZoom(3, 0.6, 7, 1.4, 11, 2.4),
          "line-dasharray": [3, 2],
        },
      },
      names("town-names", "towns", 3, 17),
    ],
  }
}

/** The source and layer of village names, which are loaded once the map is near enough to read them. */
export const villages = {
  from: 9,
  source: (language: Language) => ({ type: "geojson" as const, data: mapFiles.villages[language] }),
  layer: (style: StyleSpecification) => {
    const towns = style.layers.find(({ id }) => id === "town-names")
    return { ...towns, id: "village-names", source: "villages", minzoom: villages.from } as NonNullable<typeof towns>
  },
}
