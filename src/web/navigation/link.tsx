import { Link, type LinkProps } from "#ui/link.tsx"

/** A link to a page of ours. A second of interest fetches the page's script, and the event or actor it shows. */
export function PageLink(props: LinkProps) {
  return <Link data-link="page" {...props} />
}
