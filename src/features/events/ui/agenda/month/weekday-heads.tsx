import { useMessages } from "#i18n/messages-context.ts"

/** The head row of a month's grid: the weekdays, after the column of week numbers. */
export function WeekdayHeads({ days }: { days: readonly string[] }) {
  const t = useMessages()
  return (
    <div className="cal__wd" role="row">
      <span role="columnheader">
        <span className="vh">{t("agenda.week_long", { number: "" })}</span>
      </span>
      {days.map((day) => (
        <span key={day} role="columnheader">
          <span aria-hidden="true">{t.date(day, "weekdayShort")}</span>
          <span className="vh">{t.date(day, "weekday")}</span>
        </span>
      ))}
    </div>
  )
}
