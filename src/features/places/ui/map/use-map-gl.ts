import { Map as MapGl, setWorkerUrl } from "maplibre-gl"
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url"
import { type RefObject, useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { useDarkMode } from "#web/layout/dark-mode.ts"
import { useSite } from "#web/page/site.ts"
import type { Box } from "../../map/map.ts"
import { addVillages, styleFor } from "./map-source.ts"

type MapNeeds = {
  /** Accessible name of the map. */
  label: string
  /** The box shown at first. */
  box: Box
  /** Id of the element that describes the keys which move the map. */
  keysId: string
  onFailed: () => void
  /** Called once, before the map is shown. */
  onMade?: (map: MapGl) => void
}

/**
 * Creates a MapLibre map in an element, with the base map of this instance in the visitor's language and colour mode; undefined
 * until it is ready.
 */
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
      // MapLibre draws text with the fonts that are loaded at that moment.
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
        fadeDuration: prefersReducedMotion() ? 0 : 200,
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
    // Its colours come from the style sheet, which follows this attribute.
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

/** Options for fitting a box: margins for pins, and no nearer than a district of a town. */
export const fit = { padding: { top: 90, bottom: 60, left: 60, right: 80 }, maxZoom: 13.5 }

/** Returns a box as MapLibre reads it, also across the date line. */
export function boundsOf([west, south, east, north]: Box): [number, number, number, number] {
  return [west, south, east < west ? east + 360 : east, north]
}

/** Whether the visitor prefers reduced motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches
}
