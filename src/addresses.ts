import { consentRequest } from "#features/accounts/programs/inputs.ts"
import { readFeed, writeFeed } from "#features/activities/feed.ts"
import { calendarParameters, readCalendarQuery } from "#features/events/calendar/calendar.ts"
import { agendaSearch, readAgendaQuery } from "#features/events/listing/agenda-query.ts"
import { readSounds, writeSounds } from "#features/documents/sound/sound-query.ts"
import { eventListQuery } from "#features/events/inputs.ts"
import { isLook, isTheme } from "#features/sharing/snippets.ts"
import { type Address, addressFinder, describedAddresses, canonicalQuery } from "#http/caching/address-parameters.ts"
import type { Call } from "#http/call.ts"
import { feedFormats } from "#web/feed-formats.ts"
import { mailFilters } from "#web/following/subject.ts"
import { search, withoutPrefix } from "#web/paths.ts"

// Switchboard: address → its query parameters. The API's come from its descriptions.

const agenda = (asked: URLSearchParams) => agendaSearch(readAgendaQuery(asked))
const card = (asked: URLSearchParams) => {
  const [look, theme] = [asked.get("look"), asked.get("theme")]
  return search({
    look: look && isLook(look) ? look : undefined,
    theme: theme && isTheme(theme) ? theme : undefined,
  })
}

const asSent = (asked: URLSearchParams, names: readonly string[]) => {
  const known = [...asked].filter(([name]) => names.includes(name)).slice(0, 20)
  return known.length > 0 ? `?${new URLSearchParams(known)}` : ""
}

/** Pages, as in routes.ts; one that is not listed here has no parameters. */
export const pageAddresses: readonly Address[] = [
  ["/", agenda],
  ["/events", agenda],
  ["/events/manage/:id", ["tab", "value", "occurrence", "notice", "move", "start", "deleted", "from"]],
  ["/events/new", ["date", "timezone", "place", "parent", "host", "duplicates", "preview", "saved"]],
  ["/events/edit/:id", ["duplicates", "preview", "saved"]],
  ["/events/share/:id", ["look", "theme", "instance"]],
  // They contain a challenge, which can be answered once.
  ["/events/report/:id", ["comment", "comments"], "never"],
  ["/actors/report/:fid", [], "never"],
  ["/events/:id", ["comments"]],
  ["/events/:id/print", ["size"]],
  ["/events/:id/answer", ["value", "sent", "occurrence", "next"]],
  ["/actors", ["rel", "q", "type", "letter", "near", "place", "radius", "view", "bbox", "start"]],
  ["/actors/new", ["type", "next"]],
  ["/actors/edit/:fid", ["next", "from"]],
  ["/openings", ["side", "category", "place", "place.at", "radius", "from", "to", "start"]],
  ["/actors/openings/:fid", ["opening", "for", "order", "start"]],
  ["/actors/tour/:fid", ["town", "town.at", "from", "to", "within"]],
  ["/actors/documents/:fid", ["start", "document"]],
  ["/actors/webhooks/:fid", ["webhook"]],
  ["/actors/publish/:fid", ["next", "from"]],
  ["/actors/manage/:fid", ["tab", "filter", "messages", "start", "from"]],
  ["/actors/:fid", ["tab", "radius", "limit"]],
  ["/actors/share/:fid", ["look", "theme", "instance"]],
  ["/actors/:fid/week", ["week"]],
  ["/actors/:fid/follow", ["next"]],
  ["/actors/:fid/fediverse", ["server"], "never"],
  // It contains a challenge, which can be answered once.
  ["/actors/contact/:fid", ["opening"], "never"],
  ["/activities", (asked) => search(writeFeed(readFeed(asked)))],
  ["/fediverse", ["q", "start", "follow"]],
  ["/audio", (asked) => search(writeSounds(readSounds(asked)))],
  ["/agendas/:slug", ["limit"]],
  ["/agendas/share/:slug", ["look", "theme", "instance"]],
  ["/login", ["next"]],
  ["/register", ["next"]],
  // What is mailed to one person is never cached for others.
  ["/password/reset", ["token", "next"], "never"],
  ["/verify", ["token", "next"], "never"],
  // Unchanged, because a repeated or too long parameter is refused.
  ["/oauth/authorize", (asked) => asSent(asked, Object.keys(consentRequest.shape)), "never"],
  ["/me/account/programs", ["program"]],
  ["/me/outings", ["from", "start"]],
  ["/me/cal", (asked) => search(calendarParameters(readCalendarQuery(asked)))],
  ["/me/emails", ["next"]],
  ["/me/inbox", ["tab", "state", "start"]],
  ["/me/confirmations", ["start"]],
  ["/unsubscribe", ["token"], "never"],
  ["/me/newsletter", ["token", ...mailFilters], "never"],
  ["/subscriptions/confirm", ["token"], "never"],
  ["/me/pages", ["managed", "followed"]],
  ["/me/lists", ["event", "actor"]],
  ["/me/lists/:id", ["start"]],
  ["/moderation/claims", ["status", "start"]],
  ["/moderation/reports", ["status", "start", "report", "decided"]],
  ["/admin/:part", ["q", "filter", "start", "account"]],
]

