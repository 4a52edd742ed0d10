import { Map as MapGl, setWorkerUrl } from "maplibre-gl"
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url"
import { type RefObject, useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { useDarkMode } from "#web/layout/dark-mode.ts"
import { useSite } from "#web/site.ts"
import type { Box } from "../../map/map.ts"
import { addVillages, styleFor } from "./map-source.ts"

type MapNeeds = {
  /** What the map is called by those who do not see it. */
  label: string
  /** What is seen first. */
  box: Box
  /** The element that says which keys move it. */
  keysId: string
  onFailed: () => void
  /** Once, before the map is shown. */
  onMade?: (map: MapGl) => void
}

/** MapLibre in an element: the base map of this instance in the reader's language and light; undefined until it is there. */
export function useMapGl(place: RefObject<HTMLElement | null>, needs: MapNeeds): MapGl | undefined {
  const { label, keysId } = needs
  const t = useMessages()
  const [map, setMap] = useState<MapGl>()
  const [isDark] = useDarkMode()
  const base = useSite()?.map
  const latest = useRef(needs)
  useEffect(() => {
    latest.current = needs
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
      if (!base) addVillages(made, t.language)
      latest.current.onMade?.(made)
      setMap(made)
    }
    make().catch(() => latest.current.onFailed())
    return () => {
      isGone = true
      made?.remove()
      setMap(undefined)
    }
  }, [place, base, label, keysId, t.language])

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

  return map
}

/** How a box is laid into the map: with room for pins, and no nearer than a quarter. */
export const fit = { padding: { top: 90, bottom: 60, left: 60, right: 80 }, maxZoom: 13.5 }

/** A box as MapLibre reads it, also over the date line. */
export function boundsOf([west, south, east, north]: Box): [number, number, number, number] {
  return [west, south, east < west ? east + 360 : east, north]
}

/** Does the reader want nothing to move by itself? */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches
}
