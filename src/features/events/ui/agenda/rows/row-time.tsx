import { useMessages } from "#i18n/messages-context.ts"
import { endOf, type EntryDate, type ListedEvent, timeOf } from "../../event-words.ts"

type RowTimeProps = {
  event: ListedEvent
  date: EntryDate
  /** The date began on an earlier day. */
  isRunning: boolean
  /** Shows the date before the time, for a list of several days. */
  withDate?: boolean
}

/** Start and end of the date in a row. */
export function RowTime({ event, date, isRunning, withDate = false }: RowTimeProps) {
  const t = useMessages()
  const time = timeOf(t, event, date)
  const end = endOf(t, event, date)
  return (
    <p className="row__time num">
      {isRunning ? (
        <span className="h5">{t("ui.running")}</span>
      ) : (
        <time dateTime={event.all_day ? date.start.slice(0, 10) : date.start}>
          {withDate ? t.date(date.start, "dayMonth") : time || <span className="h5">{t("ui.all_day")}</span>}
        </time>
      )}
      {withDate && !isRunning && <small>{[t.date(date.start, "weekdayShort"), time].filter(Boolean).join(" ")}</small>}
      {(!withDate || isRunning) && end && (
        <small>
          <span aria-hidden="true">→{"\u00A0"}</span>
          <span className="vh"> {t("ui.until")} </span>
          {end}
        </small>
      )}
    </p>
  )
}
