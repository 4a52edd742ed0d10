import type { ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"

export const contentId = "contenu"

const resultsId = "resultats"

/** The first link on every page, which leads to `<main id={contentId} tabIndex={-1}>`. */
export function SkipLink() {
  const t = useMessages()
  return (
    <a className="skip" href={`#${contentId}`}>
      {t("layout.skip")}
    </a>
  )
}

/**
 * The second link, on a page with a list after filters: it leads past them to `<Results>` (`hasResults` of the page's handle).
 */
export function SkipToResults() {
  const t = useMessages()
  return (
    <a className="skip" href={`#${resultsId}`}>
      {t("layout.skip_filters")}
    </a>
  )
}

/** The results of a page's filters. */
export function Results({ className, children }: { className: string; children: ReactNode }) {
  const t = useMessages()
  return (
    <section className={className} id={resultsId} tabIndex={-1} aria-label={t("layout.results")}>
      {children}
    </section>
  )
}
