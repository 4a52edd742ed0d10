import type { MouseEvent } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { MagnifyingGlass } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"

/** Focuses the search field of the page, which on phones is at the end of a row of filters, or leads to that of the agenda. */
export function SearchLink() {
  const t = useMessages()
  const enter = (press: MouseEvent) => {
    const field = document.querySelector<HTMLElement>("main .filters .search input")
    if (!field || press.metaKey || press.ctrlKey || press.shiftKey) return
    press.preventDefault()
    field.focus()
  }
  return (
    <Link
      className="btn btn--bare btn--icon search-open"
      to={`${paths.events()}#q`}
      aria-label={t("layout.search")}
      onClick={enter}
    >
      <MagnifyingGlass />
    </Link>
  )
}
