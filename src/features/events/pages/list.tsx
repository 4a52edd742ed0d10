import { Suspense } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { RowsSkeleton } from "#ui/loading/skeleton.tsx"
import { Results } from "#web/layout/skip-link.tsx"
import { fromDocument } from "#web/speed/document-data.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { page } from "#web/page/page.ts"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { paths, search } from "#web/paths.ts"
import { followedQuery } from "../listing/agenda-query.ts"
import { AgendaFilters } from "../ui/agenda/filters/agenda-filters.tsx"
import { AgendaList } from "../ui/agenda/agenda-list.tsx"
import type { Route } from "./+types/list"
import { type AgendaData, readAgenda, statusOfAgenda } from "./agenda-data.ts"

const AgendaMap = lazyPart(() => import("../ui/agenda/agenda-map.tsx"))

const load = page(readAgenda)
export const handle: PageHandle = {
  hasResults: true,
  layout: (asked) => (asked.get("view") === "map" ? "geo" : "base"),
}

export const loader = (args: Route.LoaderArgs) => load.inDocument(args, statusOfAgenda)
export const clientLoader = load.client

/** The agenda page: all coming events in the order of their dates, as a list, as posters or as a month. */
export default fromDocument(function Agenda({ loaderData: agenda }: { loaderData: AgendaData }) {
  const t = useMessages()
  const { query, today } = agenda
  const followed = followedQuery(query, today)
  return (
    <>
      <PageMeta
        title={query.q ? `${t("agenda.search_of", { query: query.q })} · ${t("agenda.agenda")}` : t("agenda.agenda")}
        description={t("agenda.agenda_description")}
        noindex={query.rel !== "all" || query.q !== "" || query.list !== ""}
        feeds={followed && ((format) => paths.eventsFeed(format) + search(followed))}
      />
      <header className={query.view === "map" ? "vh" : "wrap head"}>
        <h1 className="d1" tabIndex={-1}>
          {t("agenda.agenda")}
        </h1>
      </header>
      <AgendaFilters screen="events" query={query} today={today} />
      {query.view === "map" ? (
        <Suspense fallback={<RowsSkeleton />}>
          <AgendaMap agenda={agenda} />
        </Suspense>
      ) : (
        <Results className="wrap pt-6">
          <AgendaList screen="events" agenda={agenda} />
        </Results>
      )}
    </>
  )
})
