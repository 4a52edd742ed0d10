import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { Link } from "#ui/link.tsx"
import { cellsOf, onDay, type Placed, type SheetEntry } from "../../calendar/sheet.ts"
import { weeksOf } from "../../dates/calendar.ts"
import { useGridKeys } from "../agenda/month/grid-keys.ts"
import { WeekdayHeads } from "../agenda/month/weekday-heads.tsx"
import { CalendarLabel } from "./calendar-label.tsx"
import { countConflicts } from "./calendar-words.ts"

/** Labels in a cell on screen and on paper, which has more room, and squares on a phone. */
const labels = 3
const onPaper = 4
const squares = 8

type MonthSheetProps = {
  entries: readonly SheetEntry[]
  date: string
  today: string
  /** Returns the address of a day. */
  addressOf: (day: string) => string
}

/** A month as a grid (WAI-ARIA grid pattern): the whole cell leads to its day, which is listed below. */
export function MonthSheet({ entries, date, today, addressOf }: MonthSheetProps) {
  const t = useMessages()
  const weeks = weeksOf(date.slice(0, 7))
  const cells = cellsOf(
    entries,
    weeks.flatMap(({ days }) => days),
  )
  const { grid, focusable, move } = useGridKeys(date, addressOf)
  return (
    <div className="cal mine" role="grid" aria-labelledby="calendar-head" ref={grid} tabIndex={-1} onKeyDown={move}>
      <WeekdayHeads days={weeks[0]?.days ?? []} />
      {weeks.map(({ number, days }) => (
        <div key={days[0]} className="cal__wk" role="row">
          <span className="cal__n" role="rowheader" aria-label={t("agenda.week_long", { number })}>
            {t("agenda.week_short", { number })}
          </span>
          {days.map((day) => (
            <div
              key={day}
              className={classes(
                "cal__d",
                !day.startsWith(date.slice(0, 7)) && "cal__d--out",
                day === today && "cal__d--today",
                day === date && "cal__d--sel",
              )}
              role="gridcell"
              aria-selected={day === date}
            >
              <b>
                <DayLink
                  day={day}
                  entries={entries}
                  isToday={day === today}
                  isFocusable={focusable === undefined || day === focusable}
                  to={addressOf(day)}
                />
              </b>
              <Labels there={cells.get(day) ?? []} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

type DayLinkProps = { day: string; entries: readonly SheetEntry[]; isToday: boolean; isFocusable: boolean; to: string }

function DayLink({ day, entries, isToday, isFocusable, to }: DayLinkProps) {
  const t = useMessages()
  const there = onDay(entries, day)
  const date = t.date(day, "long")
  return (
    <Link
      className="stretch"
      to={to}
      preventScrollReset
      data-day={day}
      tabIndex={isFocusable ? 0 : -1}
      aria-current={isToday ? "date" : undefined}
      aria-label={t("calendar.day_label", { date, count: there.length, clashes: countConflicts(there) })}
    >
      {Number(day.slice(8))}
    </Link>
  )
}

/** Labels outside the tab order: the keyboard reaches the same entries in the day's list. */
function Labels({ there }: { there: Placed[] }) {
  const t = useMessages()
  return (
    <>
      {there.slice(0, squares).map((entry, at) => (
        <CalendarLabel
          key={entry.date.id}
          entry={entry}
          className={classes(
            "relative z-2 max-lg:pointer-events-none",
            at >= labels && "ev--more",
            at >= onPaper && "ev--most",
          )}
          isShownOnly
        />
      ))}
      {there.length > labels && (
        <span className="micro t3 max-lg:hidden cal__more" aria-hidden="true">
          {t("calendar.more", { count: there.length - labels })}
        </span>
      )}
      {there.length > onPaper && (
        <span className="micro print-only" aria-hidden="true">
          {t("calendar.more", { count: there.length - onPaper })}
        </span>
      )}
      {there.length > squares && (
        <span className="micro t3 lg:hidden cal__more" aria-hidden="true">
          +
        </span>
      )}
    </>
  )
}
