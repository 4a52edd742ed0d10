import type { Language } from "#i18n/languages.ts"
import type { FeedFormat } from "../feed-formats.ts"
import type { OwnServerSubject } from "./own-server.ts"
import { inLanguagePath, paths, search } from "../paths.ts"

/** What a newsletter is narrowed to, as the address of its screen says it. */
export const mailFilters = ["actor", "list", "q", "category", "near", "radius", "place"] as const
export type MailFilters = Partial<Record<(typeof mailFilters)[number], string>>

/** Something that can be followed without an account: a page, a published list, the agenda or a search of it. */
export type FollowSubject = {
  /** The name of a page or list; undefined of the agenda. */
  name: string | undefined
  /** Of the agenda, not all is asked for. */
  isSearch?: boolean
  /** The calendar, and the same as feeds: paths with the prefix of their language. */
  calendar: string
  feed: (format: FeedFormat) => string
  mail: MailFilters
  /** A page as others follow it from a server of their own. */
  own?: OwnServerSubject | undefined
  /** Filters that a newsletter does not know are on. */
  isWiderByMail?: boolean
  /** The days asked for are counted from today, and left out of what is followed. */
  isWithoutDates?: boolean
}

/** A page as something to follow. */
export function pageSubject(
  { fid, name, handle }: { fid: string; name: string; handle?: string | undefined },
  language: Language,
): FollowSubject {
  return {
    own: handle ? { fid, name, handle } : undefined,
    name,
    calendar: inLanguagePath(paths.actorCalendar(fid), language),
    feed: (format) => inLanguagePath(paths.actorFeed(fid, format), language),
    mail: { actor: fid },
  }
}

/** A published list as something to follow. */
export function listSubject({ slug, name }: { slug: string; name: string }, language: Language): FollowSubject {
  return {
    name,
    calendar: inLanguagePath(paths.agendaCalendar(slug), language),
    feed: (format) => inLanguagePath(paths.agendaFeed(slug, format), language),
    mail: { list: slug },
  }
}

/** The agenda, with what its calendar is asked; `place` is what the point is called. */
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
