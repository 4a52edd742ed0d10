// Whether the player is shown: the only part of it loaded with every page.

/** Storage key of a tab's player state, for the next document. */
export const storageKey = "foyer.player"

let isThere = false
const listeners = new Set<() => void>()

/** Shows or removes the player. */
export function showPlayer(isShown: boolean): void {
  isThere = isShown
  for (const listen of listeners) listen()
}

export const presence = {
  subscribe(listen: () => void) {
    listeners.add(listen)
    return () => void listeners.delete(listen)
  },
  read: () => isThere,
}

/** Tells whether something was playing when this tab left its last document. */
export function wasPlaying(): boolean {
  try {
    return sessionStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}
