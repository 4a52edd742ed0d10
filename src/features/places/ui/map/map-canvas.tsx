import { Map as MapGl, Marker, setWorkerUrl } from "maplibre-gl"
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { CrosshairSimple, Minus, Plus, X } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { useDarkMode } from "#web/layout/dark-mode.ts"
import { useSite } from "#web/site.ts"
import type { Box, Mark } from "../../map/map.ts"
import { onEarth, type Spot } from "../../map/spots.ts"
import { addVillages, styleFor } from "./map-source.ts"
import { type Asked, useMarks } from "./use-marks.ts"

/** What a mark says: what stands in its head, its name for those who do not see it, and where it leads. */
export type Told = {
  head: ReactNode
  label: string
  title?: string | undefined
  to?: string | undefined
  detail?: ReactNode
  ink?: string | undefined
}

export type MapCanvasProps = {
  label: string
  asked: Asked
  /** What is seen first, and again whenever it changes. */
  box: Box
  /** Lights up while a line of the list is under the pointer or has the focus. */
  lit: (Spot & { key: string }) | undefined
  selected: Mark | undefined
  tell: (mark: Mark) => Told
  onSelect: (mark: Mark | undefined) => void
  /** The reader moved the map: what it shows now. */
  onMoved: (box: Box) => void
  onFailed: () => void
}

type Pin = { key: string; mark: Mark; marker: Marker; element: HTMLElement }

/** The map itself: loaded when it is shown, and not before. */
export default function MapCanvas(props: MapCanvasProps) {
  const { label, asked, box, lit, selected, tell, onSelect, onMoved, onFailed } = props
  const t = useMessages()
  const place = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapGl>()
  const [isDark] = useDarkMode()
  const base = useSite()?.map
  const [pins, setPins] = useState<Pin[]>([])
  const [hasNoPosition, setNoPosition] = useState(false)
  const { marks, hasFailed } = useMarks(map, asked)
  const latest = useRef({ onMoved, onFailed, box })
  useEffect(() => {
    latest.current = { onMoved, onFailed, box }
  })

  useEffect(() => {
    const container = place.current
    if (!container) return
    let made: MapGl | undefined
    let isGone = false
    const make = async () => {
      // Letters are drawn as the browser knows them at that moment.
      await document.fonts.load('500 14px "Special Gothic Variable"').catch(() => undefined)
      const style = await styleFor(base, t.language)
      if (isGone) return
      setWorkerUrl(workerUrl)
      made = new MapGl({
        container,
        style,
        bounds: boundsOf(latest.current.box),
        fitBoundsOptions: fit,
        minZoom: 1,
        maxZoom: 17,
        maxPitch: 0,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        attributionControl: false,
        fadeDuration: isStill() ? 0 : 200,
        locale: { "Map.Title": label },
      })
      made.touchZoomRotate.disableRotation()
      made.keyboard.disableRotation()
      made.getCanvas().setAttribute("aria-describedby", keysId)
      made.on("moveend", (move) => {
        const isByHand = "byHand" in move || ("originalEvent" in move && move.originalEvent !== undefined)
        if (isByHand) latest.current.onMoved(boxOfMap(made as MapGl))
      })
      if (!base) addVillages(made, t.language)
      setMap(made)
    }
    make().catch(() => latest.current.onFailed())
    return () => {
      isGone = true
      made?.remove()
      setMap(undefined)
    }
  }, [base, label, t.language])

  useEffect(() => {
    if (!map || base) return
    let isGone = false
    // Its colours are those of the style sheet, which follow this.
    map.getContainer().dataset["mode"] = isDark ? "dark" : "light"
    void styleFor(base, t.language).then((style) => {
      if (!isGone) map.setStyle(style, { diff: true })
    })
    return () => {
      isGone = true
    }
  }, [isDark, map, base, t.language])

  const boxKey = box.join()
  const shown = useRef(boxKey)
  useEffect(() => {
    if (!map || shown.current === boxKey) return
    shown.current = boxKey
    map.fitBounds(boundsOf(latest.current.box), { ...fit, animate: !isStill() })
  }, [map, boxKey])

  useEffect(() => {
    if (!map) return
    // oxlint-disable-next-line react/set-state-in-effect -- pins are put into MapLibre's own part of the page first
    setPins((before) => placed(map, marks, before))
  }, [map, marks])

  const zoom = (by: number) => map?.easeTo({ zoom: map.getZoom() + by, animate: !isStill() }, { byHand: true })
  const press = (mark: Mark) => {
    if (mark.type === "cluster" && !mark.is_spot && map && map.getZoom() < 16.5)
      return void map.easeTo(
        { center: [mark.lon, mark.lat], zoom: Math.min(17, map.getZoom() + 2.5), animate: !isStill() },
        { byHand: true },
      )
    onSelect(mark)
  }
  const litPin = lit && map ? nearest(map, pins, lit) : undefined
  const chosen = selected && pins.find(({ mark }) => mark.type === selected.type && mark.id === selected.id)

  return (
    <div className="map" aria-busy={!map || undefined}>
      <div ref={place} className="map__gl" />
      <p className="vh" id={keysId}>
        {t("map.keys")}
      </p>
      {pins.map((pin) =>
        createPortal(
          <PinHead
            told={tell(pin.mark)}
            mark={pin.mark}
            isLit={pin === litPin || pin === chosen}
            onPress={() => press(pin.mark)}
          />,
          pin.element,
          pin.key,
        ),
      )}
      {map && selected && <Pop map={map} mark={selected} told={tell(selected)} onClose={() => onSelect(undefined)} />}
      <div className="map__tools">
        <button type="button" className="btn btn--icon" aria-label={t("map.zoom_in")} onClick={() => zoom(1)}>
          <Plus />
        </button>
        <button type="button" className="btn btn--icon" aria-label={t("map.zoom_out")} onClick={() => zoom(-1)}>
          <Minus />
        </button>
        <button
          type="button"
          className="btn btn--icon"
          aria-label={t("map.locate")}
          onClick={() => {
            setNoPosition(false)
            navigator.geolocation?.getCurrentPosition(
              ({ coords }) =>
                map?.easeTo(
                  { center: [coords.longitude, coords.latitude], zoom: 12, animate: !isStill() },
                  { byHand: true },
                ),
              () => setNoPosition(true),
              { timeout: 10_000 },
            )
          }}
        >
          <CrosshairSimple />
        </button>
      </div>
      {(hasFailed || hasNoPosition) && (
        <p className="map__note" role="status">
          {t(hasFailed ? "map.failed" : "map.no_position")}
        </p>
      )}
    </div>
  )
}

