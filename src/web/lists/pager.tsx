import { useLocation } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { withoutPrefix } from "../paths.ts"

type PagerProps = {
  start: number
  size: number
  total: number
  /** The parameter for the start of the list. */
  name?: string
}

/** Shows the position in a long list, with links to the previous and next part, so that it works without script. */
export function Pager({ start, size, total, name = "start" }: PagerProps) {
  const t = useMessages()
  const { pathname, search } = useLocation()
  if (total <= size && start === 0) return null
  const to = (from: number) => {
    const query = new URLSearchParams(search)
    if (from > 0) query.set(name, String(from))
    else query.delete(name)
    return `${withoutPrefix(pathname).path}?${query}`
  }
  const [from, until, all] = [Math.min(start + 1, total), Math.min(start + size, total), total].map((n) => t.number(n))
  return (
    <nav className="bar bar--between" aria-label={t("fields.pages")}>
      <p className="small t2 num">{t("fields.page_range", { from: from ?? "", to: until ?? "", total: all ?? "" })}</p>
      <div className="bar">
        {start > 0 && <ButtonLink to={to(Math.max(0, start - size))}>{t("fields.page_before")}</ButtonLink>}
        {start + size < total && <ButtonLink to={to(start + size)}>{t("fields.page_after")}</ButtonLink>}
      </div>
    </nav>
  )
}
