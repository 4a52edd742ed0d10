import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Empty } from "#ui/empty.tsx"
import { Fold } from "#ui/fold.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import { spanOfView } from "../../calendar/calendar.ts"
import { listedDays, onDay, runningEntries, type SheetEntry } from "../../calendar/sheet.ts"
import { dayInWords } from "../agenda/agenda-day-list.tsx"
import { placeOf, titleOf } from "../event-words.ts"
import { CalendarRow } from "./calendar-row.tsx"
import { standingInWords, runningUntilInWords } from "./calendar-words.ts"

type DaysProps = {
  entries: readonly SheetEntry[]
  all: ReadonlyMap<number, SheetEntry>
  today: string
  timezone: string
}

/** All entries of the chosen day. */
export function ChosenDay({ date, entries, all, today, timezone }: DaysProps & { date: string }) {
  const t = useMessages()
  const there = onDay(entries, date)
  return (
    <section className="chosen" aria-label={dayInWords(t, date, today)} id="day">
      <header className="dayline">
        <b aria-hidden="true">{Number(date.slice(8))}</b>
        <h2 className="contents">
          <span>
            {dayInWords(t, date, today)}
            <br />
            <span role="status">{t("calendar.dates", { count: there.length })}</span>
          </span>
        </h2>
      </header>
      {there.length > 0 ? (
        <ul className="rows">
          {there.map((entry) => (
            <CalendarRow key={entry.date.id} entry={entry} day={date} all={all} timezone={timezone} />
          ))}
        </ul>
      ) : (
        <Empty title={t("ui.dark_tonight")}>{t("calendar.nothing_on", { date: t.date(date, "long") })}</Empty>
      )}
    </section>
  )
}

/** The days of a month in a row, past ones included. */
export function ListSheet({ date, entries, all, today, timezone }: DaysProps & { date: string }) {
  const t = useMessages()
  const { first, last } = spanOfView("list", date)
  return (
    <div className="outings mine">
      {listedDays(entries, first, last, today).map((day) => (
        <Fold
          key={day.date}
          sign={<span className={day.date === today ? "lit" : undefined}>{Number(day.date.slice(8))}</span>}
          title={dayInWords(t, day.date, today)}
          label={t.date(day.date, "weekday")}
        >
          <ul className="rows">
            {day.entries.map((entry) => (
              <CalendarRow
                key={entry.date.id}
                entry={entry}
                day={day.date}
                all={all}
                timezone={timezone}
                further={entry.further}
                isBrief
              />
            ))}
          </ul>
        </Fold>
      ))}
    </div>
  )
}

/** Entries longer than a week, each once: an exhibition is only in the cells of its first and last day. */
export function RunningPart({ entries, first, last }: { entries: readonly SheetEntry[]; first: string; last: string }) {
  const t = useMessages()
  const running = runningEntries(entries, first, last)
  if (running.length === 0) return null
  return (
    <section className="part running">
      <h2 className="h5">{t("calendar.running")}</h2>
      <ul>
        {running.map((entry) => {
          const title = titleOf(t, entry.event)
          const more = [placeOf(t, entry.event).name, runningUntilInWords(t, entry), standingInWords(t, entry)]
          return (
            <li key={entry.date.id}>
              <span className="sw" style={{ "--ink": `var(--ink-${entry.event.category})` } as React.CSSProperties} />
              <span>
                <PageLink className="link" to={paths.event(entry.event.id)} lang={title.lang}>
                  {unbroken(title.text)}
                </PageLink>{" "}
                <span className="small t2">{more.filter(Boolean).join(" · ")}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
