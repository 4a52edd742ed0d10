import { Fragment, type ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { addDays } from "#lib/time.ts"
import { Empty } from "#ui/empty.tsx"
import { Fold } from "#ui/fold.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import type { AgendaDay, AgendaRow } from "../../listing/agenda.ts"
import type { AgendaEvent } from "../../listing/list-event.ts"
import { type AgendaQuery, mostEvents } from "../../listing/agenda-query.ts"
import { agendaAddress, changedQuery } from "./agenda-links.ts"
import { dayId, type StripDay } from "./day-strip.tsx"
import { EventCard } from "./rows/event-card.tsx"
import { EventRow } from "./rows/event-row.tsx"

type AgendaDayListProps = {
  days: AgendaDay<AgendaEvent>[]
  today: string
  /** Shows today's events as posters, as on the home page. */
  hasWall?: boolean
  /** Days to mark « Relâche » when nothing is on; the loaded list has to reach them. */
  expected?: readonly string[]
  /** Shows links to edit the events the viewer manages. */
  withDoings?: boolean
  /** Number of dates that begin on each day, when known: a link leads to those that are not listed here. */
  counts?: readonly StripDay[]
  /** Placed at the end of the first day that has events. */
  afterFirst?: ReactNode
}

const none: readonly never[] = []

/** The agenda by days: a giant date in the margin, then the events. */
export function AgendaDayList({
  days,
  today,
  hasWall = false,
  expected = none,
  withDoings = false,
  counts = none,
  afterFirst,
}: AgendaDayListProps) {
  const t = useMessages()
  const unlisted = counts.filter(
    ({ date, count }) => count > 0 && expected.includes(date) && !days.some((day) => day.date === date),
  )
  const known = [...days, ...unlisted.map(({ date }) => ({ date, rows: [] }))]
  return withEmptyDays(known, expected).map((part) =>
    "rows" in part ? (
      <Fold
        key={part.date}
        id={dayId(part.date)}
        sign={Number(part.date.slice(8))}
        title={dayInWords(t, part.date, today)}
        label={<DayLabel date={part.date} today={today} />}
      >
        {hasWall && part.date === today ? (
          <ul className="wall wall--reel">
            {part.rows.map(({ event, date, isRunning }, at) => (
              <EventCard
                key={`${event.id}-${date.id}`}
                event={event}
                date={date}
                runsOn={isRunning ? part.date : undefined}
                eager={at < 4}
              />
            ))}
          </ul>
        ) : (
          part.rows.length > 0 && <AgendaRows day={part.date} rows={part.rows} withDoings={withDoings} />
        )}
        <DayRest {...part} count={counts.find(({ date }) => date === part.date)?.count ?? 0}>
          {part.date === days[0]?.date && afterFirst}
        </DayRest>
      </Fold>
    ) : (
      <EmptyDays key={part.dates[0]} {...part} today={today} isAll={days.length === 0} />
    ),
  )
}

type DayRestProps = AgendaDay<AgendaEvent> & { count: number; children: ReactNode }

/** A link to all events of a day with more than are listed: the list ends earlier, or shows an event at an earlier date. */
function DayRest({ date, rows, count, children }: DayRestProps) {
  const t = useMessages()
  const hasMore = rows.filter(({ isRunning }) => !isRunning).length < count
  if (!hasMore && !children) return null
  return (
    <p className="bar day-rest">
      {hasMore && (
        <Link className="btn" to={paths.events({ from: date, to: date, limit: String(mostEvents) })}>
          {t("agenda.all_of_day", { count: t.number(count), date: t.date(date, "long") })}
        </Link>
      )}
      {children}
    </p>
  )
}

type AllRunningProps = { query: AgendaQuery; count: number }

/** A link to all running events. */
export function AllRunningLink({ query, count }: AllRunningProps) {
  const t = useMessages()
  return (
    <Link className="btn" to={agendaAddress("events", changedQuery(query, { running: true }))}>
      {t("agenda.all_running", { count })}
    </Link>
  )
}

type AgendaRowsProps = { day: string; rows: AgendaRow<AgendaEvent>[]; withDoings?: boolean }

/** The rows of one day. */
export function AgendaRows({ day, rows, withDoings }: AgendaRowsProps) {
  return (
    <ul className="rows">
      {rows.map(({ event, date, isRunning }) => (
        <EventRow
          key={`${event.id}-${date.id}`}
          event={event}
          date={date}
          runsOn={isRunning ? day : undefined}
          withDoings={withDoings ?? false}
        />
      ))}
    </ul>
  )
}

/** A note on the date from which the list shows each event once. */
export function RepeatsNote({ date }: { date: string }) {
  const t = useMessages()
  return <p className="small t2 py-3">{t("agenda.once_from", { date: t.date(date, "long") })}</p>
}

type EmptyRun = { dates: string[]; next: AgendaDay<AgendaEvent> | undefined }

/** Puts days without events among the others; consecutive ones form one entry. */
export function withEmptyDays(
  days: AgendaDay<AgendaEvent>[],
  expected: readonly string[],
): (AgendaDay<AgendaEvent> | EmptyRun)[] {
  const known = new Set(days.map(({ date }) => date))
  const empty = expected.filter((date) => !known.has(date))
  const runs: EmptyRun[] = []
  for (const date of empty) {
    const run = runs.at(-1)
    if (run && addDays(run.dates.at(-1) as string, 1) === date) run.dates.push(date)
    else runs.push({ dates: [date], next: days.find((day) => day.date > date) })
  }
  const dateOf = (part: AgendaDay<AgendaEvent> | EmptyRun) => ("date" in part ? part.date : (part.dates[0] as string))
  return [...days, ...runs].sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1))
}

