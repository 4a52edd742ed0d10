import { type PointerEvent, useRef, useState } from "react"

/** How far the sheet of a phone is pulled up over the map. */
export type Stop = "closed" | "half" | "full"
const stops: readonly Stop[] = ["closed", "half", "full"]

/** Pixels that a finger moves before it pulls rather than presses. */
const pull = 24

/** The sheet: where it stands, and what pulls it there. */
export function useSheet() {
  const [stop, setStop] = useState<Stop>("closed")
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
      setStop(stops[Math.max(0, Math.min(2, at))] as Stop)
    },
    onPointerCancel: () => {
      from.current = undefined
    },
  }
  return { stop, setStop, grip }
}
