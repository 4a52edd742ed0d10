import { redirect } from "react-router"
import { titleSize } from "#ui/poster/title-size.ts"
import { ActorChip } from "#features/actors/ui/actor-chip.tsx"
import { pageEvent, type PageEvent } from "#features/actors/actor-page.ts"
import { agendaDays, withoutRepeats } from "#features/events/listing/agenda.ts"
import { AgendaDayList, RepeatsNote } from "#features/events/ui/agenda/agenda-day-list.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { inLanguage } from "#i18n/languages.ts"
import { dateAt } from "#lib/time.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { ArrowLeft, ShareNetwork } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import type { List } from "#web/api.ts"
import { FollowList } from "#web/following/follow-list.tsx"
import { listSubject } from "#web/following/subject.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths, search } from "#web/paths.ts"
import type { Route } from "./+types/show"

/** Number of events shown at first, and added with each press of « more ». */
const atOnce = 50
const mostEvents = 200
const mostPages = 200

const load = page(async ({ api, params: { slug }, url }: PageArguments<{ slug: string }>) => {
  const agenda = await api.get("/api/agendas/{slug}/", { slug })
  // A former slug redirects to the present one.
  if (agenda.slug !== slug) throw redirect(paths.agenda(agenda.slug) + url.search, 301)
  const asked = Number(url.searchParams.get("limit"))
  const limit = Number.isSafeInteger(asked) ? Math.min(mostEvents, Math.max(atOnce, asked)) : atOnce
  const [events, pages] = await Promise.all([
    api.list("/api/contents/events/", { list: slug, limit }),
    api.list("/api/agendas/{slug}/actors/", { slug, limit: mostPages }),
  ])
  const upcoming: List<PageEvent> = { items: events.items.map(pageEvent), total: events.total }
  const today = dateAt(new Date(), events.items[0]?.timezone ?? "Europe/Brussels")
  return { agenda, upcoming, pages, today }
})
export const loader = load.server
export const clientLoader = load.client

/** A published agenda: its description, its upcoming events by day, and its pages. */
export default function AgendaPage({ loaderData: { agenda, upcoming, pages, today } }: Route.ComponentProps) {
  const t = useMessages()
  const { items, total } = upcoming
  const description = inLanguage(agenda.description, t.language, agenda.language)
  const isForeign = agenda.language !== t.language
  const hasMore = items.length < total
  const { days, onceFrom } = withoutRepeats(agendaDays(items, { first: today, hasMore }))
  return (
    <article className="wrap" key={agenda.slug}>
      <PageMeta
        title={agenda.name}
        description={description.text || t("lists.public_description")}
        feeds={(format) => paths.agendaFeed(agenda.slug, format)}
        hasCard
      />
      <div className="bar bar--between actor-up">
        <Link className="up" to={paths.events()}>
          <ArrowLeft />
          {t("lists.whole_agenda")}
        </Link>
      </div>
      <header className="grid gap-3 pt-3 pb-6">
        <h1 className={titleSize(agenda.name)} tabIndex={-1} lang={isForeign ? agenda.language : undefined}>
          {agenda.name}
        </h1>
        {agenda.owner && (
          <p className="bar t2">
            {t("lists.kept_by")} <ActorChip actor={agenda.owner} />
          </p>
        )}
        {description.text && (
          <p
            className="lead agenda-about"
            lang={description.language === t.language ? undefined : description.language}
          >
            {description.text}
          </p>
        )}
        <div className="bar bar--between">
          <p className="t2" role="status">
            {t("lists.events_to_come", { count: total })}
          </p>
          <div className="bar no-print">
            <FollowList subject={listSubject(agenda, t.language)}>{t("ui.follow_this")}</FollowList>
            <ButtonLink icon={ShareNetwork} to={paths.shareAgenda(agenda.slug)}>
              {t("lists.share")}
            </ButtonLink>
          </div>
        </div>
      </header>
      {items.length === 0 ? (
        <Empty level={2} title={t("ui.dark_tonight")}>
          {t("lists.nothing_to_come")}
        </Empty>
      ) : (
        <>
          <AgendaDayList days={days} today={today} />
          {onceFrom && <RepeatsNote date={onceFrom} />}
        </>
      )}
      {hasMore && (
        <p className="bar py-3">
          <ButtonLink
            preventScrollReset
            to={
              items.length < mostEvents
                ? paths.agenda(agenda.slug) + search({ limit: String(Math.min(mostEvents, items.length + atOnce)) })
                : paths.events() + search({ list: agenda.slug, start: String(items.length) })
            }
          >
            {t("lists.more", { count: total - items.length })}
          </ButtonLink>
        </p>
      )}
      {pages.items.length > 0 && (
        <section className="fold">
          <header className="fold__side">
            <h2 className="d3">{t("lists.pages")}</h2>
          </header>
          <div className="fold__body">
            <ul className="bar agenda-pages">
              {pages.items.map((actor) => (
                <li key={actor.fid}>
                  <ActorChip actor={actor} />
                </li>
              ))}
              {pages.total > pages.items.length && (
                <li className="t2">{t("lists.more_pages", { count: pages.total - pages.items.length })}</li>
              )}
            </ul>
          </div>
        </section>
      )}
      <p className="small t3 py-3">{t("lists.updated", { date: t.date(agenda.updated, "medium") })}</p>
    </article>
  )
}
