/** Least time between two automatic reloads, in milliseconds. */
export const reloadGuard = 10_000
const guardKey = "reloadedAt"

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">

/**
 * Returns whether the page may be reloaded now: at most once in ten seconds, so that a build that keeps changing causes no loop.
 */
export function mayReload(storage: Storage, now: number): boolean {
  const last = Number(storage.getItem(guardKey) ?? Number.NaN)
  return !(Math.abs(now - last) < reloadGuard)
}

/** Stores the time of a reload. */
export function noteReload(storage: Storage, now: number): void {
  storage.setItem(guardKey, String(now))
}

/** Reloads the page, in the build that is served now. */
export function reload(): void {
  try {
    noteReload(sessionStorage, Date.now())
  } catch {
    // A browser that blocks storage can still reload.
  }
  location.reload()
}

/**
 * Returns whether an error means that a script, a style sheet or data could not be loaded: its build is no longer served, or the
 * connection is down. Browsers have no error code for it: these are the messages of Chromium, Firefox and Safari, and of Vite for
 * a style sheet.
 */
export function isLoadError(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ""
  return /dynamically imported module|importing a module script failed|unable to preload css|^failed to fetch$|^networkerror when attempting|^load failed$/i.test(
    message,
  )
}

/**
 * Reloads the page if that may recover what could not be loaded: once in ten seconds, and only if the server answers.
 * @returns whether it reloads
 */
export async function reloadAfterLoadError(): Promise<boolean> {
  try {
    if (!mayReload(sessionStorage, Date.now())) return false
    const answer = await fetch("/builds/latest.json", { cache: "no-store" })
    if (!answer.ok || !mayReload(sessionStorage, Date.now())) return false
  } catch {
    // Offline, a reload would lose the page that is there; without storage, reloading could go on for ever.
    return false
  }
  reload()
  return true
}

/** Returns whether somebody typed or chose something here that a reload would lose; true in a browser without these selectors. */
export function hasInput(root: ParentNode = document): boolean {
  try {
    return root.querySelector("main :is(:user-valid, :user-invalid, [contenteditable=true])") !== null
  } catch {
    return true
  }
}
