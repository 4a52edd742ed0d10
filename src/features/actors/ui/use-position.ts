import { useRef, useState } from "react"
import { type Point, rounded } from "../listing/directory.ts"

/** The state of a request for the reader's position: in progress, refused by the reader, or not available. */
export type Locating = "asking" | "refused" | "missing"

const patience = 8000

/**
 * Asks the browser for the reader's position, only when pressed.
 * @param onFound called with a point rounded to about a hundred metres, since the exact position is private and would stand in
 * the address bar
 * @param onFailed called when no position was found
 */
export function usePosition(onFound: (point: Point) => void, onFailed: () => void) {
  const [state, setState] = useState<Locating>()
  const latest = useRef(0)
  const end = (next: Locating | undefined) => {
    latest.current++
    setState(next)
  }
  const locate = () => {
    const mine = ++latest.current
    setState("asking")
    const fail = (why: Locating) => {
      if (mine !== latest.current) return
      end(why)
      onFailed()
    }
    // Some browsers start their timeout only after the reader has answered; a reader who never answers is not waited for.
    const timer = setTimeout(() => fail("missing"), patience)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        clearTimeout(timer)
        if (mine !== latest.current) return
        end(undefined)
        onFound(rounded({ lat: coords.latitude, lon: coords.longitude }))
      },
      ({ code, PERMISSION_DENIED }) => {
        clearTimeout(timer)
        fail(code === PERMISSION_DENIED ? "refused" : "missing")
      },
      { timeout: patience, maximumAge: 300_000 },
    )
  }
  return { state, locate, stop: () => end(undefined) }
}
