import type { Language } from "#i18n/languages.ts"

/** Returns every screen by its path without language; those that need an id are found in the sample content. */
export async function screens(siteUrl: string) {
  const events = await listedEvents(siteUrl)
  const actors = await read<{ fid: string; type: string }>(`${siteUrl}/api/actors/`)
  const cancelled = events.find((event) => event.status === "cancelled") ?? events[0]
  const festival = events.find((event) => event.children.length > 0) ?? events[0]
  const repeated = events.find((event) => event.occurrences.length > 2) ?? events[0]
  const actor = (type: string) => actors.find((one) => one.type === type)?.fid

  return [
    { name: "home", path: "/", status: 200 },
    { name: "events", path: "/events", status: 200 },
    { name: "events as posters", path: "/events?view=grid", status: 200 },
    { name: "events as a month", path: "/events?view=calendar", status: 200 },
    { name: "events searched", path: "/events?q=concert&category=music", status: 200 },
    { name: "events searched in vain", path: "/events?q=xylophonissimo", status: 200 },
    { name: "an event", path: `/events/${events[0]?.id}`, status: 200 },
    { name: "a cancelled event", path: `/events/${cancelled?.id}`, status: 200 },
    { name: "a festival", path: `/events/${festival?.id}`, status: 200 },
    { name: "an event with several dates", path: `/events/${repeated?.id}`, status: 200 },
    { name: "sharing an event", path: `/events/share/${events[0]?.id}`, status: 200 },
    {
      name: "sharing, asked without script",
      path: `/events/share/${repeated?.id}?look=poster&theme=dark&instance=x`,
      status: 200,
    },
    { name: "a bill", path: `/events/${repeated?.id}/print?size=a6`, status: 200 },
    { name: "actors", path: "/actors", status: 200 },
    { name: "actors searched in vain", path: "/actors?q=xylophonissimo", status: 200 },
    { name: "a place", path: `/actors/${actor("place")}`, status: 200 },
    { name: "a person", path: `/actors/${actor("person")}`, status: 200 },
    { name: "a group", path: `/actors/${actor("group")}`, status: 200 },
    { name: "an organizer", path: `/actors/${actor("organizer")}`, status: 200 },
    { name: "open dates", path: "/openings", status: 200 },
    { name: "open dates near a town", path: "/openings?side=house&place=Namur&radius=100", status: 200 },
    { name: "open dates in vain", path: "/openings?from=2099-01-01&place=Xyzzyx", status: 200 },
    { name: "the way in at open dates of a page", path: `/actors/openings/${actor("place")}`, status: 200 },
    { name: "the way in at a tour", path: `/actors/tour/${actor("group")}`, status: 200 },
    { name: "sharing a page", path: `/actors/share/${actor("place")}`, status: 200 },
    { name: "a week", path: `/actors/${actor("place")}/week`, status: 200 },
    { name: "the feed", path: "/activities", status: 200 },
    { name: "the feed with changes", path: "/activities?changes=1&start=10", status: 200 },
    { name: "the feed searched in vain", path: "/activities?q=xylophonissimo", status: 200 },
    { name: "the way in at what one follows", path: "/activities?rel=followed", status: 200 },
    { name: "about", path: "/about", status: 200 },
    { name: "server", path: "/server", status: 200 },
    { name: "menu", path: "/menu", status: 200 },
    { name: "login", path: "/login", status: 200 },
    { name: "login on the way to somewhere", path: "/login?next=%2Fevents", status: 200 },
    { name: "register", path: "/register", status: 200 },
    { name: "a password forgotten", path: "/password/reset", status: 200 },
    { name: "a new password", path: "/password/reset?token=used", status: 200 },
    { name: "an address verified", path: "/verify?token=used", status: 200 },
    { name: "the way in at /me", path: "/me", status: 200 },
    { name: "the way in at /me/emails", path: "/me/emails", status: 200 },
    { name: "the way in at /me/inbox", path: "/me/inbox", status: 200 },
    { name: "the way in at /me/outings", path: "/me/outings", status: 200 },
    { name: "the way in at /me/cal", path: "/me/cal", status: 200 },
    { name: "the way in at /me/confirmations", path: "/me/confirmations", status: 200 },
    { name: "the way in at managing an event", path: `/events/manage/${events[0]?.id}`, status: 200 },
    { name: "mails to be stopped, without saying which", path: "/unsubscribe", status: 200 },
    {
      name: "mails to be stopped",
      path: "/unsubscribe?token=change.00000000-0000-0000-0000-000000000000",
      status: 200,
    },
    { name: "the ways to follow the agenda", path: "/me/newsletter?q=concert", status: 200 },
    { name: "a newsletter that is not there", path: "/me/newsletter?token=used", status: 200 },
    { name: "a newsletter confirmed", path: "/subscriptions/confirm?token=used", status: 200 },
    { name: "the way in at /me/places", path: "/me/places", status: 200 },
    { name: "the way in at /me/lists", path: "/me/lists", status: 200 },
    { name: "the way in at an agenda of one's own", path: "/me/lists/7", status: 200 },
    { name: "the way to put an event into an agenda", path: `/me/lists?event=${events[0]?.id}`, status: 200 },
    { name: "the way to follow", path: `/actors/${actor("place")}/follow`, status: 200 },
    { name: "events of an agenda", path: "/events?list=7", status: 200 },
    { name: "the way in at /me/fediverse", path: "/me/fediverse", status: 200 },
    { name: "the way in at /me/account", path: "/me/account", status: 200 },
    { name: "the way in at /me/account/programs", path: "/me/account/programs", status: 200 },
    { name: "a program that nobody registered", path: "/oauth/authorize?client_id=x&redirect_uri=y", status: 400 },
    { name: "the way in at /actors/new", path: "/actors/new", status: 200 },
    { name: "the way in at an editor", path: `/actors/edit/${actor("place")}`, status: 200 },
    { name: "the way in at /events/new", path: "/events/new", status: 200 },
    { name: "the way in at the editor of an event", path: `/events/edit/${events[0]?.id}`, status: 200 },
    { name: "a page without anyone to write to", path: `/actors/contact/${actor("place")}`, status: 200 },
    { name: "reporting an event", path: `/events/report/${events[0]?.id}`, status: 200 },
    { name: "reporting a page", path: `/actors/report/${actor("place")}`, status: 200 },
    { name: "the way in at the files of a page", path: `/actors/documents/${actor("place")}`, status: 200 },
    { name: "the way in at a page managed", path: `/actors/manage/${actor("place")}`, status: 200 },
    { name: "the way in at a claim", path: `/actors/claim/${actor("place")}`, status: 200 },
    { name: "the way in at /me/pages", path: "/me/pages", status: 200 },
    { name: "the way in at /me/invitations", path: "/me/invitations", status: 200 },
    { name: "the way in at /moderation/claims", path: "/moderation/claims", status: 200 },
    { name: "the way in at /moderation/reports", path: "/moderation/reports", status: 200 },
    { name: "the way in at /admin", path: "/admin", status: 200 },
    { name: "the way in at /admin/accounts", path: "/admin/accounts", status: 200 },
    { name: "the way in at /admin/fediverse", path: "/admin/fediverse", status: 200 },
    { name: "the way in at /admin/settings", path: "/admin/settings", status: 200 },
    { name: "the way in at /admin/log", path: "/admin/log", status: 200 },
    { name: "nobody to write to", path: "/actors/contact/nobody-is-called-that", status: 404 },
    { name: "no such agenda", path: "/agendas/nobody-calls-it-that", status: 404 },
    { name: "no such event", path: "/events/999999999", status: 404 },
    { name: "no such actor", path: "/actors/nobody-is-called-that", status: 404 },
    { name: "no such page", path: "/nothing/here", status: 404 },
  ]
}

/** Returns the screens that look different: all sign-in screens show the same panel, so one of them is enough. */
export function lookingDifferent<Screen extends { name: string }>(all: readonly Screen[]) {
  return all.filter(({ name }) => !name.startsWith("the way in at") || name.endsWith("/me"))
}

/** Splits the screens in halves: true for the agenda and its events. */
export const isOfEvents = ({ path }: { path: string }) => path === "/" || path.startsWith("/events")

export type Listed = {
  id: number
  status: string
  language: Language
  title: Partial<Record<Language, string>>
  place: { fid: string } | null
  children: unknown[]
  occurrences: { start: string; end: string | null; status: string }[]
}

/** Reads the first events of the agenda. */
export const listedEvents = (site: string) => read<Listed>(`${site}/api/contents/events/?limit=100`)

/** Returns whether an event’s state cannot change during the tests: none of its moments is within three hours. */
export function isCalm({ occurrences }: Listed) {
  const moments = occurrences.flatMap(({ start, end }) => [start, end ?? start])
  return moments.every((moment) => Math.abs(Date.parse(moment) - Date.now()) > 3 * 3_600_000)
}

async function read<One>(address: string): Promise<One[]> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return (await response.json()) as One[]
}
