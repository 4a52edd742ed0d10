import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from "react"
import { Link, type LinkProps, PrefetchPageLinks, useHref } from "react-router"
import { preload } from "./browser-api.ts"

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
 * A link to a page of ours; `to` has no language prefix, the router's basename adds it. A second of interest fetches the
 * page's script, and the event or actor it shows.
 */
export function PageLink({
  to,
  onPointerEnter,
  onPointerLeave,
  onFocus,
  onBlur,
  ...rest
}: Omit<LinkProps, "to"> & { to: string }) {
  const [isWanted, setWanted] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])

  const enter = () => {
    if (isWanted || !isWorthPreloading((navigator as { connection?: Connection }).connection)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setWanted(true)
      const data = dataOf(to)
      if (data) void preload(data)
    }, preloadDelay)
  }

  return (
    <>
      <Link
        prefetch="none"
        {...rest}
        to={to}
        onPointerEnter={(event: PointerEvent<HTMLAnchorElement>) => {
          onPointerEnter?.(event)
          enter()
        }}
        onPointerLeave={(event: PointerEvent<HTMLAnchorElement>) => {
          onPointerLeave?.(event)
          leave()
        }}
        onFocus={(event: FocusEvent<HTMLAnchorElement>) => {
          onFocus?.(event)
          enter()
        }}
        onBlur={(event: FocusEvent<HTMLAnchorElement>) => {
          onBlur?.(event)
          leave()
        }}
      />
      {isWanted && <Modules to={to} />}
    </>
  )
}

function Modules({ to }: { to: string }) {
  return <PrefetchPageLinks page={useHref(to)} />
}
