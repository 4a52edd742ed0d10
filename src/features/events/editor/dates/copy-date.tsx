import { useMessages } from "#i18n/messages-context.ts"
import { DateField } from "#ui/dates/date-field.tsx"
import { TimeField } from "#ui/dates/time-field.tsx"
import { useField } from "#web/editing/form-parts.tsx"

type CopyDateProps = {
  /** Prefix of its field names: `copies.0`. */
  name: string
  /** Leaves out the time, for whole days. In a form that has a field for whole days, its style sheet hides the time. */
  isAllDay?: boolean
  /** Hints on the effect of an empty field, for a form that does not explain it. */
  hints?: { date: string; time: string }
}

/** Fields for the date and time of a copy of an event. */
export function CopyDate({ name, isAllDay = false, hints }: CopyDateProps) {
  const t = useMessages()
  const [date, time] = [useField(`${name}.date`, ""), useField(`${name}.time`, "")]
  return (
    <div className="form__grid">
      <div className="c3">
        <DateField {...date} label={t("event-editor.new_date")} hint={hints?.date} isOptional={hints !== undefined} />
      </div>
      {!isAllDay && (
        <div className="c3" data-when="timed">
          <TimeField {...time} label={t("event-editor.start")} hint={hints?.time} isOptional />
        </div>
      )}
    </div>
  )
}
