import { parseDate } from "@internationalized/date"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { RangeCalendar } from "react-aria-components/RangeCalendar"
import { useMessages } from "#i18n/messages-context.ts"
import { ariaLocales } from "../aria.ts"
import type { DateSpan } from "./date-span.ts"
import { CalendarMonth } from "./calendar-month.tsx"

type RangeCalendarSheetProps = { value: DateSpan | null; today: string; onChange: (value: DateSpan) => void }

export default function RangeCalendarSheet({ value, today, onChange }: RangeCalendarSheetProps) {
  const t = useMessages()
  return (
    <I18nProvider locale={ariaLocales[t.language]}>
      <RangeCalendar
        className="picker"
        aria-label={t("ui.choose_dates")}
        firstDayOfWeek="mon"
        minValue={parseDate(today)}
        defaultValue={value && { start: parseDate(value.from), end: parseDate(value.to) }}
        onChange={({ start, end }) => onChange({ from: start.toString(), to: end.toString() })}
      >
        <CalendarMonth />
      </RangeCalendar>
    </I18nProvider>
  )
}
