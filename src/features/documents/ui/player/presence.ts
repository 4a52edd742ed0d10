// Whether there is a player at all: so little is loaded with every page.

/** Where a tab keeps what it plays, for the document that comes after this one. */
export const storedAs = "foyer.player"

let isThere = false
const listeners = new Set<() => void>()

/** Brings the player, or takes it away. */
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

/** Was something playing when this tab left its last document? */
export function wasPlaying(): boolean {
  try {
    return sessionStorage.getItem(storedAs) !== null
  } catch {
    return false
  }
}
