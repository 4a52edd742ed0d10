import { defaultLanguage, isLanguage, type Language, recognisedPrefixes } from "#i18n/languages.ts"

const prefix = new RegExp(`^/(${recognisedPrefixes.join("|")})(?=/|$)`)

/** The basename of a language's pages: none for French, the default. */
export function basenameOf(language: Language) {
  return language === defaultLanguage ? "" : `/${language}`
}

/** Parts an address into its recognised language prefix, if any, and the path without it. */
export function withoutPrefix(pathname: string): { prefix: string | undefined; path: string } {
  const found = prefix.exec(pathname)?.[1]
  return { prefix: found, path: found ? pathname.slice(found.length + 1) || "/" : pathname }
}

/** The same page in another language; `path` has no prefix. */
export function inLanguagePath(path: string, language: Language) {
  return `${basenameOf(language)}${path === "/" && language !== defaultLanguage ? "" : path}`
}

/** The language a prefix decides, when it is one of ours. */
export function languageOfPrefix(found: string | undefined): Language | undefined {
  return isLanguage(found) ? found : undefined
}

// Addresses of pages, without prefix: React Router's basename adds it.
export const paths = {
  home: () => "/",
  events: (query?: Record<string, string | undefined>) => `/events${search(query)}`,
  event: (id: number | string) => `/events/${id}`,
  publishedEvent: (id: number) => `/events/published/${id}`,
  newEvent: () => "/events/new",
  editEvent: (id: number | string) => `/events/edit/${id}`,
  actors: (query?: Record<string, string | undefined>) => `/actors${search(query)}`,
  agenda: (slug: string) => `/agendas/${slug}`,
  actor: (fid: string) => `/actors/${fid}`,
  about: () => "/about",
  server: () => "/server",
  menu: () => "/menu",
  apiDocs: () => "/api/docs/",
} as const

/** `?a=1&b=2` of what is set; nothing when nothing is. */
export function search(query: Record<string, string | undefined> = {}) {
  const set = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return set.length > 0 ? `?${new URLSearchParams(set)}` : ""
}
