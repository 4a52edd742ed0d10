import { Suspense } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { CalendarBlank } from "../icons.tsx"
import { lazyPart } from "../loading/lazy-part.tsx"
import { Popover } from "../overlays/popover.tsx"

const CalendarSheet = lazyPart(() => import("./calendar-sheet.tsx"))

type DatePickerProps = {
  label: string
  /** `2026-11-21` */
  value: string | null
  onChange: (date: string) => void
  min?: string
}

/** Picks one day on a calendar that is loaded when it opens. */
export function DatePicker({ label, value, onChange, min }: DatePickerProps) {
  const t = useMessages()
  return (
    <Popover icon={CalendarBlank} label={label} value={value ? t.date(value, "long") : label} isOn={value !== null}>
      {(close) => (
        <Suspense fallback={<span className="sk picker__wait" />}>
          <CalendarSheet
            label={label}
            value={value}
            min={min}
            onChange={(date) => {
              onChange(date)
              close()
            }}
          />
        </Suspense>
      )}
    </Popover>
  )
}
