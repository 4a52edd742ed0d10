import { defaultLanguage, isLanguage, type Language, recognisedPrefixes } from "#i18n/languages.ts"
import type { FeedFormat } from "./feed-formats.ts"

const prefix = new RegExp(`^/(${recognisedPrefixes.join("|")})(?=/|$)`)

/** Returns the basename of a language's pages: empty for French, the default. */
export function basenameOf(language: Language) {
  return language === defaultLanguage ? "" : `/${language}`
}

/** Splits a path into its recognised language prefix, if any, and the rest. */
export function withoutPrefix(pathname: string): { prefix: string | undefined; path: string } {
  const found = prefix.exec(pathname)?.[1]
  return { prefix: found, path: found ? pathname.slice(found.length + 1) || "/" : pathname }
}

/** Returns the path of a page in a language; `path` has no prefix. */
export function inLanguagePath(path: string, language: Language) {
  return `${basenameOf(language)}${path === "/" && language !== defaultLanguage ? "" : path}`
}

/** Returns the language of a prefix, when it is one of ours. */
export function languageOfPrefix(found: string | undefined): Language | undefined {
  return isLanguage(found) ? found : undefined
}

// Addresses of pages, without prefix, which React Router's basename adds. This is the only list of them (paths.test.ts has a
// snapshot).
export const paths = {
  home: (query?: Query) => `/${search(query)}`,
  events: (query?: Query) => `/events${search(query)}`,
  event: (id: Id) => `/events/${id}`,
  publishedEvent: (id: Id) => `/events/published/${id}`,
  newEvent: (query?: Query) => `/events/new${search(query)}`,
  editEvent: (id: Id) => `/events/edit/${id}`,
  manageEvent: (id: Id, query?: Query) => `/events/manage/${id}${search(query)}`,
  shareEvent: (id: Id) => `/events/share/${id}`,
  reportEvent: (id: Id, query?: Query) => `/events/report/${id}${search(query)}`,
  printEvent: (id: Id, query?: Query) => `/events/${id}/print${search(query)}`,
  answerEvent: (id: Id, query?: Query) => `/events/${id}/answer${search(query)}`,
  eventCalendar: (id: Id) => `/events/${id}/calendar.ics`,
  eventsCalendar: () => "/events/calendar.ics",
  eventsFeed: (format: FeedFormat) => `/events/feed.${format}`,
  eventCard: (id: Id) => `/events/${id}/card.png`,
  mapPicture: (spot: string, variant: string) => `/map/at/${spot}/${variant}.svg`,
  eventCode: (id: Id) => `/events/${id}/qr.svg`,
  actors: (query?: Query) => `/actors${search(query)}`,
  actor: (fid: string, query?: Query) => `/actors/${fid}${search(query)}`,
  newActor: (query?: Query) => `/actors/new${search(query)}`,
  editActor: (fid: string, query?: Query) => `/actors/edit/${fid}${search(query)}`,
  openings: (query?: Query) => `/openings${search(query)}`,
  openingsOfActor: (fid: string, query?: Query) => `/actors/openings/${fid}${search(query)}`,
  tourOfActor: (fid: string) => `/actors/tour/${fid}`,
  webhooksOfActor: (fid: string, query?: Query) => `/actors/webhooks/${fid}${search(query)}`,
  documentsOfActor: (fid: string) => `/actors/documents/${fid}`,
  publishActor: (fid: string, query?: Query) => `/actors/publish/${fid}${search(query)}`,
  manageActor: (fid: string, query?: Query) => `/actors/manage/${fid}${search(query)}`,
  contactActor: (fid: string, query?: Query) => `/actors/contact/${fid}${search(query)}`,
  claimActor: (fid: string) => `/actors/claim/${fid}`,
  shareActor: (fid: string) => `/actors/share/${fid}`,
  reportActor: (fid: string) => `/actors/report/${fid}`,
  weekOfActor: (fid: string) => `/actors/${fid}/week`,
  followActor: (fid: string) => `/actors/${fid}/follow`,
  followFromElsewhere: (fid: string, query?: Query) => `/actors/${fid}/fediverse${search(query)}`,
  actorCalendar: (fid: string) => `/actors/${fid}/calendar.ics`,
  actorFeed: (fid: string, format: FeedFormat) => `/actors/${fid}/feed.${format}`,
  actorCard: (fid: string) => `/actors/${fid}/card.png`,
  activities: (query?: Query) => `/activities${search(query)}`,
  activitiesFeed: (format: FeedFormat) => `/activities/feed.${format}`,
  agenda: (slug: string) => `/agendas/${slug}`,
  shareAgenda: (slug: string) => `/agendas/share/${slug}`,
  agendaCalendar: (slug: string) => `/agendas/${slug}.ics`,
  agendaFeed: (slug: string, format: FeedFormat) => `/agendas/${slug}/feed.${format}`,
  fediverseAccounts: (query?: Query) => `/fediverse${search(query)}`,
  sounds: (query?: Query) => `/audio${search(query)}`,
  sound: (id: Id) => `/audio/${id}`,
  actorPodcast: (fid: string) => `/actors/${fid}/podcast.rss`,
  about: () => "/about",
  server: () => "/server",
  source: () => "/source.tar.gz",
  worker: () => "/sw.js",
  menu: () => "/menu",
  login: () => "/login",
  register: () => "/register",
  logout: () => "/logout",
  resetPassword: (query?: Query) => `/password/reset${search(query)}`,
  manageNewsletter: (query?: Query) => `/me/newsletter${search(query)}`,
  newsletter: (token: string) => `/newsletters/${token}`,
  me: () => "/me",
  outings: (query?: Query) => `/me/outings${search(query)}`,
  personalCalendarPage: (query?: Query) => `/me/cal${search(query)}`,
  inbox: (query?: Query) => `/me/inbox${search(query)}`,
  confirmations: () => "/me/confirmations",
  managedPages: () => "/me/pages",
  invitations: () => "/me/invitations",
  emails: (query?: Query) => `/me/emails${search(query)}`,
  channels: () => "/me/emails#notify",
  places: () => "/me/places",
  lists: (query?: Query) => `/me/lists${search(query)}`,
  list: (id: Id, query?: Query) => `/me/lists/${id}${search(query)}`,
  fediverse: () => "/me/fediverse",
  account: () => "/me/account",
  programs: (query?: Query) => `/me/account/programs${search(query)}`,
  claims: (query?: Query) => `/moderation/claims${search(query)}`,
  reports: (query?: Query) => `/moderation/reports${search(query)}`,
  admin: (part?: string, query?: Query) => `/admin${part ? `/${part}` : ""}${search(query)}`,
  apiDocs: () => "/api/docs/",
} as const

// Addresses used only by mails, other programs and the service worker, so that they are not sent to browsers.
export const outsidePaths = {
  offline: () => "/offline.html",
  verify: (query?: Query) => `/verify${search(query)}`,
  unsubscribe: (query?: Query) => `/unsubscribe${search(query)}`,
  confirmNewsletter: (query?: Query) => `/subscriptions/confirm${search(query)}`,
  personalCalendar: (token: string) => `/calendars/${token}.ics`,
  soundTranscript: (id: Id) => `/audio/${id}/transcript.txt`,
  soundChapters: (id: Id) => `/audio/${id}/chapters.json`,
} as const

type Id = number | string
type Query = Record<string, string | undefined>

/** Writes `?a=1&b=2` of the values that are set; empty when there are none. */
export function search(query: Query = {}) {
  const isSet = (entry: [string, string | undefined]): entry is [string, string] => Boolean(entry[1])
  const set = new URLSearchParams(Object.entries(query).filter(isSet)).toString()
  return set && `?${set}`
}
