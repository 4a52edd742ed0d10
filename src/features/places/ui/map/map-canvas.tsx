import { type Map as MapGl, Marker } from "maplibre-gl"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { CrosshairSimple, X } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import type { Box, Mark } from "../../map/map.ts"
import { onEarth, type Spot } from "../../map/spots.ts"
import { type AtSpot, SpotList } from "./spot-list.tsx"
import { boundsOf, fit, prefersReducedMotion, useMapGl } from "./use-map-gl.ts"
import { type MarksQuery, useMarks } from "./use-marks.ts"
import { ZoomButtons } from "./zoom-buttons.tsx"

/** The label of a mark: the content of its head, its accessible name, and its link. */
export type MarkLabel = {
  head: ReactNode
  label: string
  title?: string | undefined
  to?: string | undefined
  detail?: ReactNode
  ink?: string | undefined
}

export type MapCanvasProps = {
  label: string
  asked: MarksQuery
  /** The box shown at first, and again whenever it changes. */
  box: Box
  /** The entry under the pointer or with the focus, whose pin is highlighted. */
  lit: (Spot & { key: string }) | undefined
  selected: Mark | undefined
  tell: (mark: Mark) => MarkLabel
  load: (bbox: string, limit: number) => Promise<AtSpot>
  onSelect: (mark: Mark | undefined) => void
  /** Called with the new box when the visitor moved the map. */
  onMoved: (box: Box) => void
  onFailed: () => void
}

type Pin = { key: string; mark: Mark; marker: Marker; element: HTMLElement }

/** The map itself, which is only loaded when it is shown. */
export default function MapCanvas(props: MapCanvasProps) {
  const { label, asked, box, lit, selected, tell, load, onSelect, onMoved, onFailed } = props
  const t = useMessages()
  const place = useRef<HTMLDivElement>(null)
  const [pins, setPins] = useState<Pin[]>([])
  const [hasNoPosition, setNoPosition] = useState(false)
  const latest = useRef({ onMoved, box })
  useEffect(() => {
    latest.current = { onMoved, box }
  })
  const map = useMapGl(place, {
    label,
    box,
    keysId,
    onFailed,
    onMade: (made) =>
      made.on("moveend", (move) => {
        const isByHand = "byHand" in move || ("originalEvent" in move && move.originalEvent !== undefined)
        if (isByHand) latest.current.onMoved(boxOfMap(made))
      }),
  })
  const { marks, hasFailed } = useMarks(map, asked)
  const boxKey = box.join()
  const shown = useRef(boxKey)
  useEffect(() => {
    if (!map || shown.current === boxKey) return
    shown.current = boxKey
    map.fitBounds(boundsOf(latest.current.box), { ...fit, animate: !prefersReducedMotion() })
  }, [map, boxKey])

  useEffect(() => {
    if (!map) return
    // oxlint-disable-next-line react/set-state-in-effect -- pins are put into MapLibre's own part of the page first
    setPins((before) => placed(map, marks, before))
  }, [map, marks])

  /** Pressing a pin again moves the focus to its details again. */
  const [presses, setPresses] = useState(0)
  const press = (mark: Mark) => {
    if (mark.type === "cluster" && !mark.is_spot && map && map.getZoom() < 16.5)
      return void map.easeTo(
        { center: [mark.lon, mark.lat], zoom: Math.min(17, map.getZoom() + 2.5), animate: !prefersReducedMotion() },
        { byHand: true },
      )
    onSelect(mark)
    setPresses(presses + 1)
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
      {map && selected && (
        <Pop
          key={`${selected.type} ${selected.id} ${presses}`}
          map={map}
          mark={selected}
          told={tell(selected)}
          load={load}
          onClose={() => {
            chosen?.element.querySelector("button")?.focus({ preventScroll: true })
            onSelect(undefined)
          }}
        />
      )}
      <div className="map__tools">
        <ZoomButtons map={map} />
        <button
          type="button"
          className="btn btn--icon"
          aria-label={t("map.locate")}
          onClick={() => {
            setNoPosition(false)
            navigator.geolocation?.getCurrentPosition(
              ({ coords }) =>
                map?.easeTo(
                  { center: [coords.longitude, coords.latitude], zoom: 12, animate: !prefersReducedMotion() },
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
function boxOfMap(map: MapGl): Box {
  const bounds = map.getBounds()
  return onEarth(bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth())
}

/** Places a pin for each mark; those that stay keep their element, and with it the focus. */
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
    // The button inside has the accessible name.
    element.removeAttribute("aria-label")
    element.removeAttribute("role")
    element.removeAttribute("tabindex")
    return { key, mark, marker, element }
  })
  for (const pin of known.values()) pin.marker.remove()
  return pins
}

/** Returns the pin of an entry of the list: its own, or the nearest within a thumb's width. */
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

type PinHeadProps = { told: MarkLabel; mark: Mark; isLit: boolean; onPress: () => void }

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

type PopProps = { map: MapGl; mark: Mark; told: MarkLabel; load: MapCanvasProps["load"]; onClose: () => void }

/** The details of the selected mark, beside its pin. */
function Pop({ map, mark, told, load, onClose }: PopProps) {
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
  // The focus moves into the details, and back to the pin on closing; they stay inside the map's box.
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const pop = box.current
    if (!pop) return undefined
    let isNew = true
    const watch = new ResizeObserver(() => {
      if (pop.offsetHeight === 0) return // on phones the list shows the details
      // An element without a size cannot take the focus.
      if (isNew) pop.focus({ preventScroll: true })
      isNew = false
      const [inner, outer] = [pop.getBoundingClientRect(), map.getContainer().getBoundingClientRect()]
      const right = Math.max(0, inner.right - outer.right + 8) + Math.min(0, inner.left - outer.left - 8)
      const down = Math.max(0, inner.bottom - outer.bottom + 8)
      if (right !== 0 || down > 0) map.panBy([right, down], { animate: !prefersReducedMotion() })
    })
    watch.observe(pop)
    return () => watch.disconnect()
  }, [map])
  return createPortal(
    <article className="pop" ref={box} tabIndex={-1} aria-label={told.label}>
      <h3 className="d4">
        {told.to ? <Link to={told.to}>{told.title ?? told.label}</Link> : (told.title ?? told.label)}
      </h3>
      {mark.type === "cluster" ? <SpotList mark={mark} load={load} /> : told.detail}
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
