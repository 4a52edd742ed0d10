import { type AnchorHTMLAttributes, createContext, type Ref, useContext } from "react"
import { defaultLanguage, type Language } from "#i18n/languages.ts"

const prefixed = /^\/(?:fr|en|nl)(?=\/|$|[?#])/

/**
 * Returns the address of a screen in a language: French has no prefix. Addresses of other sites and `#fragments` are unchanged.
 */
export function localPath(language: Language, path: string): string {
  if (language === defaultLanguage || !path.startsWith("/") || path.startsWith("//") || prefixed.test(path)) return path
  return path === "/" || path.startsWith("/?") || path.startsWith("/#")
    ? `/${language}${path.slice(1)}`
    : `/${language}${path}`
}

/** Removes the language prefix of a path: `/events/42?q=x`. */
export function withoutLanguage(path: string): string {
  const rest = path.replace(prefixed, "")
  return rest.startsWith("/") ? rest : `/${rest}`
}

/** The router's basename, which precedes the path of a screen: `/nl`, or empty. */
export const Basename = createContext("")

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** A screen, without prefix; `?…` on this page; an address of another site is unchanged. */
  to: string
  /** Keeps the scroll position. */
  preventScrollReset?: boolean
  /** Loads a new document. */
  reloadDocument?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/**
 * A link to a screen. One listener for all links follows it without loading a document (`web/navigation/link-follower.tsx`): the
 * router's own link resolves a path and makes handlers each time, on the server too, and an agenda has a hundred links.
 */
export function Link({ to, preventScrollReset, reloadDocument, children, ...rest }: LinkProps) {
  const basename = useContext(Basename)
  const isScreen = /^\/(?!\/)/.test(to)
  const kind = preventScrollReset ? "stay" : "go"
  return (
    <a
      data-link={!reloadDocument && (isScreen || to.startsWith("?")) ? kind : undefined}
      {...rest}
      href={isScreen && basename ? basename + to.replace(/^\/(?=$|[?#])/, "") : to}
    >
      {children}
    </a>
  )
}
