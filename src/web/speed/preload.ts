/** Specification §9: a page's files and data are preloaded after this long under the pointer or in focus (milliseconds). */
export const preloadDelay = 1000

type Connection = { saveData?: boolean; effectiveType?: string }

/** Returns whether to preload: not on a very slow or metered connection. */
export function isWorthPreloading(connection: Connection | undefined): boolean {
  return !connection?.saveData && !/^(slow-)?2g$/.test(connection?.effectiveType ?? "")
}

/** Returns the API call behind a page of one event or actor, whose answer the browser caches. */
export function dataOf(path: string): string | undefined {
  const [, kind, id] = /^\/(events|actors)\/([^/?#]+)\/?(?:[?#]|$)/.exec(path) ?? []
  if (!kind || !id) return undefined
  return kind === "events" ? `/api/contents/events/${id}/` : `/api/actors/${id}/`
}

/** Calls `wanted` with a link that has been under the pointer, or in focus, for the delay. Returns a function to stop. */
export function watchInterest(wanted: (link: HTMLAnchorElement) => void): () => void {
  const stops = (
    [
      ["pointerover", "pointerout", ":hover"],
      ["focusin", "focusout", ":focus"],
    ] as const
  ).map(([comes, goes, isThere]) => {
    let current: HTMLAnchorElement | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = (link: HTMLAnchorElement | undefined) => {
      if (link === current) return
      current = link
      clearTimeout(timer)
      if (link) timer = setTimeout(wanted, preloadDelay, link)
    }
    const come = ({ target }: Event) => turn(pageLinkAt(target))
    const go = (event: Event) => turn(pageLinkAt((event as PointerEvent | FocusEvent).relatedTarget))
    document.addEventListener(comes, come)
    document.addEventListener(goes, go)
    turn(document.querySelector<HTMLAnchorElement>(`a[data-link=page]${isThere}`) ?? undefined) // since before this was loaded
    return () => {
      turn(undefined)
      document.removeEventListener(comes, come)
      document.removeEventListener(goes, go)
    }
  })
  return () => {
    for (const stop of stops) stop()
  }
}

function pageLinkAt(target: EventTarget | null) {
  return (target instanceof Element && target.closest<HTMLAnchorElement>("a[data-link=page]")) || undefined
}
