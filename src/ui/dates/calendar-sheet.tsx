import { parseDate } from "@internationalized/date"
import { Calendar } from "react-aria-components/Calendar"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { useMessages } from "#i18n/messages-context.ts"
import { ariaLocales } from "../aria.ts"
import { CalendarMonth } from "./calendar-month.tsx"

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
        <CalendarMonth />
      </Calendar>
    </I18nProvider>
  )
}
