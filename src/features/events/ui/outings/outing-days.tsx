import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { addDays } from "#lib/time.ts"
import { classes } from "#ui/classes.ts"
import { Fold } from "#ui/fold.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import { doorsAt } from "../../dates/shown-date.ts"
import { byDay, type Outing } from "../../outings/outing.ts"
import { EventBadges } from "../agenda/rows/event-badges.tsx"
import { RowTime } from "../agenda/rows/row-time.tsx"
import { joiningInWords } from "../answering/joining.tsx"
import { EventPoster } from "../event-poster.tsx"
import { entryDate, isCancelled, placeOf, titleOf } from "../event-words.ts"
import "./outings.css"

type OutingDaysProps = { outings: readonly Outing[]; today: string; level?: 2 | 3 }

/** The coming outings by day, with today highlighted. */
export function OutingDays({ outings, today, level = 2 }: OutingDaysProps) {
  const t = useMessages()
  return (
    <div className="outings">
      {byDay(outings, today).map(({ date, outings: those }) => (
        <Fold
          key={date}
          level={level}
          sign={<span className={date === today ? "lit" : undefined}>{Number(date.slice(8))}</span>}
          title={[nearDay(t, date, today), t.date(date, "long")].filter(Boolean).join(", ")}
          label={<DayLabel date={date} today={today} />}
        >
          <ul className="rows">
            {those.map((outing) => (
              <OutingRow
                key={`${outing.id} ${outing.next?.id}`}
                outing={outing}
                today={today}
                level={level === 2 ? 3 : 4}
              />
            ))}
          </ul>
        </Fold>
      ))}
    </div>
  )
}

function OutingRow({ outing, today, level }: { outing: Outing; today: string; level: 3 | 4 }) {
  const t = useMessages()
  const Heading = `h${level}` as "h3"
  const date = entryDate(outing)
  const title = titleOf(t, outing)
  const place = placeOf(t, outing)
  const isOff = isCancelled(outing, date)
  const isRunning = date.start.slice(0, 10) < today
  const doors = outing.doors && !isOff && !isRunning ? doorsOf(outing, outing.doors, date) : null
  return (
    <li className={classes("row row--outing", isOff && "row--off")}>
      <RowTime event={outing} date={date} isRunning={isRunning} />
      <div className="row__poster">
        <EventPoster event={outing} date={date} today={today} />
      </div>
      <div className="row__main">
        <Heading className="d3">
          <PageLink to={paths.event(outing.id)} lang={title.lang}>
            {unbroken(title.text)}
          </PageLink>
        </Heading>
        <div className="bar outing__badges">
          <EventBadges event={outing} date={date} />
        </div>
        {isOff && outing.status_reason && (
          <p className="small t2" lang={outing.language === t.language ? undefined : outing.language}>
            {outing.status_reason}
          </p>
        )}
        {outing.joining?.state && <p className="small t2">{joiningInWords(t, outing.joining)}</p>}
        {doors && <p className="small t2">{t("ui.doors", { time: t.time(doors) })}</p>}
      </div>
      <div className="row__where">
        <p>
          <strong>{place.name}</strong>
          {place.city && <br />}
          {place.city}
        </p>
      </div>
    </li>
  )
}

function doorsOf(outing: Outing, doors: string, date: { start: string }) {
  return doorsAt({ start: outing.start, end: outing.end, doors, next: null, occurrences: [] }, date)
}

function nearDay(t: Messages, date: string, today: string): string | undefined {
  if (date === today) return t("ui.today")
  return date === addDays(today, 1) ? t("ui.tomorrow") : undefined
}

function DayLabel({ date, today }: { date: string; today: string }) {
  const t = useMessages()
  const near = nearDay(t, date, today)
  const weekday = t.date(date, "weekday")
  return (
    <>
      {near ?? weekday.charAt(0).toLocaleUpperCase() + weekday.slice(1)}
      {near && (
        <>
          <br />
          {weekday}
        </>
      )}
      {date.slice(0, 7) !== today.slice(0, 7) && (
        <>
          <br />
          {t.date(date, "month")}
        </>
      )}
    </>
  )
}
