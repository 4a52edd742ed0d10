import type { Map as MapGl } from "maplibre-gl"
import { useMessages } from "#i18n/messages-context.ts"
import { Plus } from "#ui/icons.tsx"
import { Minus } from "#ui/seldom-icons.tsx"
import { prefersReducedMotion } from "./use-map-gl.ts"

/** Buttons to zoom in and out, for people without a wheel. */
export function ZoomButtons({ map }: { map: MapGl | undefined }) {
  const t = useMessages()
  const zoom = (by: number) =>
    map?.easeTo({ zoom: map.getZoom() + by, animate: !prefersReducedMotion() }, { byHand: true })
  return (
    <>
      <button type="button" className="btn btn--icon" aria-label={t("map.zoom_in")} onClick={() => zoom(1)}>
        <Plus />
      </button>
      <button type="button" className="btn btn--icon" aria-label={t("map.zoom_out")} onClick={() => zoom(-1)}>
        <Minus />
      </button>
    </>
  )
}
