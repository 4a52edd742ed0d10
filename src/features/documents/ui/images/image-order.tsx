import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import type { Picture } from "../../image/picture.ts"
import { mediaPaths } from "../media-address.ts"

type ImageOrderProps = { images: readonly Picture[]; onMove: (from: number, to: number) => void }

/** Distance in pixels a press has to move before it drags, since a hand is never quite still. */
const slack = 4

/** Images in their order, which can be dragged with mouse or finger or moved with the arrow keys. */
export function ImageOrder({ images, onMove }: ImageOrderProps) {
  const t = useMessages()
  const hint = useId()
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number>()
  /** The image just moved: React may replace or briefly remove its button, which has to keep the focus. */
  const moved = useRef<number>(undefined)
  const latest = useRef({ images, onMove })
  useEffect(() => {
    latest.current = { images, onMove }
    if (moved.current === undefined) return
    const at = images.findIndex(({ document }) => document === moved.current)
    list.current?.querySelectorAll("button")[at]?.focus()
    moved.current = undefined
  })

  const move = (id: number, to: number) => {
    const from = latest.current.images.findIndex(({ document }) => document === id)
    if (from < 0 || to < 0 || to >= latest.current.images.length || from === to) return
    moved.current = id
    latest.current.onMove(from, to)
  }
  const press = (key: KeyboardEvent, id: number, at: number) => {
    const to = {
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      Home: 0,
      End: images.length - 1,
    }[key.key]
    if (to === undefined) return
    key.preventDefault()
    move(id, to)
  }
  const grab = (begun: PointerEvent, id: number) => {
    if (begun.button !== 0) return
    let isDragged = false
    const follow = (pointer: globalThis.PointerEvent) => {
      if (pointer.pointerId !== begun.pointerId) return
      const way = Math.hypot(pointer.clientX - begun.clientX, pointer.clientY - begun.clientY)
      if (!isDragged && way < slack) return
      isDragged = true
      setDragged(id)
      const over = document.elementFromPoint(pointer.clientX, pointer.clientY)?.closest("li")
      const to = over ? [...(list.current?.children ?? [])].indexOf(over) : -1
      move(id, to)
    }
    const end = (pointer: globalThis.PointerEvent) => {
      if (pointer.pointerId !== begun.pointerId) return
      setDragged(undefined)
      window.removeEventListener("pointermove", follow)
      window.removeEventListener("pointerup", end)
      window.removeEventListener("pointercancel", end)
    }
    // Listened for on the window, since the button itself moves during the drag.
    window.addEventListener("pointermove", follow)
    window.addEventListener("pointerup", end)
    window.addEventListener("pointercancel", end)
  }

  return (
    <div className="imgo">
      <p className="hint" id={hint}>
        {t("documents.order_hint")}
      </p>
      <ol className="imgo__list" ref={list} aria-label={t("documents.order")}>
        {images.map((image, at) => (
          <li key={image.document} className={dragged === image.document ? "imgo__dragged" : undefined}>
            <button
              type="button"
              aria-label={t("documents.order_move", { number: at + 1, count: images.length, what: image.alt || "–" })}
              aria-describedby={hint}
              onKeyDown={(key) => press(key, image.document, at)}
              onPointerDown={(pointer) => grab(pointer, image.document)}
            >
              {image.url !== "" && (
                <img
                  src={mediaPaths(image.url)}
                  srcSet={mediaPaths(image.srcset)}
                  sizes="6rem"
                  alt=""
                  draggable={false}
                  style={{ objectPosition: image.focal_point.map((share) => `${share * 100}%`).join(" ") }}
                />
              )}
              <span className="imgo__number num" aria-hidden="true">
                {at + 1}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}
