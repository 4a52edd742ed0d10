import { destinationOf } from "./navigate.ts"
import { paths, search, withoutPrefix } from "../paths.ts"

const ownScreens = /^\/(login|register|logout|verify|password)(\/|\?|#|$)/

/** Returns the page a visitor wanted before they were asked to sign in: `?next=`, when it is a page of ours. */
export function nextOf(url: URL, otherwise = paths.me()): string {
  const to = destinationOf(url.searchParams.get("next") ?? "", url.origin)
  if (to.kind !== "internal") return otherwise
  const split = /^([^?#]*)(.*)$/s.exec(to.path) as RegExpExecArray
  const path = withoutPrefix(split[1] as string).path + split[2]
  // Without its language, `/nl//elsewhere` would be another host.
  if (destinationOf(path, url.origin).kind !== "internal") return otherwise
  return ownScreens.test(path) || path.startsWith("/api/") ? otherwise : path
}

/** Returns `/login?next=…`: a screen that leads back to `next`, a path without language prefix. */
export function withNext(screen: "login" | "register", next: string): string {
  return paths[screen]() + search({ next: ownScreens.test(next) ? undefined : next })
}

/** Returns whether a path is the present page, so that no navigation is needed. Always false on the server. */
export function isCurrentPath(path: string): boolean {
  return typeof document !== "undefined" && withoutPrefix(location.pathname).path + location.search === path
}
