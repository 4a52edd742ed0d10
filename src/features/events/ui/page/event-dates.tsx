import { type ReactNode, Suspense } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { XBold } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { useUser } from "#web/session/session.ts"
import type { Event, Occurrence } from "../../event.ts"
import { splitDates } from "../../dates/split-dates.ts"
import { endOf, momentInWords, timeOf } from "../event-words.ts"
import type { MyAttendance } from "../answering/my-attendance.ts"
import { printedRows as shownAtOnce } from "./print/print-layout.ts"

const DateAnswer = lazyPart(async () => ({ default: (await import("../answering/my-answer.tsx")).DateAnswer }))

/** All dates of an event that has several: coming ones, then past ones. */
export function EventDates({
  event,
  today,
  attendances,
}: {
  event: Event
  today: string
  attendances: MyAttendance[]
}) {
  const t = useMessages()
  if (event.occurrences.length < 2) return null
  const { past, coming } = splitDates(event, today)
  const later = coming.slice(shownAtOnce)
  return (
    <section className="grid gap-3" id="dates">
      <h2 className="d3">{t("events.other_dates")}</h2>
      {coming.length > 0 && <Dates event={event} dates={coming.slice(0, shownAtOnce)} attendances={attendances} />}
      {later.length > 0 && (
        <More summary={t("events.later_dates", { count: later.length })}>
          <Dates event={event} dates={later} attendances={attendances} />
        </More>
      )}
      {past.length > 0 && (
        <More className="no-print" summary={t("events.past_dates", { count: past.length })}>
          <Dates event={event} dates={past} />
        </More>
      )}
    </section>
  )
}

function More({ summary, className, children }: { summary: string; className?: string; children: ReactNode }) {
  return (
    <details className={className}>
      <summary className="link min-h-11 content-center">{summary}</summary>
      {children}
    </details>
  )
}

type DatesProps = {
  event: Event
  dates: Occurrence[]
  /** When set, each date can be answered separately. */
  attendances?: MyAttendance[]
}

function Dates({ event, dates, attendances }: DatesProps) {
  const t = useMessages()
  const user = useUser()
  return (
    <ul className="credits">
      {dates.map((date) => {
        const isOff = event.status === "cancelled" || date.status === "cancelled"
        const end = endOf(t, event, date)
        const words = (
          <time dateTime={event.all_day ? date.start.slice(0, 10) : date.start}>{t.date(date.start, "long")}</time>
        )
        return (
          <li
            key={date.id}
            className={user ? "flex-wrap items-center" : undefined}
            aria-current={date.id === event.next?.id ? "date" : undefined}
          >
            <span>
              {isOff ? <s>{words}</s> : words}
              {isOff && date.status_reason && (
                <small className="t2" lang={event.language === t.language ? undefined : event.language}>
                  {" "}
                  {date.status_reason}
                </small>
              )}
              {date.status === "moved" && date.original_start && (
                <small className="t3">
                  {" "}
                  {t("events.moved_from", { date: momentInWords(t, date.original_start, event.all_day) })}
                </small>
              )}
            </span>
            <strong className="num">
              {isOff ? (
                <Badge tone="err" icon={XBold}>
                  {t("ui.status_cancelled")}
                </Badge>
              ) : (
                [timeOf(t, event, date) || t("ui.all_day"), end].filter(Boolean).join(" → ")
              )}
            </strong>
            {user && attendances && !isOff && event.workflow === "published" && (
              <Suspense>
                <DateAnswer event={event} date={date} user={user} attendances={attendances} />
              </Suspense>
            )}
          </li>
        )
      })}
    </ul>
  )
}
