import { useSyncExternalStore } from "react"

// The map beside a list may be hidden. The choice is `map` in local storage, "hidden" or nothing; public/first.js sets the
// class before the first paint, so that nothing moves.

const key = "map"
const hidden = "map-hidden"
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function choose(isHidden: boolean): void {
  try {
    if (isHidden) localStorage.setItem(key, "hidden")
    else localStorage.removeItem(key)
  } catch {
    // Storage is refused: the choice lasts as long as the page.
  }
  document.documentElement.classList.toggle(hidden, isHidden)
  for (const listener of listeners) listener()
}

/** Did the reader hide the map, and how to change it. The server shows it; the style sheet knows better. */
export function useMapHidden(): [isHidden: boolean, choose: (isHidden: boolean) => void] {
  const isHidden = useSyncExternalStore(
    subscribe,
    () => document.documentElement.classList.contains(hidden),
    () => false,
  )
  return [isHidden, choose]
}
