import { type CSSProperties, type ReactNode, useId, useState } from "react"
import { ActorChip } from "#features/actors/ui/actor-chip.tsx"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { CaretDownBold } from "#ui/icons.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import { nightsOf } from "../../../dates/run.ts"
import type { Event } from "../../../event.ts"
import type { ListedDate } from "../../../listing/agenda.ts"
import { EventPoster } from "../../event-poster.tsx"
import { actorsOf, endOf, type ListedEvent, titleOf } from "../../event-words.ts"
import { runWords } from "../../run-words.ts"
import { CategoryLabel } from "../rows/category-label.tsx"
import { EventBadges } from "../rows/event-badges.tsx"
import { RunDates } from "./run-dates.tsx"
import { Star } from "../rows/star.tsx"

/** Most dates unfolded in the row; the others are on the event's own page. */
const mostOpened = 12

/** Keeps « 18–20 déc. » on one line. */
const datesTogether = (words: string) =>
  words.replaceAll(/(\d)–(?=\d)/g, "$1\u2060–\u2060").replaceAll(/(\d) (?=\p{L})/gu, "$1\u00a0")

type RunEvent = ListedEvent & Pick<Event, "further_dates"> & { occurrences: ListedDate[] }
type RunRowProps = {
  event: RunEvent
  /** Today's date for the reader: earlier dates that have not ended are on now. */
  today: string
  where: ReactNode
}

/** A production in a list of coming events: one row for all its dates, which unfold below. */
export function RunRow({ event, today, where }: RunRowProps) {
  const t = useMessages()
  const id = useId()
  const [isOpened, setOpened] = useState(false)
  const title = titleOf(t, event)
  const actors = actorsOf(event)
  const { next, further_dates, occurrences } = event
  const date = next ?? { id: 0, start: event.start, end: event.end }
  const listed = occurrences.length > 0 ? occurrences : [date]
  const dates = event.status === "cancelled" ? listed.map((one) => ({ ...one, status: "cancelled" as const })) : listed
  const count = dates.length + (further_dates?.count ?? 0)
  const end = endOf(t, event, date)
  const isOn = count === 1 && date.start.slice(0, 10) < today && end !== ""
  const words = isOn
    ? { main: t("ui.running_until", { date: end }), others: [] }
    : runWords(t, { all_day: event.all_day, dates, last: further_dates?.last })
  return (
    <li className={classes("row row--run", event.status === "cancelled" && "row--off")}>
      <div className="row__poster">
        <EventPoster event={event} date={date} today={today} />
      </div>
      <div className="row__main">
        <p className="run__when">
          <time dateTime={event.all_day ? date.start.slice(0, 10) : date.start}>{datesTogether(words.main)}</time>
          {words.others.map((other) => (
            <small key={other}>{datesTogether(other)}</small>
          ))}
        </p>
        <h3 className="d3">
          <PageLink to={paths.event(event.id)} lang={title.lang}>
            {unbroken(title.text)}
          </PageLink>
        </h3>
        {actors.length > 0 && (
          <p className="row__by small">
            {actors.map((actor) => (
              <ActorChip key={actor.fid} actor={actor} />
            ))}
          </p>
        )}
        <div className="run__marks">
          <CategoryLabel category={event.category} />
          {count > 1 && <Nights event={event} dates={dates} />}
        </div>
        <EventBadges event={event} date={date} besideStar />
      </div>
      <div className="row__where">
        {where}
        {count > 1 && (
          // The dates are a row of their own below; without script it unfolds as well.
          <details className="more-dates" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
            <summary aria-controls={id}>
              {t("runs.dates_count", { count })}
              <span className="vh" lang={title.lang}>
                , {title.text}
              </span>
              <CaretDownBold />
            </summary>
          </details>
        )}
      </div>
      <div className="row__act">
        <Star event={event} title={title.text} />
      </div>
      {count > 1 && (
        <ul className="dates" id={id}>
          <RunDates event={event} dates={dates.slice(0, mostOpened)} isOpen={isOpened} />
          {count > mostOpened && (
            <li>
              <PageLink className="link" to={`${paths.event(event.id)}#dates`}>
                {t("runs.all_dates", { count })}
              </PageLink>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

/** A diagram of the nights, for sighted readers only: the text beside it says the same. */
function Nights({ event, dates }: { event: RunEvent; dates: ListedDate[] }) {
  return (
    <span className="nights" style={{ "--ink": `var(--ink-${event.category})` } as CSSProperties} aria-hidden="true">
      {nightsOf(dates, event.all_day).map(({ date, state, isMonday }) => (
        <i key={date} className={classes(state !== "dark" && state, isMonday && "mon") || undefined} />
      ))}
    </span>
  )
}
