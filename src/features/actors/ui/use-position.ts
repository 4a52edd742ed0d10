import { useRef, useState } from "react"
import { type Point, rounded } from "../listing/directory.ts"

/** What came of asking the browser where the reader is: it is being asked, the reader said no, or it does not know. */
export type Locating = "asking" | "refused" | "missing"

const patience = 8000

/**
 * Asks the browser where the reader is, on a press only.
 * @param onFound a hundred metres or so: nearer is nobody's business, the address bar's least of all
 * @param onFailed nothing was found
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
    // Some browsers count the time only once the reader has answered; whoever does not answer is not waited for longer.
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
