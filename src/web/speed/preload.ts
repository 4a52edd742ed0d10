/** Specification §9: what a page needs is fetched after this long under the pointer or in focus. */
export const preloadDelay = 1000

type Connection = { saveData?: boolean; effectiveType?: string }

/** A very slow or metered connection is left to what was asked for. */
export function isWorthPreloading(connection: Connection | undefined): boolean {
  return !connection?.saveData && !/^(slow-)?2g$/.test(connection?.effectiveType ?? "")
}

/** The call behind a page of one event or one actor, whose answer the browser keeps. */
export function dataOf(path: string): string | undefined {
  const [, kind, id] = /^\/(events|actors)\/([^/?#]+)\/?(?:[?#]|$)/.exec(path) ?? []
  if (!kind || !id) return undefined
  return kind === "events" ? `/api/contents/events/${id}/` : `/api/actors/${id}/`
}

/**
 * Calls `wanted` with a link that has been under the pointer, or in focus, for the delay. Answers how to stop.
 */
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
