import { useMessages } from "#i18n/messages-context.ts"
import { PageMeta } from "#web/meta.tsx"
import { page } from "#web/page.ts"
import { AgendaFilters } from "../ui/agenda-filters.tsx"
import { AgendaList } from "../ui/agenda-list.tsx"
import type { Route } from "./+types/list"
import { answered, readAgenda } from "./agenda-data.ts"

const load = page(readAgenda)
export const loader = async (args: Route.LoaderArgs) => answered(await load.server(args))
export const clientLoader = load.client

/** Every event to come, in the order of their dates: as a list, as posters or as a month. */
export default function Agenda({ loaderData: agenda }: Route.ComponentProps) {
  const t = useMessages()
  const { query, today } = agenda
  return (
    <>
      <PageMeta
        title={query.q ? `${t("events.search_of", { query: query.q })} · ${t("events.agenda")}` : t("events.agenda")}
        description={t("events.agenda_description")}
        noindex={query.rel !== "all" || query.q !== "" || query.list !== ""}
      />
      <header className="wrap head">
        <h1 className="d1" tabIndex={-1}>
          {t("events.agenda")}
        </h1>
      </header>
      <AgendaFilters path="/events" query={query} today={today} />
      <div className="wrap pt-6">
        <AgendaList path="/events" agenda={agenda} />
      </div>
    </>
  )
}
