import { type CalendarDate, parseDate } from "@internationalized/date"
import { Suspense, useRef, useState } from "react"
import { DateField, DateInput, DateSegment } from "react-aria-components/DateField"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { useMessages } from "#i18n/messages-context.ts"
import { isDate } from "#lib/time.ts"
import { ariaLocales } from "../aria.ts"
import type { SegmentsProps } from "./date-field.tsx"
import { CalendarBlank } from "../icons.tsx"
import { useLabelOf } from "../fields/label-press.ts"
import { useNames } from "./part-name.ts"
import { lazyPart } from "../loading/lazy-part.tsx"
import "./segments.css"

const PopoverOverlay = lazyPart(() => import("../overlays/popover-overlay.tsx"))
const CalendarSheet = lazyPart(() => import("./calendar-sheet.tsx"))

/** Day, month and year, each typed or changed with the arrow keys, and a calendar. */
export default function DateSegments({ wiring, value, min, max, onChange }: SegmentsProps) {
  const t = useMessages()
  const [date, setDate] = useState<CalendarDate | null>(() => (isDate(value) ? parseDate(value) : null))
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  useLabelOf(wiring.id)
  const names = useNames(wiring.id)
  const take = (next: CalendarDate | null) => {
    setDate(next)
    onChange(next ? next.toString() : "")
  }

  return (
    <I18nProvider locale={ariaLocales[t.language]}>
      <div className="withicon">
        <DateField
          id={wiring.id}
          aria-labelledby={names}
          aria-describedby={wiring["aria-describedby"] ?? ""}
          isInvalid={wiring["aria-invalid"] ?? false}
          granularity="day"
          shouldForceLeadingZeros
          minValue={min && isDate(min) ? parseDate(min) : null}
          maxValue={max && isDate(max) ? parseDate(max) : null}
          value={date}
          onChange={(next) => take(next as CalendarDate | null)}
        >
          <DateInput className="input segments num">{(segment) => <DateSegment segment={segment} />}</DateInput>
        </DateField>
        <button
          ref={trigger}
          type="button"
          className="withicon__do"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={t("editor.open_calendar")}
          aria-describedby={names}
          onClick={() => setOpen(!isOpen)}
        >
          <CalendarBlank />
        </button>
      </div>
      {isOpen && (
        <Suspense>
          <PopoverOverlay label={t("editor.open_calendar")} trigger={trigger} onClose={() => setOpen(false)}>
            <CalendarSheet
              label={t("editor.open_calendar")}
              value={date?.toString() ?? null}
              min={min}
              onChange={(chosen) => {
                take(parseDate(chosen))
                setOpen(false)
              }}
            />
          </PopoverOverlay>
        </Suspense>
      )}
    </I18nProvider>
  )
}
