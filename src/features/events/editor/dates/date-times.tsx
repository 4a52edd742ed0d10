import { type ComponentProps, type ReactNode, useRef, useState } from "react"
import { flushSync } from "react-dom"
import "#ui/styles/folds.css"
import { useMessages } from "#i18n/messages-context.ts"
import { addDays, isDate } from "#lib/time.ts"
import { Button } from "#ui/button.tsx"
import { DateField } from "#ui/dates/date-field.tsx"
import { TimeField } from "#ui/dates/time-field.tsx"
import { notifyForm } from "#ui/reveal.ts"
import { useField } from "#web/editing/form-parts.tsx"
import { nextDayFor } from "../form/form-errors.ts"
import { useLiveEvent } from "../live/live.ts"

type Times = Partial<ComponentProps<typeof TimeField>>

type DateTimesProps = {
  /** Prefix of its field names: `dates.0` for `dates.0.date`, `.start`, `.end` and `.end_date`. */
  name: string
  /** Leaves out the times, for whole days. In a form that has a field for whole days, its style sheet hides them. */
  isAllDay?: boolean
  /** A change of the first day also moves the last day, so that the date moves as a whole. */
  isMoved?: boolean
  mark?: ReactNode
  start?: Times
  end?: Times
}

/** Fields of one date: its day, its times, and the day it ends on when that is another one. To be placed in a `.datesf__row`. */
export function DateTimes({ name, isAllDay = false, isMoved = false, mark, start, end }: DateTimesProps) {
  const t = useMessages()
  const last = useLastDay(name)
  const [date, begins, ends] = [
    useField(`${name}.date`, ""),
    useField(`${name}.start`, ""),
    useField(`${name}.end`, ""),
  ]
  return (
    <>
      <div className="form__grid">
        <div className="c2 c2--day">
          <DateField
            {...date}
            label={t("event-editor.date")}
            note={mark}
            {...(isMoved ? { onChange: last.follow } : {})}
          />
        </div>
        {!isAllDay && (
          <>
            <div className="c2" data-when="timed">
              <TimeField {...begins} label={t("event-editor.start")} note={mark} {...start} />
            </div>
            <div className="c2" data-when="timed">
              <TimeField {...ends} label={t("event-editor.end")} isOptional {...end} />
            </div>
          </>
        )}
      </div>
      <LastDay name={name} last={last} />
    </>
  )
}

/**
 * Returns the last day as set by script, with the number of times it was set, and functions that keep it in step with the first
 * day.
 */
function useLastDay(name: string) {
  const first = useRef(useField(`${name}.date`, "").defaultValue ?? "")
  const begun = useField(`${name}.end_date`, "").defaultValue ?? ""
  const now = useRef(begun)
  const [given, setGiven] = useState({ date: begun, times: 0 })
  const put = (date: string) => {
    now.current = date
    setGiven(({ times }) => ({ date, times: times + 1 }))
  }
  const typed = (date: string) => {
    now.current = date
  }
  const follow = (date: string) => {
    if (!isDate(date)) return
    if (isDate(first.current) && isDate(now.current))
      put(addDays(now.current, (Date.parse(date) - Date.parse(first.current)) / 86_400_000))
    first.current = date
  }
  return { ...given, put, typed, follow }
}

/** The field for the day an evening ends on, when that is another one; proposed when the end is before the start. */
function LastDay({ name, last }: { name: string; last: ReturnType<typeof useLastDay> }) {
  const t = useMessages()
  const live = useLiveEvent()
  const field = useField(`${name}.end_date`, "")
  const box = useRef<HTMLDetailsElement>(null)
  const proposed = nextDayFor(live, name)
  return (
    <>
      <p className="datesf__ask" role="status">
        {proposed && (
          <>
            <span>
              {t("event-editor.end_next_day", { day: t.date(proposed, "long"), time: live[`${name}.end`] ?? "" })}
            </span>{" "}
            <Button
              onClick={() => {
                flushSync(() => last.put(proposed))
                if (box.current) box.current.open = true
                notifyForm(box.current)
                box.current?.querySelector("summary")?.focus()
              }}
            >
              {t("event-editor.yes_next_day")}
            </Button>
          </>
        )}
      </p>
      <details className="foldable" ref={box} open={field.defaultValue || field.error ? true : undefined}>
        <summary>{t("event-editor.other_last_day")}</summary>
        <div className="form__grid">
          <div className="c3">
            <DateField
              key={last.times}
              {...field}
              defaultValue={last.date}
              onChange={last.typed}
              label={t("event-editor.last_day")}
              isOptional
            />
          </div>
        </div>
      </details>
    </>
  )
}
