import { parseDate } from "@internationalized/date"
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from "react-aria-components/Calendar"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { useMessages } from "#i18n/messages-context.ts"
import { ariaLocales } from "../aria.ts"
import { CaretLeftBold, CaretRightBold } from "../icons.tsx"

type CalendarSheetProps = {
  label: string
  value: string | null
  min: string | undefined
  onChange: (date: string) => void
}

export default function CalendarSheet({ label, value, min, onChange }: CalendarSheetProps) {
  const t = useMessages()
  return (
    <I18nProvider locale={ariaLocales[t.language]}>
      <Calendar
        className="picker picker--one"
        aria-label={label}
        firstDayOfWeek="mon"
        minValue={min ? parseDate(min) : null}
        defaultValue={value ? parseDate(value) : null}
        onChange={(date) => onChange(date.toString())}
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
      </Calendar>
    </I18nProvider>
  )
}
