import { Link, type LinkProps } from "#ui/link.tsx"

/**
 * A link to a page of ours. After a second of hover or focus, the page's script is preloaded, and the event or actor it shows.
 */
export function PageLink(props: LinkProps) {
  return <Link data-link="page" {...props} />
}
