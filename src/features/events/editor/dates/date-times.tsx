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
  /** What its fields begin with: `dates.0` for `dates.0.date`, `.start`, `.end` and `.end_date`. */
  name: string
  /** Of whole days no hours are asked; where a form asks whether they are, its style sheet hides them. */
  isAllDay?: boolean
  /** Another first day moves the last one along: the date as a whole is moved. */
  isMoved?: boolean
  mark?: ReactNode
  start?: Times
  end?: Times
}

/** When one date is: its day, its hours, and the day it ends on when that is another one. Stands in a `.datesf__row`. */
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

/** The last day that was put into its field, and how often; how it follows the first one as that is typed. */
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

/** The day an evening ends on, when that is another one; proposed where an end comes before its start. */
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
