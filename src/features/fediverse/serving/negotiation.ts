import { withoutPrefix } from "#web/paths.ts"

/** Media types of ActivityStreams; `ld+json` counts even without its profile, as on other servers. */
const ofActivities = new Set(["application/activity+json", "application/ld+json"])
const ofReaders = new Set(["text/html", "application/xhtml+xml"])

/** Returns whether ActivityStreams is asked for by name, and at least as much as HTML (RFC 9110, 12.5.1). */
export function prefersActivity(accept: string | null): boolean {
  if (!accept || !/application\/(activity|ld)\+json/i.test(accept) || accept.length > 2000) return false
  let [activity, page] = [0, 0]
  for (const part of accept.split(",")) {
    const [type = "", ...parameters] = part.split(";").map((one) => one.trim().toLowerCase())
    const said = parameters.find((one) => one.startsWith("q="))
    const quality = said === undefined ? 1 : Number(said.slice(2)) || 0
    if (ofActivities.has(type)) activity = Math.max(activity, quality)
    if (ofReaders.has(type)) page = Math.max(page, quality)
  }
  return activity > 0 && activity >= page
}

/** Returns the ActivityStreams path of a page that has one; undefined for others. */
export function activityPathOf(path: string): string | undefined {
  const plain = withoutPrefix(path).path
  const actor = /^\/actors\/([^/]{1,128})$/.exec(plain)?.[1]
  if (actor !== undefined) return `/ap/pages/${actor}`
  const event = /^\/events\/(\d{1,15})$/.exec(plain)?.[1]
  if (event !== undefined) return `/ap/events/${event}`
  return plain === "/" ? "/ap/instance" : undefined
}

/** Rewrites a request for ActivityStreams to its path: an address leads readers to a page, and servers to its object. */
export function negotiateRequest(request: Request): Request {
  const { method, url, headers } = request
  if ((method !== "GET" && method !== "HEAD") || !prefersActivity(headers.get("accept"))) return request
  const { origin, pathname } = new URL(url)
  const path = activityPathOf(pathname)
  return path === undefined ? request : new Request(`${origin}${path}`, { method, headers, signal: request.signal })
}
