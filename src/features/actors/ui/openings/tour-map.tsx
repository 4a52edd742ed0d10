import { type Map as MapGl, Marker } from "maplibre-gl"
import { useEffect, useRef, useState } from "react"
import { boxOf, homeBox } from "#features/places/map/spots.ts"
import { drawsWebGl } from "#features/places/ui/map/draws-webgl.ts"
import { mapColours } from "#features/places/ui/map/map-style.ts"
import { useMapGl } from "#features/places/ui/map/use-map-gl.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { useSite } from "#web/page/site.ts"
import type { TourStop } from "../../tour/tour.ts"
import { legsOf, lineOf, type Point } from "../../tour/way.ts"

type TourMapProps = { towns: readonly Point[]; stops: readonly TourStop[] }

const keysId = "tour-map-keys"

/** A map of the way and the houses along it; the list beside it contains the same information. */
export default function TourMap(props: TourMapProps) {
  const t = useMessages()
  const [canDraw, setCanDraw] = useState(drawsWebGl)
  if (canDraw) return <DrawnTour {...props} onFailed={() => setCanDraw(false)} />
  return (
    <p className="t2" role="status">
      {t("tour.map_failed")}
    </p>
  )
}

function DrawnTour({ towns, stops, onFailed }: TourMapProps & { onFailed: () => void }) {
  const t = useMessages()
  const place = useRef<HTMLDivElement>(null)
  const base = useSite()?.map
  const [box] = useState(() => boxOf([...towns, ...stops.map(({ opening }) => opening)]) ?? homeBox)
  const map = useMapGl(place, { label: t("tour.map"), box, keysId, onFailed })

  useEffect(() => {
    if (!map) return
    const draw = () => drawWay(map, towns)
    draw()
    // A style that is drawn again, for the dark or the light mode, has lost the line.
    const events = ["styledata", "idle"] as const
    for (const event of events) map.on(event, draw)
    return () => {
      for (const event of events) map.off(event, draw)
    }
  }, [map, towns])

  useEffect(() => {
    if (!map) return
    const numbers = towns.map(({ lat, lon }, at) =>
      new Marker({ element: markOf("tour__town", [String(at + 1)]) }).setLngLat([lon, lat]).addTo(map),
    )
    let labels: Marker[] = []
    const label = () => {
      for (const marker of labels) marker.remove()
      const room = map.getContainer().clientWidth < widthOfWide ? narrow : wide
      map.getContainer().classList.toggle("tour__map--narrow", room === narrow)
      labels = groupsOf(map, stops, room).map(({ at: { lat, lon }, shift, names }) =>
        new Marker({ element: markOf("tour__stop", linesOf(names, room)), anchor: "bottom", offset: [shift, -14] })
          .setLngLat([lon, lat])
          .addTo(map),
      )
    }
    label()
    const events = ["moveend", "resize"] as const
    for (const event of events) map.on(event, label)
    return () => {
      for (const event of events) map.off(event, label)
      for (const marker of [...numbers, ...labels]) marker.remove()
    }
  }, [map, towns, stops])

  return (
    <div className="map tour__map">
      <p className="vh" id={keysId}>
        {t("map.keys")}
      </p>
      <div ref={place} className="map__gl" />
      <p className="map__credit">{base ? (base.attribution ?? "© OpenStreetMap") : t("map.credit")}</p>
    </div>
  )
}

/** Draws the line along the towns, in the colour of the map's own labels. */
function drawWay(map: MapGl, towns: readonly Point[]): void {
  if (!map.isStyleLoaded() || map.getSource("way")) return
  const line = lineOf(legsOf(towns)).map(({ lat, lon }): [number, number] => [lon, lat])
  map.addSource("way", {
    type: "geojson",
    data: { type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: unrolled(line) } },
  })
  map.addLayer({
    id: "way",
    type: "line",
    source: "way",
    layout: { "line-join": "round", "line-cap": "round" },
    paint: { "line-color": mapColours().label, "line-width": 3, "line-dasharray": [1, 2] },
  })
}

/** Names of houses at a point; `shift` is their offset in pixels, so that the edge of the map cuts none off. */
type Group = { at: Point; shift: number; names: string[]; left: number; right: number; top: number; bottom: number }

/** Pixels of a letter, of a line, and of the padding around them. */
const [letter, line, edge] = [7.5, 20, 20]

/** The room for names on a map: the longest name in pixels that is not cut off, and the number of lines. */
type Room = { widest: number; most: number }
const wide: Room = { widest: 192, most: 3 }
const narrow: Room = { widest: 128, most: 2 }
/** Width in pixels from which a map counts as wide. */
const widthOfWide = 544

/** Returns the names that fit, with the number of the others in the last line. */
const linesOf = (names: readonly string[], { most }: Room) =>
  names.length > most ? [...names.slice(0, most - 1), `+ ${names.length - most + 1}`] : names

/** Groups houses whose names would overlap at this zoom level, so that no name covers another. */
function groupsOf(map: MapGl, stops: readonly TourStop[], { widest, most }: Room): Group[] {
  const groups: Group[] = []
  const width = map.getContainer().clientWidth
  for (const { opening } of stops) {
    const { actor, lat, lon } = opening
    const { x, y } = map.project([lon, lat])
    const half = Math.min(widest, actor.name.length * letter + edge) / 2
    const middle = x < 0 || x > width ? x : Math.min(Math.max(x, widest / 2), width - widest / 2)
    const box = { left: middle - half, right: middle + half, top: y - line - edge, bottom: y }
    const group = groups.find(
      (one) => one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom,
    )
    if (!group) {
      groups.push({ at: { lat, lon }, shift: middle - x, names: [actor.name], ...box })
      continue
    }
    if (group.names.includes(actor.name)) continue
    group.names.push(actor.name)
    group.left = Math.min(group.left, group.left + (group.right - group.left) / 2 - half)
    group.right = Math.max(group.right, group.left + 2 * half)
    group.top -= group.names.length > most ? 0 : line
  }
  return groups
}

/** The markers are hidden from screen readers, which read the list instead. */
function markOf(className: string, lines: readonly string[]): HTMLElement {
  const element = document.createElement("div")
  element.className = className
  for (const words of lines) element.appendChild(document.createElement("span")).textContent = words
  element.ariaHidden = "true"
  return element
}

/** Continues a line across the date line instead of drawing it back around the globe. */
function unrolled(line: readonly [number, number][]): [number, number][] {
  let turns = 0
  return line.map(([lon, lat], at) => {
    const before = line[at - 1]?.[0] ?? lon
    if (lon - before > 180) turns -= 360
    if (lon - before < -180) turns += 360
    return [lon + turns, lat]
  })
}
