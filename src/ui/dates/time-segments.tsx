import { parseTime } from "@internationalized/date"
import { DateInput, DateSegment, TimeField } from "react-aria-components/TimeField"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { useMessages } from "#i18n/messages-context.ts"
import { ariaLocales } from "../aria.ts"
import type { SegmentsProps } from "./date-field.tsx"
import { useLabelOf } from "../fields/label-press.ts"
import { useNames } from "./part-name.ts"
import "./segments.css"

/** Hours and minutes, each typed or changed with the arrow keys. */
export default function TimeSegments({ wiring, value, onChange }: SegmentsProps) {
  const t = useMessages()
  useLabelOf(wiring.id)
  const names = useNames(wiring.id)
  return (
    <I18nProvider locale={ariaLocales[t.language]}>
      <TimeField
        id={wiring.id}
        aria-labelledby={names}
        aria-describedby={wiring["aria-describedby"] ?? ""}
        isInvalid={wiring["aria-invalid"] ?? false}
        granularity="minute"
        hourCycle={24}
        shouldForceLeadingZeros
        defaultValue={/^\d{2}:\d{2}$/.test(value) ? parseTime(value) : null}
        onChange={(time) => onChange(time ? time.toString().slice(0, 5) : "")}
      >
        <DateInput className="input segments num">{(segment) => <DateSegment segment={segment} />}</DateInput>
      </TimeField>
    </I18nProvider>
  )
}
