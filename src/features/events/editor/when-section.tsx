import { useId, useSyncExternalStore } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Checkbox } from "#ui/choice.tsx"
import { EditSection } from "#ui/edit-layout.tsx"
import { TextField } from "#ui/text-field.tsx"
import { TimeField } from "#ui/time-field.tsx"
import { useEdit, useTick } from "#web/edit-form.tsx"
import { DateRows } from "./date-rows.tsx"
import { ExpectedDates } from "./expected-dates.tsx"
import { RuleFields } from "./rule-fields.tsx"

/** When it takes place: dates one by one, or a first date and a rule. What does not apply is hidden by the style sheet. */
export function WhenSection() {
  const t = useMessages()
  const { error: _, ...allDay } = useTick("all_day")
  const { error: __, ...repeats } = useTick("repeats")
  return (
    <EditSection title={t("event-editor.part_when")} id="dates">
      <div className="datesf">
        <div className="bar datesf__how">
          <Checkbox {...allDay}>{t("event-editor.all_day")}</Checkbox>
          <Checkbox {...repeats}>{t("event-editor.repeats")}</Checkbox>
        </div>
        <DateRows />
        <RuleFields />
        <ExpectedDates />
        <div className="form__grid">
          <div className="c2" data-when="timed">
            <TimeField {...useEdit("doors")} label={t("event-editor.doors")} isOptional />
          </div>
          <Timezone />
        </div>
      </div>
    </EditSection>
  )
}

const never = () => () => {}
const zones = () => (typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone").join(" ") : "")

/** The zone of the venue; most people never touch it. */
function Timezone() {
  const t = useMessages()
  const list = useId()
  const known = useSyncExternalStore(never, zones, () => "")
  return (
    <div className="c4">
      <TextField
        {...useEdit("timezone")}
        label={t("event-editor.timezone")}
        hint={t("event-editor.timezone_hint")}
        list={list}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id={list}>
        {known.split(" ").map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </div>
  )
}
