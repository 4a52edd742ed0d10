import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { ArrowsClockwise, CaretDownBold, MapTrifold, Rows } from "#ui/icons.tsx"
import { CaretUpBold } from "#ui/seldom-icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { Sheet } from "#ui/sheet.tsx"
import { Results } from "#web/layout/skip-link.tsx"
import { useSite } from "#web/page/site.ts"
import type { Box, Mark } from "../../map/map.ts"
import { isAtSpot } from "../../map/same-spot.ts"
import { boxOf, homeBox, type Spot, type Spots } from "../../map/spots.ts"
import { drawsWebGl } from "./draws-webgl.ts"
import type { MarkLabel } from "./map-canvas.tsx"
import type { AtSpot } from "./spot-list.tsx"
import { useMapHidden } from "./map-hidden.ts"
import { type SheetPosition, useSheet } from "./use-sheet.ts"
import type { MarksQuery } from "./use-marks.ts"
import geoSheet from "./geo.css?url"

const MapCanvas = lazyPart(() => import("./map-canvas.tsx"))

type GeoProps = {
  label: string
  asked: MarksQuery
  /** The box the list is filtered by. */
  bbox: Box | undefined
  /** Where the entries of the list stand. */
  spots: Spots
  /** The path of the entries' pages, as in their links: `/events/`. */
  entries: string
  tell: (mark: Mark) => MarkLabel
  /** Loads the entries in a box around one spot. */
  load: (bbox: string, limit: number) => Promise<AtSpot>
  onSearchArea: (box: Box) => void
  /** Content above the list: the number of entries and their order. */
  children: ReactNode
}

/**
 * List and map side by side, in step: a line under the pointer or with the focus highlights its pin, and pressing a pin
 * highlights its line. The list holds everything; the map is an addition that may be hidden. On phones the list is a sheet over
 * the map.
 */
export function Geo({ label, asked, bbox, spots, entries, tell, load, onSearchArea, children }: GeoProps) {
  const t = useMessages()
  const [isHidden, setHidden] = useMapHidden()
  const [canDraw, setCanDraw] = useState<boolean>()
  const [lit, setLit] = useState<Spot & { key: string }>()
  const [selected, setSelected] = useState<Mark>()
  const [moved, setMoved] = useState<Box>()
  const list = useRef<HTMLDivElement>(null)
  const sheet = useSheet()

  // Only the browser knows whether it can draw the map: until then its space stays empty.
  useEffect(() => setCanDraw(drawsWebGl()), [])

  const bboxKey = bbox?.join()
  const spotsKey = Object.keys(spots).join()
  const box = useMemo(
    () => bbox ?? boxOf(Object.values(spots)) ?? homeBox,
    // oxlint-disable-next-line react/exhaustive-deps -- the same box again would move the map back
    [bboxKey, spotsKey],
  )
  useEffect(() => setMoved(undefined), [box])

  /** Returns the entry that an element of the list belongs to. */
  const entryOf = (part: EventTarget | null) => {
    const row = part instanceof Element ? part.closest("li") : null
    const key = row && keyOf(row, entries)
    const spot = key ? spots[key] : undefined
    return key && spot ? { ...spot, key } : undefined
  }
  const choose = (mark: Mark | undefined) => {
    setSelected(mark)
    const keys = mark ? keysAt(mark, spots) : []
    const rows = [...(list.current?.querySelectorAll("li") ?? [])].filter((row) =>
      keys.includes(keyOf(row, entries) ?? ""),
    )
    for (const row of list.current?.querySelectorAll(".row--sel") ?? []) unmark(row)
    for (const row of rows) {
      row.classList.add("row--sel")
      row.setAttribute("aria-current", "true")
    }
    if (rows[0] && list.current) bringIntoView(rows[0], list.current)
  }
  const close = () => choose(undefined)

  return (
    <div className="geo" data-stop={sheet.stop} data-plain={canDraw === false || undefined}>
      <Sheet href={geoSheet} />
      <div className="geo__list" ref={list}>
        <div className="geo__grip no-print" {...sheet.grip}>
          <span className="geo__handle" aria-hidden="true" />
          <SheetButtons stop={sheet.stop} onStop={sheet.setStop} />
        </div>
        <div className="geo__bar no-print">
          <button type="button" className="btn geo__toggle noscript:hidden" onClick={() => setHidden(!isHidden)}>
            <MapTrifold />
            {/* The style sheet decides which of the two shows: it knows before the page is hydrated. */}
            <span className="when-map">{t("map.hide")}</span>
            <span className="when-no-map">{t("map.show")}</span>
          </button>
          <a className="skip skip--here when-map" href="#apres-carte">
            {t("map.skip")}
          </a>
        </div>
        {canDraw === false && (
          <p className="t2 pb-4" role="status">
            {t("map.no_webgl")}
          </p>
        )}
        <p className="vh">{t("map.list_says_all")}</p>
        <Results className="geo__entries">
          <div
            onPointerOver={(move) => setLit(entryOf(move.target))}
            onPointerLeave={() => setLit(undefined)}
            onFocus={(arrival) => setLit(entryOf(arrival.target))}
            onBlur={() => setLit(undefined)}
          >
            {children}
          </div>
        </Results>
      </div>
      <aside className="geo__map noscript:hidden no-print" aria-label={label}>
        {canDraw && !isHidden ? (
          <Suspense fallback={<p className="map map__note">{t("map.loading")}</p>}>
            <MapCanvas
              label={label}
              asked={asked}
              box={box}
              lit={lit}
              selected={selected}
              tell={tell}
              load={load}
              onSelect={choose}
              onMoved={setMoved}
              onFailed={() => setCanDraw(false)}
            />
          </Suspense>
        ) : (
          <div className="map" />
        )}
        {moved && !isHidden && (
          <div className="map__bar">
            <button type="button" className="btn" onClick={() => (close(), onSearchArea(moved))}>
              <ArrowsClockwise />
              {t("map.search_area")}
            </button>
          </div>
        )}
        <Credit />
      </aside>
      <span id="apres-carte" tabIndex={-1} />
      <div className="geo__float no-print noscript:hidden">
        <button type="button" className="btn" onClick={() => sheet.setStop(sheet.stop === "full" ? "closed" : "full")}>
          {sheet.stop === "full" ? <MapTrifold /> : <Rows />}
          {t(sheet.stop === "full" ? "map.map" : "map.list")}
        </button>
      </div>
    </div>
  )
}

