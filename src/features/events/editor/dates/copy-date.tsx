import { useMessages } from "#i18n/messages-context.ts"
import { DateField } from "#ui/dates/date-field.tsx"
import { TimeField } from "#ui/dates/time-field.tsx"
import { useField } from "#web/editing/form-parts.tsx"

type CopyDateProps = {
  /** What its fields begin with: `copies.0`. */
  name: string
  /** Of whole days no hour is asked; where a form asks whether they are, its style sheet hides it. */
  isAllDay?: boolean
  /** What follows when a field is left empty, where nothing around it says so. */
  hints?: { date: string; time: string }
}

/** The day an event takes place once more, and the hour. */
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
