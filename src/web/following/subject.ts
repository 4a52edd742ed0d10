import type { Language } from "#i18n/languages.ts"
import type { FeedFormat } from "../feed-formats.ts"
import type { HomeServerSubject } from "./home-server.ts"
import { inLanguagePath, paths, search } from "../paths.ts"

/** The filters of a newsletter, as query parameters of its page. */
export const mailFilters = ["actor", "list", "q", "category", "near", "radius", "place"] as const
export type MailFilters = Partial<Record<(typeof mailFilters)[number], string>>

/** Something that can be followed without an account: an actor, a published list, the agenda or a search of it. */
export type FollowSubject = {
  /** Name of the actor or list; undefined for the agenda. */
  name: string | undefined
  /** Whether it is a search rather than the whole agenda. */
  isSearch?: boolean
  /** The calendar, and the same content as feeds: paths with their language prefix. */
  calendar: string
  feed: (format: FeedFormat) => string
  mail: MailFilters
  /** The actor as people on other servers follow it. */
  homeServer?: HomeServerSubject | undefined
  /** Whether filters are active that a newsletter does not support. */
  isWiderByMail?: boolean
  /** Whether the search is for days relative to today, which are left out of what is followed. */
  isWithoutDates?: boolean
}

/** Returns an actor as a subject to follow. */
export function pageSubject(
  { fid, name, handle }: { fid: string; name: string; handle?: string | undefined },
  language: Language,
): FollowSubject {
  return {
    homeServer: handle ? { fid, name, handle } : undefined,
    name,
    calendar: inLanguagePath(paths.actorCalendar(fid), language),
    feed: (format) => inLanguagePath(paths.actorFeed(fid, format), language),
    mail: { actor: fid },
  }
}

/** Returns a published list as a subject to follow. */
export function listSubject({ slug, name }: { slug: string; name: string }, language: Language): FollowSubject {
  return {
    name,
    calendar: inLanguagePath(paths.agendaCalendar(slug), language),
    feed: (format) => inLanguagePath(paths.agendaFeed(slug, format), language),
    mail: { list: slug },
  }
}

/** Returns the agenda as a subject to follow, with the query of its calendar; `place` is the name of the point. */
export function agendaSubject(
  query: Record<string, string | undefined>,
  language: Language,
  place: string | undefined = undefined,
): FollowSubject {
  const { list, q, category, near, radius, ...others } = query
  return {
    name: undefined,
    isSearch: Object.values(query).some(Boolean),
    calendar: inLanguagePath(paths.eventsCalendar(), language) + search(query),
    feed: (format) => inLanguagePath(paths.eventsFeed(format), language) + search(query),
    mail: { list, q, category, near, radius, place: near && place } as MailFilters,
    isWiderByMail: Object.values(others).some(Boolean),
  }
}
