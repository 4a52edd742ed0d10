import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { CalendarPlus } from "#ui/icons.tsx"
import { screensOf } from "#web/layout/frame.tsx"
import { Results } from "#web/layout/skip-link.tsx"
import { fromDocument } from "#web/speed/document-data.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { page } from "#web/page/page.ts"
import { paths, search } from "#web/paths.ts"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { useUser } from "#web/session/session.ts"
import { useSite } from "#web/page/site.ts"
import { followedQuery, isFiltered } from "../listing/agenda-query.ts"
import { AgendaFilters } from "../ui/agenda/filters/agenda-filters.tsx"
import { AgendaList } from "../ui/agenda/agenda-list.tsx"
import { DateLine } from "../ui/date-line.tsx"
import { DayStrip, dayId } from "../ui/agenda/day-strip.tsx"
import type { Route } from "./+types/home"
import { type AgendaData, readAgenda, statusOfAgenda } from "./agenda-data.ts"
import "../ui/agenda/home.css"

const load = page(readAgenda)
export const handle: PageHandle = { hasResults: true }

export const loader = (args: Route.LoaderArgs) => load.inDocument(args, statusOfAgenda)
export const clientLoader = load.client

/** The home page: today's date, today's events as posters, then the following days. */
export default fromDocument(function Home({ loaderData: agenda }: { loaderData: AgendaData }) {
  const t = useMessages()
  const site = useSite()
  const { query, today, days } = agenda
  const followed = followedQuery(query, today)
  const canSignIn = screensOf(site).includes("login")
  return (
    <>
      <PageMeta
        title={t("agenda.home_title", { date: t.date(today, "long") })}
        description={t("agenda.home_description")}
        noindex={query.rel !== "all" || query.q !== "" || query.list !== ""}
        feeds={followed && ((format) => paths.eventsFeed(format) + search(followed))}
      />
      <div className="wrap">
        <section className="hero">
          <DateLine date={today} />
          <div className="hero__row">
            <HousePromise canSignIn={canSignIn} name={site?.name ?? ""} />
          </div>
        </section>
      </div>
      {days.length > 0 && (
        <div className="daybar">
          <div className="wrap">
            <DayStrip days={days} today={today} href={placesOf(agenda)} />
          </div>
        </div>
      )}
      <AgendaFilters screen="home" query={query} today={today} />
      <Results className="wrap pt-6">
        <AgendaList screen="home" agenda={agenda} hasWall />
      </Results>
    </>
  )
})

/** The principles of the site, and how to take part. */
function HousePromise({ canSignIn, name }: { canSignIn: boolean; name: string }) {
  const t = useMessages()
  const user = useUser()
  return (
    <>
      <ul className="promise">
        <li>{t("layout.promise_ads")}</li>
        <li>{t("layout.promise_algorithm")}</li>
        <li>{t("layout.promise_competition")}</li>
        <li className="t2">{t("agenda.promise")}</li>
      </ul>
      {user ? (
        <div className="bar">
          <ButtonLink kind="main" icon={CalendarPlus} to={paths.newEvent()}>
            {t("agenda.publish_event")}
          </ButtonLink>
        </div>
      ) : (
        <div className="bar only-wide">
          {canSignIn && (
            <ButtonLink kind="main" to={paths.register()}>
              {t("agenda.make_page")}
            </ButtonLink>
          )}
          <ButtonLink to={paths.about()}>{t("agenda.why", { name })}</ButtonLink>
        </div>
      )}
    </>
  )
}

/** Returns the target of a day in the strip: on this page as far as its list goes, otherwise on the agenda page. */
function placesOf({ query, events, today, hasMore, problem }: AgendaData) {
  const isHere = !isFiltered(query) && query.view === "list" && !problem
  const ends = events.at(-1)?.next?.start.slice(0, 10)
  const last = !hasMore ? "9999" : ends && ends < today ? today : ends
  return (date: string) => (isHere && last && date <= last ? `#${dayId(date)}` : paths.events({ from: date }))
}
