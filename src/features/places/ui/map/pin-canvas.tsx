import { Marker } from "maplibre-gl"
import { useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { useMessages } from "#i18n/messages-context.ts"
import { useSite } from "#web/page/site.ts"
import { homeBox, type Spot } from "../../map/spots.ts"
import { drawsWebGl } from "./draws-webgl.ts"
import { prefersReducedMotion, useMapGl } from "./use-map-gl.ts"
import { ZoomButtons } from "./zoom-buttons.tsx"

type PinCanvasProps = {
  /** Returns the point in the field. */
  read: () => Spot | undefined
  readTown: () => Spot | undefined
  /** Subscribes to changes of the field; returns the function that unsubscribes. */
  follow: (told: () => void) => () => void
  onMoved: (spot: Spot) => void
}

/** Pixels moved by an arrow key, and by one with Shift. */
const [step, smallStep] = [16, 2]
const keysId = "pin-map-keys"

/** A map with one pin that is set by hand: dragged, moved with the arrow keys, or placed by pressing the map. */
export default function PinCanvas(props: PinCanvasProps) {
  const t = useMessages()
  const [canDraw, setCanDraw] = useState(drawsWebGl)
  if (!canDraw) return <p role="status">{t("map.no_webgl_pin")}</p>
  return <PinMap {...props} onFailed={() => setCanDraw(false)} />
}

function PinMap({ read, readTown, follow, onMoved, onFailed }: PinCanvasProps & { onFailed: () => void }) {
  const t = useMessages()
  const place = useRef<HTMLDivElement>(null)
  const [element] = useState(() => document.createElement("div"))
  const [first] = useState(read)
  const [spot, setSpot] = useState(first)
  const marker = useRef<Marker>(undefined)
  const base = useSite()?.map
  const latest = useRef({ read, follow, onMoved })
  useEffect(() => {
    latest.current = { read, follow, onMoved }
  })
  const [middle] = useState(() => first ?? readTown())
  const reach = first ? 0.02 : 0.06
  const map = useMapGl(place, {
    label: t("map.pin_map"),
    box: middle ? [middle.lon - reach, middle.lat - reach / 2, middle.lon + reach, middle.lat + reach / 2] : homeBox,
    keysId,
    onFailed,
  })

  /** Moves the pin to a point and writes it into the field. */
  const put = (to: { lat: number; lng: number }) => {
    const { lat, lng: lon } = marker.current?.setLngLat(to).getLngLat().wrap() ?? to
    const next = { lat: Math.max(-90, Math.min(90, lat)), lon }
    setSpot(next)
    latest.current.onMoved(next)
  }
  const putLater = useRef(put)
  useEffect(() => {
    putLater.current = put
  })

  useEffect(() => {
    if (!map) return
    const made = new Marker({ element, anchor: "bottom", draggable: true }).setLngLat(
      first ? [first.lon, first.lat] : map.getCenter(),
    )
    made.addTo(map)
    // The button inside has the accessible name and the focus.
    for (const name of ["aria-label", "role", "tabindex"]) element.removeAttribute(name)
    made.on("dragend", () => putLater.current(made.getLngLat()))
    map.on("click", ({ lngLat, originalEvent }) => {
      if (!element.contains(originalEvent.target as Node)) putLater.current(lngLat)
    })
    marker.current = made
    return () => {
      made.remove()
      marker.current = undefined
    }
  }, [map, element, first])

  // Typing into the field moves the pin.
  useEffect(() => {
    if (!map) return
    return latest.current.follow(() => {
      const said = latest.current.read()
      setSpot(said)
      const there = marker.current?.getLngLat()
      if (!said || (there && Math.abs(there.lat - said.lat) < 1e-5 && Math.abs(there.lng - said.lon) < 1e-5)) return
      marker.current?.setLngLat([said.lon, said.lat])
      map.easeTo({ center: [said.lon, said.lat], animate: !prefersReducedMotion() })
    })
  }, [map])

  const keys = (key: KeyboardEvent) => {
    const way = arrows[key.key]
    const isHere = key.key === "Enter" || key.key === " "
    if (!map || !marker.current || !(way || isHere)) return
    key.preventDefault()
    key.stopPropagation()
    const at = map.project(marker.current.getLngLat())
    const by = key.shiftKey ? smallStep : step
    const to = map.unproject([at.x + (way?.[0] ?? 0) * by, at.y + (way?.[1] ?? 0) * by])
    put(to)
    if (!map.getBounds().contains(to)) map.easeTo({ center: to, animate: !prefersReducedMotion() })
  }

  const keysLater = useRef(keys)
  useEffect(() => {
    keysLater.current = keys
  })
  // Listens on the element, before MapLibre, because the same arrow keys move the map.
  useEffect(() => {
    const heard = (key: KeyboardEvent) => keysLater.current(key)
    element.addEventListener("keydown", heard)
    return () => element.removeEventListener("keydown", heard)
  }, [element])

  return (
    <div className="map map--pin" aria-busy={!map || undefined}>
      <div ref={place} className="map__gl" />
      <p className="vh" id={keysId}>
        {t("map.pin_keys")}
      </p>
      {createPortal(
        <button
          type="button"
          className={spot ? "pin pin--sel" : "pin"}
          aria-describedby={keysId}
          aria-label={
            spot ? t("map.pin_at", { lat: spot.lat.toFixed(4), lon: spot.lon.toFixed(4) }) : t("map.pin_unset")
          }
        >
          <span className="pin__head" />
        </button>,
        element,
      )}
      <div className="map__tools">
        <ZoomButtons map={map} />
      </div>
      <p className="vh" role="status">
        {spot && t("map.pin_at", { lat: spot.lat.toFixed(4), lon: spot.lon.toFixed(4) })}
      </p>
      <p className="map__note">{t("map.pin_hint")}</p>
      <p className="map__credit">{base ? (base.attribution ?? "© OpenStreetMap") : t("map.credit")}</p>
    </div>
  )
}

const arrows: Record<string, [x: number, y: number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
