import { type PointerEvent, useRef, useState } from "react"

/** How far the sheet on phones is pulled up over the map. */
export type SheetPosition = "closed" | "half" | "full"
const stops: readonly SheetPosition[] = ["closed", "half", "full"]

/** Pixels a finger must move for a pull rather than a press. */
const pull = 24

/** Returns the position of the sheet, and the pointer handlers that move it. */
export function useSheet() {
  const [stop, setStop] = useState<SheetPosition>("closed")
  const from = useRef<number>(undefined)
  const grip = {
    onPointerDown: (press: PointerEvent<HTMLElement>) => {
      if ((press.target as Element).closest("button")) return
      from.current = press.clientY
      press.currentTarget.setPointerCapture(press.pointerId)
    },
    onPointerUp: (release: PointerEvent<HTMLElement>) => {
      if (from.current === undefined) return
      const by = from.current - release.clientY
      from.current = undefined
      if (Math.abs(by) < pull) return
      const far = Math.abs(by) > innerHeight / 2.5 ? 2 : 1
      const at = stops.indexOf(stop) + Math.sign(by) * far
      setStop(stops[Math.max(0, Math.min(2, at))] as SheetPosition)
    },
    onPointerCancel: () => {
      from.current = undefined
    },
  }
  return { stop, setStop, grip }
}
