import type { CSSProperties } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { Link } from "#ui/link.tsx"
import { addDays } from "#lib/time.ts"
import { spanOfView } from "../../calendar/calendar.ts"
import type { SheetEntry } from "../../calendar/sheet.ts"
import { type Block, hoursOf, type WeekDay, weekOf } from "../../calendar/week.ts"
import { CalendarLabel } from "./calendar-label.tsx"
import { conflictsInWords } from "./calendar-words.ts"

type WeekSheetProps = {
  entries: readonly SheetEntry[]
  date: string
  today: string
  all: ReadonlyMap<number, SheetEntry>
  addressOf: (day: string) => string
}

/** Minutes from which the title of a narrow block runs downwards. */
const runsDown = 105

/** A week by hours: seven lists of a day, side by side where there is room, otherwise one below the other. */
export function WeekSheet({ entries, all, date, today, addressOf }: WeekSheetProps) {
  const { first } = spanOfView("week", date)
  const days = weekOf(
    entries,
    Array.from({ length: 7 }, (_, at) => addDays(first, at)),
  )
  const hours = hoursOf(days)
  const ticks = Array.from({ length: (hours.to - hours.from) / 2 }, (_, at) => hours.from + 2 * at)
  return (
    <div className="wk mine" style={{ "--hours": hours.to - hours.from } as CSSProperties}>
      <div className="wk__t" aria-hidden="true">
        {ticks.map((hour) => (
          <span key={hour}>{hour % 24} h</span>
        ))}
      </div>
      <ol className="wk__days">
        {days.map((day) => (
          <Day
            key={day.date}
            day={day}
            hours={hours}
            all={all}
            isToday={day.date === today}
            isChosen={day.date === date}
            to={addressOf(day.date)}
          />
        ))}
      </ol>
    </div>
  )
}

type DayProps = {
  day: WeekDay
  hours: { from: number; to: number }
  all: ReadonlyMap<number, SheetEntry>
  isToday: boolean
  isChosen: boolean
  to: string
}

function Day({ day, hours, all, isToday, isChosen, to }: DayProps) {
  const t = useMessages()
  const { date, whole, blocks, further } = day
  const count = whole.length + blocks.length + further
  return (
    <li className={classes("wk__d", isChosen && "wk__d--sel")}>
      <h2 className="wk__h">
        <Link
          to={to}
          preventScrollReset
          aria-current={isToday ? "date" : undefined}
          aria-label={t("ui.events_on", { date: t.date(date, "long"), count })}
        >
          <span className="micro t3">{t.date(date, "weekdayShort")}</span>
          <b>{isToday ? <span className="lit">{Number(date.slice(8))}</span> : Number(date.slice(8))}</b>
        </Link>
        {further > 0 && (
          <Link className="link micro wk__more" to={to} preventScrollReset tabIndex={-1} aria-hidden="true">
            {t("calendar.more", { count: further })}
          </Link>
        )}
      </h2>
      <ul className="wk__all">
        {whole.map((entry) => (
          <li key={entry.date.id}>
            <CalendarLabel entry={entry} />
          </li>
        ))}
      </ul>
      <ul className="wk__col">
        {blocks.map((block) => (
          <li key={block.entry.date.id} className="contents">
            <CalendarLabel
              entry={block.entry}
              style={placeOf(block, hours)}
              className={classes(
                block.lanes > 1 && "ev--beside",
                block.lanes > 2 && "ev--narrow",
                block.lanes > 2 && block.to - block.from >= runsDown && "ev--down",
              )}
              isTall={block.to - block.from >= 120 && block.lanes === 1}
              clash={conflictsInWords(t, block.entry, all)}
            />
          </li>
        ))}
      </ul>
    </li>
  )
}

function placeOf({ from, to, lane, lanes }: Block, hours: { from: number; to: number }): CSSProperties {
  const share = (minutes: number) => `${Math.round((minutes / (60 * (hours.to - hours.from))) * 10_000) / 100}%`
  return {
    "--top": share(from - hours.from * 60),
    "--tall": share(to - from),
    "--left": `${Math.round((lane / lanes) * 10_000) / 100}%`,
    "--wide": `${Math.round(10_000 / lanes) / 100}%`,
  } as CSSProperties
}
