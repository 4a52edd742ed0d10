import { CategoryLabel } from "#features/events/ui/agenda/rows/category-label.tsx"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { Fold } from "#ui/fold.tsx"
import { Poster } from "#ui/poster/poster-view.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import type { Issue, IssueEvent } from "../representation.server.ts"

/** Renders an issue: changes first, then the dates ahead, day by day. */
export function IssueView({ issue, level = 2 }: { issue: Issue; level?: 1 | 2 }) {
  const t = useMessages()
  const Heading = `h${level}` as "h1"
  const below = level === 1 ? 2 : 3
  return (
    <>
      <header className="grid gap-3 pb-6 head">
        <p className="t2">{issue.kicker}</p>
        <Heading className="d1" tabIndex={level === 1 ? -1 : undefined}>
          {issue.head}
        </Heading>
        <p className="lead">{issue.is_empty && level === 1 ? t("newsletter.page_gone") : issue.opening}</p>
      </header>
      {issue.changes.length > 0 && (
        <section className="fold">
          <header className="fold__side">
            {below === 2 ? (
              <h2 className="d3">{t("newsletter.changes")}</h2>
            ) : (
              <h3 className="d3">{t("newsletter.changes")}</h3>
            )}
          </header>
          <div className="fold__body">
            <Rows events={issue.changes} level={below === 2 ? 3 : 4} />
          </div>
        </section>
      )}
      {issue.days.map(({ date, events }) => (
        <Fold
          key={date}
          level={below}
          sign={Number(date.slice(8))}
          title={t.date(date, "long")}
          label={t.date(date, "weekday")}
        >
          <Rows events={events} level={below === 2 ? 3 : 4} />
        </Fold>
      ))}
      {issue.more > 0 && <p className="lead py-3">{t("newsletter.more", { count: issue.more })}</p>}
    </>
  )
}

function Rows({ events, level }: { events: readonly IssueEvent[]; level: 3 | 4 }) {
  return (
    <ul className="rows">
      {events.map((event) => (
        <Row key={`${event.id} ${event.start}`} event={event} level={level} />
      ))}
    </ul>
  )
}

function Row({ event, level }: { event: IssueEvent; level: 3 | 4 }) {
  const t = useMessages()
  const Heading = `h${level}` as "h3"
  const day = event.start ? t.date(event.start, "short") : ""
  const hour = event.all_day || !event.start ? "" : t.time(event.start)
  const isChange = event.change !== null
  const [place, ...city] = (event.place ?? "").split(", ")
  return (
    <li className={classes("row", event.is_off && "row--off")}>
      <div className="row__what">
        <p className="row__time">
          {event.start && (
            <time dateTime={event.start}>{isChange ? [day, hour].filter(Boolean).join(" · ") : hour}</time>
          )}
          {event.all_day && !isChange && t("newsletter.all_day")}
        </p>
        <div className="row__poster">
          <Poster
            id={event.uid}
            title={event.title}
            ink={event.category ?? "other"}
            roll={event.poster_roll}
            day={day}
            stamp={event.is_off ? (event.strip ?? undefined) : undefined}
          />
        </div>
        <div className="row__main">
          <Heading className="d3">
            {event.url === null ? (
              <span lang={event.lang ?? undefined}>{unbroken(event.title)}</span>
            ) : (
              <PageLink to={paths.event(event.id)} lang={event.lang ?? undefined}>
                {unbroken(event.title)}
              </PageLink>
            )}
          </Heading>
          {event.category && <CategoryLabel category={event.category} />}
          {event.change && <p className={event.is_off ? "err" : undefined}>{event.change}</p>}
          {event.answer && <p className="small">{t(`newsletter.answer_${event.answer}`)}</p>}
        </div>
        <div className="row__where">
          <p>
            <strong>{place}</strong>
            {city.length > 0 && <br />}
            {city.join(", ")}
          </p>
        </div>
      </div>
    </li>
  )
}