const eventFilters = Object.keys(eventListQuery.omit({ start: true, limit: true, filter: true }).shape)

/** Files made from published content. */
const fileAddresses: readonly Address[] = [
  ["/events/calendar.ics", eventFilters],
  ...feedFormats.flatMap((format): Address[] => [
    [`/events/feed.${format}`, [...eventFilters, "limit"]],
    [`/actors/:fid/feed.${format}`, ["limit"]],
    [`/agendas/:slug/feed.${format}`, ["limit"]],
    [
      `/activities/feed.${format}`,
      (asked) => search({ ...writeFeed(readFeed(asked)), rel: undefined, start: undefined }),
    ],
  ]),
  ["/events/:id/qr.svg", (asked) => (asked.get("quiet") === "0" ? "?quiet=0" : "")],
  ["/actors/:fid/qr.svg", (asked) => (asked.get("quiet") === "0" ? "?quiet=0" : "")],
  ["/agendas/:slug/qr.svg", (asked) => (asked.get("quiet") === "0" ? "?quiet=0" : "")],
  ["/events/:id/card.png", ["v"]],
  ["/actors/:fid/card.png", ["v"]],
  ["/.well-known/webfinger", ["resource"]],
  ["/ap/actors/:name/outbox", ["page"]],
  ["/embed/events/:id", card],
  ["/embed/actors/:fid", card],
  ["/embed/agendas/:slug", card],
  ["/embed/sounds/:id", card],
]

const pageAt = addressFinder(pageAddresses)

/**
 * Returns whether a page rendered anonymously may be served to others. Not when only the data of some of its routes are
 * requested, since anybody could name another selection each time.
 */
export function isSharedPage(path: string, asked: string): boolean {
  return pageAt(screenOf(path))?.[2] !== "never" && !asked.includes("_routes=")
}

/** Returns the path of a screen, also from the path at which the router requests its data. */
function screenOf(path: string): string {
  return path.endsWith(".data") ? path.slice(0, -".data".length).replace(/\/_root$/, "/") : path
}

/** Longest value of a page's parameter, and longest address that we redirect to. */
const longestValue = 2000
/** Addresses of development tools, which have parameters of their own. */
const ofTools = /^\/(@|__|assets\/|src\/|node_modules\/|dev\/)/

/**
 * Returns a function that reduces a request to the parameters of its address, in canonical form: anything else after the question
 * mark causes no work and no entry in a cache.
 */
export function canonicalAddresses(described: readonly Call[]): (request: Request) => Request {
  const ofApi = addressFinder(describedAddresses(described))
  const ofPages = addressFinder([...pageAddresses, ...fileAddresses])
  return (request) => {
    const { url, method } = request
    const mark = url.indexOf("?")
    if (mark < 0 || (method !== "GET" && method !== "HEAD")) return request
    const path = url.slice(url.indexOf("/", 8), mark)
    if (ofTools.test(path)) return request
    const isApi = path.startsWith("/api/")
    const page = screenOf(path)
    const [, parameters = []] = (isApi ? ofApi(path) : ofPages(withoutPrefix(page).path)) ?? []
    const asked = url.slice(mark).replace(/#.*$/s, "")
    const routes = page === path ? null : new URLSearchParams(asked).get("_routes")
    const known = canonicalQuery(asked, parameters, isApi ? undefined : longestValue)
    if (known === undefined) return request
    const kept = routes === null ? known : `${known || "?"}${known ? "&" : ""}_routes=${encodeURIComponent(routes)}`
    return new Request(url.slice(0, mark) + kept, { method, headers: request.headers, signal: request.signal })
  }
}

/**
 * Writes `%25` for each `%` in those parts of a path that cannot be decoded (`/%E0%A4%A`), so that they mean the text they show.
 * The router would print a warning for each.
 */
export function decodableAddress(request: Request): Request {
  const { url, method, headers, signal } = request
  if (!url.includes("%") || (method !== "GET" && method !== "HEAD")) return request
  const [, site = "", path = "", rest = ""] = /^([a-z]+:\/\/[^/?#]*)([^?#]*)(.*)$/s.exec(url) ?? []
  const written = path.split("/").map((part) => (decoded(part) === undefined ? part.replaceAll("%", "%25") : part))
  const address = site + written.join("/") + rest
  return address === url ? request : new Request(address, { method, headers, signal })
}

/** Returns undefined where a part cannot be decoded. The result has to be used: the build drops a call without one. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
