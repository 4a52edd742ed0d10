import { type Map as MapGl, Marker } from "maplibre-gl"
import { useEffect, useRef, useState } from "react"
import { boxOf, homeBox } from "#features/places/map/spots.ts"
import { drawsWebGl } from "#features/places/ui/map/draws-webgl.ts"
import { mapColours } from "#features/places/ui/map/map-style.ts"
import { useMapGl } from "#features/places/ui/map/use-map-gl.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { useSite } from "#web/site.ts"
import type { Stop } from "../../tour/tour.ts"
import { legsOf, lineOf, type Point } from "../../tour/way.ts"

type TourMapProps = { towns: readonly Point[]; stops: readonly Stop[] }

const keysId = "tour-map-keys"

/** The way and the houses along it, on the map: a picture of the list beside it, which says all of it. */
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
    // A style that is drawn anew, in the dark or in the light, has forgotten it.
    const events = ["styledata", "idle"] as const
    for (const event of events) map.on(event, draw)
    return () => {
      for (const event of events) map.off(event, draw)
    }
  }, [map, towns])

  useEffect(() => {
    if (!map) return
    const markers = [
      ...towns.map(({ lat, lon }, at) =>
        new Marker({ element: markOf("tour__town", String(at + 1)) }).setLngLat([lon, lat]),
      ),
      ...stops.map(({ opening: { actor, lat, lon } }) =>
        new Marker({ element: markOf("tour__stop", actor.name), anchor: "bottom", offset: [0, -14] }).setLngLat([
          lon,
          lat,
        ]),
      ),
    ]
    for (const marker of markers) marker.addTo(map)
    return () => {
      for (const marker of markers) marker.remove()
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

/** The line along the towns, in the ink of the map's own names. */
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

/** What stands on the map is in the list too: there it is read. */
function markOf(className: string, words: string): HTMLElement {
  const element = document.createElement("div")
  element.className = className
  element.textContent = words
  element.ariaHidden = "true"
  return element
}

/** Over the date line a line goes on where it is, instead of back around the globe. */
function unrolled(line: readonly [number, number][]): [number, number][] {
  let turns = 0
  return line.map(([lon, lat], at) => {
    const before = line[at - 1]?.[0] ?? lon
    if (lon - before > 180) turns -= 360
    if (lon - before < -180) turns += 360
    return [lon + turns, lat]
  })
}