const keysId = "map-keys"
const fit = { padding: { top: 90, bottom: 60, left: 60, right: 80 }, maxZoom: 13.5 }

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches
}

function boundsOf([west, south, east, north]: Box): [number, number, number, number] {
  return [west, south, east < west ? east + 360 : east, north]
}

function boxOfMap(map: MapGl): Box {
  const bounds = map.getBounds()
  return onEarth(bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth())
}

/** A pin for each mark; those that stay keep their place in the page, and with it the focus. */
function placed(map: MapGl, marks: Mark[], before: Pin[]): Pin[] {
  const known = new Map(before.map((pin) => [pin.key, pin]))
  const pins = marks.map((mark): Pin => {
    const key = `${mark.type} ${mark.id}`
    const there = known.get(key)
    known.delete(key)
    if (there) {
      there.marker.setLngLat([mark.lon, mark.lat])
      return { ...there, mark }
    }
    const element = document.createElement("div")
    const marker = new Marker({ element, anchor: "bottom" }).setLngLat([mark.lon, mark.lat]).addTo(map)
    // The button within has the name.
    element.removeAttribute("aria-label")
    element.removeAttribute("role")
    element.removeAttribute("tabindex")
    return { key, mark, marker, element }
  })
  for (const pin of known.values()) pin.marker.remove()
  return pins
}

/** The pin that an entry of the list belongs to: its own, or the nearest within a thumb's width. */
function nearest(map: MapGl, pins: Pin[], { key, lat, lon }: Spot & { key: string }): Pin | undefined {
  const own = pins.find(({ mark }) => mark.type !== "cluster" && mark.id === key)
  if (own) return own
  const here = map.project([lon, lat])
  let found: Pin | undefined
  let least = 90
  for (const pin of pins) {
    const there = map.project([pin.mark.lon, pin.mark.lat])
    const away = Math.hypot(there.x - here.x, there.y - here.y)
    if (pin.mark.type === "cluster" && away < least) [found, least] = [pin, away]
  }
  return found
}

type PinHeadProps = { told: Told; mark: Mark; isLit: boolean; onPress: () => void }

function PinHead({ told, mark, isLit, onPress }: PinHeadProps) {
  return (
    <button
      type="button"
      className={classes("pin", isLit && "pin--sel", mark.type === "cluster" && "pin--many")}
      style={told.ink ? ({ "--ink": `var(--ink-${told.ink})` } as React.CSSProperties) : undefined}
      aria-label={told.label}
      aria-pressed={isLit}
      onClick={(press) => {
        press.stopPropagation()
        onPress()
      }}
    >
      <span className="pin__head">{told.head}</span>
    </button>
  )
}

/** What was chosen on the map, beside its pin. */
function Pop({ map, mark, told, onClose }: { map: MapGl; mark: Mark; told: Told; onClose: () => void }) {
  const t = useMessages()
  const [element] = useState(() => document.createElement("div"))
  useEffect(() => {
    const marker = new Marker({ element, anchor: "top", offset: [0, 10] }).setLngLat([mark.lon, mark.lat]).addTo(map)
    for (const name of ["aria-label", "role", "tabindex"]) element.removeAttribute(name)
    element.classList.add("pop-holder")
    return () => void marker.remove()
  }, [map, mark.lat, mark.lon, element])
  useEffect(() => {
    const leave = (key: KeyboardEvent) => key.key === "Escape" && onClose()
    addEventListener("keydown", leave)
    return () => removeEventListener("keydown", leave)
  }, [onClose])
  return createPortal(
    <article className="pop">
      <h3 className="d4">
        {told.to ? <Link to={told.to}>{told.title ?? told.label}</Link> : (told.title ?? told.label)}
      </h3>
      {told.detail}
      <button
        type="button"
        className="btn btn--bare btn--icon pop__close"
        aria-label={t("map.close")}
        onClick={onClose}
      >
        <X />
      </button>
    </article>,
    element,
  )
}
