import { LngLatBounds, Map as MapGl, Marker, setWorkerUrl } from "maplibre-gl"
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url"
import { useEffect, useRef, useState } from "react"
import { addVillages, styleFor } from "#features/places/ui/map/map-source.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { useDarkMode } from "#web/layout/dark-mode.ts"
import { useSite } from "#web/site.ts"
import type { Stop } from "../../tour/tour.ts"
import { legsOf, lineOf, type Point } from "../../tour/way.ts"

type TourMapProps = { towns: readonly Point[]; stops: readonly Stop[] }

/** The way and the houses along it, on the map: a picture of the list beside it, which says all of it. */
export default function TourMap({ towns, stops }: TourMapProps) {
  const t = useMessages()
  const place = useRef<HTMLDivElement>(null)
  const base = useSite()?.map
  const [isDark] = useDarkMode()
  const [hasFailed, setFailed] = useState(false)
  const label = t("tour.map")

  useEffect(() => {
    const container = place.current
    if (!container) return
    let made: MapGl | undefined
    let isGone = false
    const make = async () => {
      await document.fonts.load('500 14px "Special Gothic Variable"').catch(() => undefined)
      const style = await styleFor(base, t.language)
      if (isGone) return
      setWorkerUrl(workerUrl)
      const line = lineOf(legsOf(towns)).map(({ lat, lon }): [number, number] => [lon, lat])
      const spots = [...towns, ...stops.map(({ opening }) => opening)]
      const bounds = new LngLatBounds()
      for (const { lat, lon } of spots) bounds.extend([lon, lat])
      const map = new MapGl({
        container,
        style,
        bounds,
        fitBoundsOptions: { padding: 100, maxZoom: 11 },
        maxZoom: 14,
        maxPitch: 0,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        attributionControl: false,
        locale: { "Map.Title": label },
      })
      made = map
      map.touchZoomRotate.disableRotation()
      map.keyboard.disableRotation()
      map.on("load", () => {
        map.addSource("way", {
          type: "geojson",
          data: { type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: unrolled(line) } },
        })
        const colour = isDark ? "#f5f2ea" : "#120f0c"
        map.addLayer({
          id: "way",
          type: "line",
          source: "way",
          layout: { "line-join": "round", "line-cap": "round" },
          paint: { "line-color": colour, "line-width": 3, "line-dasharray": [1, 2] },
        })
      })
      if (!base) addVillages(map, t.language)
      for (const [at, { lat, lon }] of towns.entries())
        new Marker({ element: markOf("tour__town", String(at + 1)) }).setLngLat([lon, lat]).addTo(map)
      for (const { opening } of stops)
        new Marker({ element: markOf("tour__stop", opening.actor.name), anchor: "bottom", offset: [0, -14] })
          .setLngLat([opening.lon, opening.lat])
          .addTo(map)
    }
    make().catch(() => setFailed(true))
    return () => {
      isGone = true
      made?.remove()
    }
  }, [base, isDark, label, t.language, towns, stops])

  if (hasFailed)
    return (
      <p className="t2" role="status">
        {t("tour.map_failed")}
      </p>
    )
  return (
    <div className="map tour__map">
      <div ref={place} className="map__gl" />
      <p className="map__credit">{base ? (base.attribution ?? "© OpenStreetMap") : t("map.credit")}</p>
    </div>
  )
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
