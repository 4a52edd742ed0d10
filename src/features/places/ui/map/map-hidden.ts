import { useSyncExternalStore } from "react"

// Whether the map beside a list is hidden. The choice is `map` in local storage, "hidden" or absent; public/first.js sets the
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

/**
 * Returns whether the visitor hid the map, and a function to change it. The server renders it as shown; the style sheet hides it
 * in time.
 */
export function useMapHidden(): [isHidden: boolean, choose: (isHidden: boolean) => void] {
  const isHidden = useSyncExternalStore(
    subscribe,
    () => document.documentElement.classList.contains(hidden),
    () => false,
  )
  return [isHidden, choose]
}
