import type { Ref } from "react"
import { Link as RouterLink, type LinkProps } from "react-router"
import { defaultLanguage, type Language } from "#i18n/languages.ts"

const prefixed = /^\/(?:fr|en|nl)(?=\/|$|[?#])/

/** The address of a screen in a language: French has no prefix. Addresses elsewhere and `#parts` are left as they are. */
export function localPath(language: Language, path: string): string {
  if (language === defaultLanguage || !path.startsWith("/") || path.startsWith("//") || prefixed.test(path)) return path
  return path === "/" || path.startsWith("/?") || path.startsWith("/#")
    ? `/${language}${path.slice(1)}`
    : `/${language}${path}`
}

/** `/events/42?q=x` without its language prefix. */
export function withoutLanguage(path: string): string {
  const rest = path.replace(prefixed, "")
  return rest.startsWith("/") ? rest : `/${rest}`
}

/** A link to a screen. `to` is written without prefix: the router's basename adds the language. */
export function Link({ to, ...rest }: Omit<LinkProps, "to"> & { to: string; ref?: Ref<HTMLAnchorElement> }) {
  return <RouterLink prefetch="none" {...rest} to={to} />
}
