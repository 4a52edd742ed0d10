import { type KeyboardEvent, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { CrosshairSimple } from "#ui/icons.tsx"
import { notifyForm } from "#ui/reveal.ts"
import type { Picture } from "../../image/picture.ts"
import { mediaPaths } from "../media-address.ts"

type Point = [x: number, y: number]
type FocalPointProps = {
  id: string
  /** Name of the hidden field, whose value is such as `0.5,0.33`. */
  name: string
  label: string
  image: Pick<Picture, "url" | "srcset" | "width" | "height" | "alt">
  point: Point
  onChange: (point: Point) => void
}

const steps: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const bounded = (value: number) => Math.min(1, Math.max(0, Math.round(value * 100) / 100))

/** The uncropped image and its focal point, which thumbnails keep in view: set with a press or the arrow keys. */
export function FocalPoint({ id, name, label, image, point, onChange }: FocalPointProps) {
  const t = useMessages()
  const field = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [isMoving, setMoving] = useState(false)
  const [x, y] = point
  const percent = (value: number) => t.number(value, { style: "percent" })
  const words = t("documents.focal_at", { x: percent(x), y: percent(y) })

  const moveTo = (to: Point) => {
    onChange([bounded(to[0]), bounded(to[1])])
    queueMicrotask(() => notifyForm(field.current))
  }
  const follow = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = frame.current?.getBoundingClientRect()
    if (box && box.width > 0 && box.height > 0)
      moveTo([(clientX - box.left) / box.width, (clientY - box.top) / box.height])
  }
  const press = (key: KeyboardEvent) => {
    const step = steps[key.key]
    if (!step && key.key !== "Home") return
    key.preventDefault()
    const size = key.shiftKey ? 0.1 : 0.02
    moveTo(step ? [x + step[0] * size, y + step[1] * size] : [0.5, 0.5])
  }

  return (
    <div className="focal">
      <input ref={field} type="hidden" name={name} value={`${x},${y}`} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the point in it has the keys */}
      <div
        ref={frame}
        className="focal__frame"
        onPointerDown={(pointer) => {
          // A finger on the image may be about to scroll, so a tap sets the point and only the point itself can be dragged.
          const isDot = (pointer.target as Element).closest("button") !== null
          if (pointer.button !== 0 || (pointer.pointerType === "touch" && !isDot)) return
          pointer.currentTarget.setPointerCapture(pointer.pointerId)
          setMoving(true)
          follow(pointer)
        }}
        onPointerMove={(pointer) => isMoving && follow(pointer)}
        onClick={(click) => click.detail > 0 && follow(click)}
        onPointerUp={() => setMoving(false)}
        onPointerCancel={() => setMoving(false)}
      >
        <img
          src={mediaPaths(image.url)}
          srcSet={mediaPaths(image.srcset)}
          sizes="(min-width: 64rem) 30rem, 90vw"
          width={image.width}
          height={image.height}
          alt={image.alt}
          draggable={false}
        />
        <button
          type="button"
          id={id}
          className="focal__dot"
          style={{ left: percentOf(x), top: percentOf(y) }}
          aria-describedby={`${id}-hint`}
          onKeyDown={press}
        >
          <CrosshairSimple />
          <span className="vh">
            {label}, {words}
          </span>
        </button>
      </div>
      <p className="hint" id={`${id}-hint`}>
        {t("documents.focal_hint")}
      </p>
      <span className="vh" role="status">
        {words}
      </span>
    </div>
  )
}

/** CSS needs a decimal point, whatever the language. */
const percentOf = (value: number) => `${value * 100}%`