/** `isAll`: nothing else is announced either. */
function EmptyDays({ dates, next, today, isAll }: EmptyRun & { today: string; isAll: boolean }) {
  const t = useMessages()
  const [first = "", last = ""] = [dates[0], dates.at(-1)]
  const begins = next?.rows[0]
  return (
    <Fold
      id={dayId(first)}
      sign={Number(first.slice(8))}
      title={
        first === last
          ? dayInWords(t, first, today)
          : t("agenda.days_between", { first: t.date(first, "long"), last: t.date(last, "long") })
      }
      label={first === last ? <DayLabel date={first} today={today} /> : `→ ${t.date(last, "dayMonth")}`}
    >
      {dates.slice(1).map((date) => (
        <span key={date} id={dayId(date)} />
      ))}
      <Empty
        title={t("ui.dark_tonight")}
        action={
          next ? (
            <a className="btn" href={`#${dayId(next.date)}`}>
              {t("agenda.go_to", { date: t.date(next.date, "long") })}
            </a>
          ) : (
            isAll && (
              <Link className="btn" to={paths.newEvent()}>
                {t("agenda.publish_event")}
              </Link>
            )
          )
        }
      >
        {first === last
          ? t("agenda.nothing_on", { date: t.date(first, "long") })
          : t("agenda.nothing_between", { first: t.date(first, "long"), last: t.date(last, "long") })}
        {next && begins && !begins.event.all_day && (
          <> {t("agenda.next_is", { date: t.date(next.date, "long"), time: t.time(begins.date.start) })}</>
        )}
      </Empty>
    </Fold>
  )
}

/** Returns « Aujourd’hui, vendredi 21 novembre », with the year when it is another one. */
export function dayInWords(t: Messages, date: string, today: string): string {
  const words = t.date(date, "long")
  if (date === today) return t("agenda.today_is", { date: words })
  return date === addDays(today, 1) ? t("agenda.tomorrow_is", { date: words }) : words
}

/** The lines under the giant number: « Demain / samedi », with the month when it is not this one. */
function DayLabel({ date, today }: { date: string; today: string }) {
  const t = useMessages()
  const weekday = t.date(date, "weekday")
  const near = date === today ? t("ui.today") : date === addDays(today, 1) ? t("ui.tomorrow") : undefined
  const month = date.slice(0, 7) === today.slice(0, 7) ? undefined : t.date(date, "month")
  const lines = [near, near ? weekday : capital(weekday), month].filter(Boolean)
  return lines.map((line, index) => (
    <Fragment key={line}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}

function capital(word: string) {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1)
}
