import type { Map as MapGl } from "maplibre-gl"
import { useEffect, useState } from "react"
import type { MapSubject } from "../../map/map.ts"
import type { Mark } from "../../map/map.ts"
import { boxText } from "../../map/box-text.ts"
import { onEarth, snapped } from "../../map/spots.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { useUser } from "#web/session/session.ts"

/** Query parameters of `/api/map/` besides the view: the filters of the list. */
export type MarksQuery = { of: MapSubject; parameters: Record<string, string | undefined> }

/** Milliseconds the map has to stand still before its marks are requested. */
const still = 120

type Found = { marks: Mark[]; hasFailed: boolean }
const nothing: Found = { marks: [], hasFailed: false }

/** Loads the marks of the visible box, again whenever the map was moved. The former marks stay until the new ones arrive. */
export function useMarks(map: MapGl | undefined, { of, parameters }: MarksQuery): Found {
  const [found, setFound] = useState(nothing)
  const query = JSON.stringify(parameters)
  // Visitors who are not signed in follow and manage nothing: beside the map they are asked to sign in.
  const isRefused = !useUser() && parameters.rel !== undefined
  useEffect(() => {
    if (!map || isRefused) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = ""
    let turn = 0
    const ask = async () => {
      const bounds = map.getBounds()
      const zoom = map.getZoom()
      const view = onEarth(bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth())
      // Half steps of zoom and a box of whole squares, so that visitors who look at nearly the same area share an answer.
      const near = Math.round(zoom * 2) / 2
      const asked = { bbox: boxText(snapped(view, near)), zoom: String(near) }
      const key = JSON.stringify(asked)
      if (key === last) return
      last = key
      const mine = ++turn
      try {
        const marks = await browserApi.get("/api/map/", { of, ...JSON.parse(query), ...asked } as never)
        if (mine === turn) setFound({ marks: marks as Mark[], hasFailed: false })
      } catch {
        last = ""
        if (mine === turn) setFound((before) => ({ ...before, hasFailed: true }))
      }
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), still)
    }
    map.on("moveend", soon)
    void ask()
    return () => {
      turn = -1
      clearTimeout(timer)
      map.off("moveend", soon)
    }
  }, [map, of, query, isRefused])
  return isRefused ? nothing : found
}