function Credit() {
  const t = useMessages()
  const base = useSite()?.map
  return <p className="map__credit">{base ? (base.attribution ?? "© OpenStreetMap") : t("map.credit")}</p>
}

/** Buttons for the three stops of the sheet, one press from each to the next. */
function SheetButtons({ stop, onStop }: { stop: SheetPosition; onStop: (stop: SheetPosition) => void }) {
  const t = useMessages()
  return (
    <span className="geo__stops" role="group" aria-label={t("map.sheet")}>
      <button
        type="button"
        className="btn btn--bare btn--icon"
        aria-label={t("map.bigger")}
        aria-disabled={stop === "full"}
        onClick={() => onStop(stop === "closed" ? "half" : "full")}
      >
        <CaretUpBold />
      </button>
      <button
        type="button"
        className="btn btn--bare btn--icon"
        aria-label={t("map.smaller")}
        aria-disabled={stop === "closed"}
        onClick={() => onStop(stop === "full" ? "half" : "closed")}
      >
        <CaretDownBold />
      </button>
    </span>
  )
}

/** Returns the id of the event, or the fid of the page, that a line links to. */
function keyOf(row: Element, entries: string): string | undefined {
  const link = row.querySelector(`a[href*="${entries}"]`)?.getAttribute("href") ?? ""
  const key = link.slice(link.indexOf(entries) + entries.length)
  return key && !key.includes("/") ? decodeURIComponent(key) : undefined
}

/** Returns the entries of a mark: its own, or all that stand at the same spot. */
function keysAt(mark: Mark, spots: Spots): string[] {
  if (mark.type !== "cluster") return [mark.id]
  return Object.entries(spots)
    .filter(([, spot]) => isAtSpot(spot, mark))
    .map(([key]) => key)
}

function unmark(row: Element) {
  row.classList.remove("row--sel")
  row.removeAttribute("aria-current")
}

/** Scrolls a line to the top third of the scrolling element: the sheet on phones, else the window. */
function bringIntoView(row: Element, list: HTMLElement) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
  const behavior = isStill ? "auto" : "smooth"
  if (list.scrollHeight > list.clientHeight + 1 && getComputedStyle(list).overflowY === "auto") {
    const top = row.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop
    list.scrollTo({ top: top - 56, behavior })
  } else scrollBy({ top: row.getBoundingClientRect().top - innerHeight / 3, behavior })
}
