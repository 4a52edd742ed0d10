import { Suspense, useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { TextField } from "#ui/fields/text-field.tsx"
import { MapPin } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { notifyForm } from "#ui/reveal.ts"
import { pointIn } from "../map/spots.ts"

const PinCanvas = lazyPart(() => import("./map/pin-canvas.tsx"))

type PointFieldProps = {
  name: string
  id: string
  defaultValue?: string | undefined
  error?: string[] | undefined
  label: string
  hint: string
  span?: 2 | 3 | 4 | 6
}

/**
 * A field for a point, as `50.6326, 5.5797`: typed, or set with a pin on a map, which is loaded on demand. Both always show the
 * same point.
 */
export function PointField({ span, ...field }: PointFieldProps) {
  const t = useMessages()
  const box = useRef<HTMLDivElement>(null)
  const map = useId()
  const [isOpen, setOpen] = useState(false)
  const control = (name: string) => {
    const found = box.current?.closest("form")?.elements.namedItem(name)
    return found instanceof HTMLInputElement ? found : undefined
  }
  return (
    <div ref={box} className={span === undefined ? "pointf" : `pointf c${span}`}>
      <TextField {...field} placeholder="50.6326, 5.5797" autoComplete="off" maxLength={60} isOptional />
      <button
        type="button"
        className="btn noscript:hidden"
        aria-expanded={isOpen}
        aria-controls={map}
        onClick={() => setOpen(!isOpen)}
      >
        <MapPin />
        {t(isOpen ? "places.close_map" : "places.set_pin")}
      </button>
      <div id={map} className="pointf__map" hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<p className="t2">{t("places.map_coming")}</p>}>
            <PinCanvas
              read={() => pointIn(control(field.name)?.value ?? "")}
              // The chosen town beside the field, where there is no point yet.
              readTown={() => pointIn(control(townOf(field.name))?.value ?? "")}
              follow={(told) => {
                const input = control(field.name)
                input?.addEventListener("input", told)
                return () => input?.removeEventListener("input", told)
              }}
              onMoved={({ lat, lon }) => {
                const input = control(field.name)
                if (!input) return
                input.value = `${lat.toFixed(5)}, ${lon.toFixed(5)}`
                notifyForm(input)
              }}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** Returns the name of the town's field: `location.locality.at` beside `location.point`. */
const townOf = (name: string) => name.replace(/point$/, "locality.at")
