import { Suspense } from "react"
import { daySpan } from "#i18n/day-span.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Button } from "../button.tsx"
import { CalendarBlank } from "../icons.tsx"
import { Popover } from "../overlays/popover.tsx"
import { type DateSpan, tomorrowOf, weekendOf, weekOf } from "./date-span.ts"
import { lazyPart } from "../loading/lazy-part.tsx"

const RangeCalendarSheet = lazyPart(() => import("./range-calendar-sheet.tsx"))

type DateRangePickerProps = {
  /** Null means from today on. */
  value: DateSpan | null
  /** Today's date at the reader's place, `2026-11-21`. */
  today: string
  /** The button's text for the value; by default its two dates. */
  words?: string | undefined
  onChange: (value: DateSpan | null) => void
}

/** The date filter: a few quick spans, or two days on a calendar. The calendar is loaded when it opens. */
export function DateRangePicker({ value, today, words, onChange }: DateRangePickerProps) {
  const t = useMessages()
  return (
    <Popover
      icon={CalendarBlank}
      label={t("ui.choose_dates")}
      value={value ? (words ?? spanWords(t, value, today)) : t("ui.from_today")}
      isOn={value !== null}
    >
      {(close) => {
        const choose = (span: DateSpan | null) => {
          onChange(span)
          close()
        }
        return (
          <>
            <div className="picker__quick">
              <Quick span={{ from: today, to: today }} words={t("ui.today")} onChoose={choose} />
              <Quick span={tomorrowOf(today)} words={t("ui.tomorrow")} onChoose={choose} />
              <Quick span={weekendOf(today)} words={t("ui.weekend")} onChoose={choose} />
              <Quick span={weekOf(today)} words={t("ui.week")} onChoose={choose} />
            </div>
            <Suspense fallback={<span className="sk picker__wait" />}>
              <RangeCalendarSheet value={value} today={today} onChange={choose} />
            </Suspense>
            {value && (
              <div className="picker__end">
                <Button kind="bare" onClick={() => choose(null)}>
                  {t("ui.clear")}
                </Button>
              </div>
            )}
          </>
        )
      }}
    </Popover>
  )
}

type QuickProps = { span: DateSpan; words: string; onChoose: (span: DateSpan) => void }

/** A shortcut whose accessible name includes its days: « Ce week-end, vendredi 21 novembre – dimanche 23 novembre ». */
function Quick({ span, words, onChoose }: QuickProps) {
  const t = useMessages()
  const days = [...new Set([span.from, span.to])].map((date) => t.date(date, "long"))
  return (
    <Button aria-label={`${words}, ${days.join(" – ")}`} onClick={() => onChoose(span)}>
      {words}
    </Button>
  )
}

/** Formats a span: « Aujourd’hui », « 21 nov. », « 21–23 nov. ». */
export function spanWords(t: Messages, { from, to }: DateSpan, today: string): string {
  return from === to && from === today ? t("ui.today") : daySpan(t, from, to)
}
