import { withoutPrefix } from "#web/paths.ts"

/** Media types of ActivityStreams; without its profile `ld+json` is taken for it too, as everybody does. */
const ofActivities = new Set(["application/activity+json", "application/ld+json"])
const ofReaders = new Set(["text/html", "application/xhtml+xml"])

/** Is ActivityStreams asked for by name, and rather than a page to read (RFC 9110, 12.5.1)? */
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

/** Pages that are something of ActivityStreams too, by the path that has it; undefined for all others. */
export function activityPathOf(path: string): string | undefined {
  const plain = withoutPrefix(path).path
  const actor = /^\/actors\/([^/]{1,128})$/.exec(plain)?.[1]
  if (actor !== undefined) return `/ap/pages/${actor}`
  const event = /^\/events\/(\d{1,15})$/.exec(plain)?.[1]
  if (event !== undefined) return `/ap/events/${event}`
  return plain === "/" ? "/ap/instance" : undefined
}

/** The request as it is meant: the same address leads readers to a page, and servers to what the page is about. */
export function negotiated(request: Request): Request {
  const { method, url, headers } = request
  if ((method !== "GET" && method !== "HEAD") || !prefersActivity(headers.get("accept"))) return request
  const { origin, pathname } = new URL(url)
  const path = activityPathOf(pathname)
  return path === undefined ? request : new Request(`${origin}${path}`, { method, headers, signal: request.signal })
}
