import { type AnchorHTMLAttributes, createContext, type Ref, useContext } from "react"
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

/** The router's basename, as what stands before the path of a screen: `/nl`, or nothing. */
export const Basename = createContext("")

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** A screen, without prefix; `?…` on this page; an address elsewhere is left as it is. */
  to: string
  /** The page stays where it is scrolled to. */
  preventScrollReset?: boolean
  /** Loads a document. */
  reloadDocument?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/**
 * A link to a screen. It is followed without loading a document by one listener for all links (`web/link-follower.tsx`):
 * the router's own resolves a path and makes handlers for each, on the server too, and an agenda has a hundred.
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
