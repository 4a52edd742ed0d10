import { parseDate } from "@internationalized/date"
import { I18nProvider } from "react-aria-components/I18nProvider"
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  RangeCalendar,
} from "react-aria-components/RangeCalendar"
import { useMessages } from "#i18n/messages-context.ts"
import { ariaLocales } from "../aria.ts"
import type { DateSpan } from "./date-span.ts"
import { CaretLeftBold, CaretRightBold } from "../icons.tsx"

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
        <header>
          <Button slot="previous" className="btn btn--bare btn--icon">
            <CaretLeftBold />
          </Button>
          <CalendarHeading />
          <Button slot="next" className="btn btn--bare btn--icon">
            <CaretRightBold />
          </Button>
        </header>
        <CalendarGrid weekdayStyle="short">
          <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>{(date) => <CalendarCell date={date} className="picker__day" />}</CalendarGridBody>
        </CalendarGrid>
      </RangeCalendar>
    </I18nProvider>
  )
}
