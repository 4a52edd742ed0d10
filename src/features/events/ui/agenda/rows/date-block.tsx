import type { ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { classes } from "#ui/classes.ts"
import { XBold } from "#ui/icons.tsx"
import { endOf } from "../../event-words.ts"

type DateBlockProps = {
  start: string
  end?: string | null
  allDay?: boolean
  /** The date is cancelled. */
  isOff?: boolean
  doors?: string | null
  /** Shown after the doors: « 1 h 45, sans entracte ». */
  more?: ReactNode
}

/** A date as a block: giant day, weekday over month, times at the right, between two thick rules. */
export function DateBlock({ start, end = null, allDay = false, isOff = false, doors, more }: DateBlockProps) {
  const t = useMessages()
  const until = endOf(t, { all_day: allDay }, { start, end })
  return (
    <div className={classes("when", isOff && "when--off")}>
      <p className="when__day">
        <time dateTime={start.slice(0, 10)} className="vh">
          {t.date(start, "full")}
        </time>
        <b aria-hidden="true">{Number(start.slice(8, 10))}</b>
        <span aria-hidden="true">
          {t.date(start, "weekday")}
          <br />
          {t.date(start, "month")}
        </span>
      </p>
      <p className="when__at">
        <b>
          {!allDay && <time dateTime={start}>{t.time(start)}</time>}
          {until && (
            <>
              <span aria-hidden="true">{allDay ? "→ " : " → "}</span>
              <span className="vh"> {t("ui.until")} </span>
              <time className="whitespace-nowrap" dateTime={end ?? undefined}>
                {until}
              </time>
            </>
          )}
        </b>
        {isOff && (
          <Badge tone="err" icon={XBold}>
            {t("ui.status_cancelled")}
          </Badge>
        )}
        {!isOff && (doors || more) && (
          <span className="t2">
            {doors && t("ui.doors", { time: t.time(doors) })}
            {doors && more && " · "}
            {more}
          </span>
        )}
      </p>
    </div>
  )
}
