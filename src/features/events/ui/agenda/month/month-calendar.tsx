import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { CaretLeftBold, CaretRightBold } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { Sheet } from "#ui/sheet.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import type { AgendaRow } from "../../../listing/agenda.ts"
import type { AgendaQuery } from "../../../listing/agenda-query.ts"
import { addMonths, weeksOf } from "../../../dates/calendar.ts"
import { chosenDay, monthOf, monthRows } from "../../../month/month.ts"
import type { AgendaEvent } from "../../../listing/list-event.ts"
import type { AgendaData } from "../../../pages/agenda-data.ts"
import { AgendaRows, dayInWords } from "../agenda-day-list.tsx"
import { agendaAddress } from "../agenda-links.ts"
import { WeekdayHeads } from "./weekday-heads.tsx"
import { useGridKeys } from "./grid-keys.ts"
import { isCancelled, timeOf, titleOf } from "../../event-words.ts"
import monthSheet from "./month.css?url"

type Row = AgendaRow<AgendaEvent>
/** Labels in a cell of the grid, and squares on narrow screens, where more of them fit. */
const labels = 3
const mostLabels = 8

/**
 * A month as a grid (WAI-ARIA grid pattern: arrows, Home, End, Page Up and Down), and the list of the chosen day. Days are links,
 * so it works without script too.
 */
export default function MonthCalendar({ agenda }: { agenda: AgendaData }) {
  const t = useMessages()
  const { query, today, events, sheet = [] } = agenda
  const month = monthOf(query, today)
  const weeks = weeksOf(month)
  const rows = monthRows(sheet, events)
  const counts = new Map(sheet.map((day) => [day.date, day]))
  const chosen = chosenDay(query, today)
  const { count = 0, running = 0 } = counts.get(chosen) ?? {}
  const shown = rows.get(chosen) ?? []
  const { grid, focusable, move } = useGridKeys(chosen, (day) =>
    agendaAddress("events", { ...query, month: day.slice(0, 7), day }),
  )
  const address = (change: Partial<AgendaQuery>) =>
    agendaAddress("events", { ...query, day: undefined, start: 0, ...change })
  const previous = addMonths(month, -1)
  const following = addMonths(month, 1)

  return (
    <>
      <Sheet href={monthSheet} />
      <header className="bar bar--between mb-5">
        <h2 className="d2" id="month">
          {t.date(`${month}-01`, "monthName")} <span className="t3">{month.slice(0, 4)}</span>
        </h2>
        <nav className="bar" aria-label={t("ui.view_calendar")}>
          <ButtonLink kind="bare" iconOnly icon={CaretLeftBold} to={address({ month: previous })} preventScrollReset>
            {t.date(`${previous}-01`, "monthYear")}
          </ButtonLink>
          <ButtonLink to={address({ month: undefined })} preventScrollReset>
            {t("agenda.this_month")}
          </ButtonLink>
          <ButtonLink kind="bare" iconOnly icon={CaretRightBold} to={address({ month: following })} preventScrollReset>
            {t.date(`${following}-01`, "monthYear")}
          </ButtonLink>
        </nav>
      </header>
      <div className="cal" role="grid" aria-labelledby="month" ref={grid} tabIndex={-1} onKeyDown={move}>
        <WeekdayHeads days={weeks[0]?.days ?? []} />
        {weeks.map(({ number, days }) => (
          <div key={number} className="cal__wk" role="row">
            <span className="cal__n" role="rowheader" aria-label={t("agenda.week_long", { number })}>
              {t("agenda.week_short", { number })}
            </span>
            {days.map((day) => (
              <Day
                key={day}
                day={day}
                rows={rows.get(day) ?? []}
                count={counts.get(day)?.count ?? 0}
                isOut={!day.startsWith(month)}
                isToday={day === today}
                isChosen={day === chosen}
                isFocusable={focusable === undefined || day === focusable}
                to={address({ month: day.slice(0, 7), day })}
              />
            ))}
          </div>
        ))}
      </div>
      <section aria-label={dayInWords(t, chosen, today)}>
        <header className="dayline">
          <b aria-hidden="true">{Number(chosen.slice(8))}</b>
          <h2 className="contents">
            <span>
              {dayInWords(t, chosen, today)}
              <br />
              {t("agenda.day_count", { count })}
              {running > 0 && <> · {t("agenda.day_running", { count: running })}</>}
            </span>
          </h2>
        </header>
        {count > 0 ? (
          <>
            <AgendaRows day={chosen} rows={shown} />
            {count > shown.length && (
              <p className="mt-6">
                <ButtonLink to={address({ view: "list", month: undefined, from: chosen, to: chosen })}>
                  {t("agenda.whole_day", { count })}
                </ButtonLink>
              </p>
            )}
          </>
        ) : (
          <Empty title={t("ui.dark_tonight")}>{t("agenda.nothing_on", { date: t.date(chosen, "long") })}</Empty>
        )}
      </section>
    </>
  )
}

type DayProps = {
  day: string
  rows: Row[]
  /** Number of dates, of which the cell has room for some. */
  count: number
  isOut: boolean
  isToday: boolean
  isChosen: boolean
  isFocusable: boolean
  to: string
}

/** A day of the grid: the whole cell leads to the day's list, and labels on it lead to the events themselves. */
function Day({ day, rows, count, isOut, isToday, isChosen, isFocusable, to }: DayProps) {
  const t = useMessages()
  return (
    <div
      className={classes("cal__d", isOut && "cal__d--out", isToday && "cal__d--today", isChosen && "cal__d--sel")}
      role="gridcell"
      aria-selected={isChosen}
    >
      <b>
        <Link
          className="stretch"
          to={to}
          preventScrollReset
          data-day={day}
          tabIndex={isFocusable ? 0 : -1}
          aria-current={isToday ? "date" : undefined}
          aria-label={t("ui.events_on", { date: t.date(day, "long"), count })}
        >
          {Number(day.slice(8))}
        </Link>
      </b>
      {rows.slice(0, mostLabels).map((row, at) => (
        <Label key={`${row.event.id}-${row.date.id}`} row={row} isWide={at < labels} />
      ))}
      {count > labels && (
        <span className="micro t3 max-md:hidden" aria-hidden="true">
          {t("agenda.and_more", { count: count - labels })}
        </span>
      )}
      {count > mostLabels && (
        <span className="micro t3 md:hidden" aria-hidden="true">
          +
        </span>
      )}
    </div>
  )
}

/** A label outside the tab order: the keyboard reaches the same events in the day's list. */
function Label({ row: { event, date, isRunning }, isWide }: { row: Row; isWide: boolean }) {
  const t = useMessages()
  const title = titleOf(t, event)
  const isOff = isCancelled(event, date) || event.my_attendance === "declined"
  return (
    <PageLink
      to={paths.event(event.id)}
      className={classes(
        "ev relative z-2 max-md:pointer-events-none",
        isOff ? "ev--no" : event.my_attendance === "confirmed" ? "ev--yes" : "ev--int",
        !isWide && "md:hidden",
      )}
      style={{ "--ink": `var(--ink-${event.category})` } as React.CSSProperties}
      tabIndex={-1}
      aria-hidden="true"
    >
      {!isRunning && !event.all_day && <time dateTime={date.start}>{timeOf(t, event, date)}</time>}
      <span lang={title.lang}>{unbroken(title.text)}</span>
    </PageLink>
  )
}
