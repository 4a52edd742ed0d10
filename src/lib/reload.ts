/** How long a reload keeps another away (milliseconds). */
export const reloadGuard = 10_000
const guardKey = "reloadedAt"

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">

/** May the page be loaded anew now? At most once in ten seconds, so that a build that keeps changing loops nobody. */
export function mayReload(storage: Storage, now: number): boolean {
  const last = Number(storage.getItem(guardKey) ?? Number.NaN)
  return !(Math.abs(now - last) < reloadGuard)
}

/** Remembers that the page is being loaded anew. */
export function noteReload(storage: Storage, now: number): void {
  storage.setItem(guardKey, String(now))
}

/** Loads the page anew, in the build that is served now. */
export function reload(): void {
  try {
    noteReload(sessionStorage, Date.now())
  } catch {
    // A browser that lets nothing be remembered can be asked again all the same.
  }
  location.reload()
}

/**
 * Is it that a part of the program, or what a page shows, could not be loaded? Its file is of a build that is served no more,
 * or the line is down. Browsers have no code for it: these are the words of Chromium, Firefox, Safari, and of Vite for a style
 * sheet.
 */
export function isLost(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ""
  return /dynamically imported module|importing a module script failed|unable to preload css|^failed to fetch$|^networkerror when attempting|^load failed$/i.test(
    message,
  )
}

/**
 * Loads the page anew if that may bring what is lost: once in ten seconds, and if the server answers.
 * @returns whether it does
 */
export async function reloadForLost(): Promise<boolean> {
  try {
    if (!mayReload(sessionStorage, Date.now())) return false
    const answer = await fetch("/builds/latest.json", { cache: "no-store" })
    if (!answer.ok || !mayReload(sessionStorage, Date.now())) return false
  } catch {
    // Without an answer a reload would take away what is there; with nothing remembered it could go on for ever.
    return false
  }
  reload()
  return true
}

/** Has somebody typed or chosen something here that a reload would lose? Where it cannot be told, yes. */
export function hasTyped(root: ParentNode = document): boolean {
  try {
    return root.querySelector("main :is(:user-valid, :user-invalid, [contenteditable=true])") !== null
  } catch {
    return true
  }
}
