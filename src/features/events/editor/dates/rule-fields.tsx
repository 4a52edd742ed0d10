import { useMessages } from "#i18n/messages-context.ts"
import { DateField } from "#ui/dates/date-field.tsx"
import { SegmentedRadios } from "#ui/fields/segmented.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useEdit, useFilled } from "#web/editing/edit-form.tsx"
import { frequencies, places, weekdays, type Weekday } from "./rule.ts"

/** The fields of the recurrence rule. The style sheet shows each field depending on the others. */
export function RuleFields() {
  const t = useMessages()
  const filled = useFilled()
  const freq = useEdit("rule.freq")
  const isCustom = filled["rule.freq"] === "custom"
  const options = [...frequencies, ...(isCustom ? (["custom"] as const) : [])]
  return (
    <fieldset className="rulef" data-when="rule">
      <legend className="lbl">{t("event-editor.rule")}</legend>
      <div className="form__grid">
        <Select
          {...freq}
          defaultValue={freq.defaultValue || "WEEKLY"}
          label={t("event-editor.how_often")}
          options={options.map((value) => ({ value, label: t(`event-editor.freq_${value.toLowerCase() as "daily"}`) }))}
          span={3}
        />
        <div className="c3" data-rule="plain">
          <TextField
            {...useEdit("rule.interval")}
            label={t("event-editor.every")}
            hint={t("event-editor.every_hint")}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            isOptional
          />
        </div>
      </div>
      {isCustom && <OwnWords />}
      <Days />
      <OfTheMonth />
      <Ends />
    </fieldset>
  )
}

/** A rule that the form has no fields for: its text stays as it is. */
function OwnWords() {
  const t = useMessages()
  return (
    <div data-rule="custom">
      <TextArea
        {...useEdit("rule.text")}
        label={t("event-editor.rule_text")}
        hint={t("event-editor.rule_text_hint")}
        rows={3}
      />
    </div>
  )
}

/** Names weekdays from Monday to Sunday: 2001-01-01 was a Monday. */
function useDayName() {
  const t = useMessages()
  return (day: Weekday, style: "weekday" | "weekdayShort") => t.date(`2001-01-0${weekdays.indexOf(day) + 1}`, style)
}

function Days() {
  const t = useMessages()
  const filled = useFilled()
  const dayName = useDayName()
  return (
    <fieldset className="field" data-rule="weekly">
      <legend className="lbl">{t("event-editor.on_days")}</legend>
      <div className="ticks">
        {weekdays.map((day) => (
          <label className="choice" key={day}>
            <input
              type="checkbox"
              name={`rule.days.${day}`}
              value="on"
              defaultChecked={filled[`rule.days.${day}`] === "on"}
            />
            <span>{dayName(day, "weekday")}</span>
          </label>
        ))}
      </div>
      <p className="hint">{t("event-editor.on_days_hint")}</p>
    </fieldset>
  )
}

function OfTheMonth() {
  const t = useMessages()
  const dayName = useDayName()
  const place = useEdit("rule.place")
  const words = { date: "nth_date", "1": "nth_1", "2": "nth_2", "3": "nth_3", "4": "nth_4", "-1": "nth_last" } as const
  return (
    <div className="form__grid" data-rule="monthly">
      <Select
        {...place}
        defaultValue={place.defaultValue || "date"}
        label={t("event-editor.which_of_month")}
        options={places.map((value) => ({ value, label: t(`event-editor.${words[value]}`) }))}
        span={3}
      />
      <div className="c3" data-rule="nth">
        <Select
          {...useEdit("rule.weekday")}
          label={t("event-editor.weekday")}
          options={[
            { value: "", label: t("event-editor.same_weekday") },
            ...weekdays.map((value) => ({ value, label: dayName(value, "weekday") })),
          ]}
        />
      </div>
    </div>
  )
}

function Ends() {
  const t = useMessages()
  const ends = useEdit("rule.ends")
  const count = useEdit("rule.count")
  return (
    <div className="rulef__ends" data-rule="plain">
      <div className="field">
        <span className="lbl">{t("event-editor.ends")}</span>
        <SegmentedRadios
          label={t("event-editor.ends")}
          name={ends.name}
          defaultValue={ends.defaultValue || "count"}
          segments={[
            { value: "count", label: t("event-editor.ends_count") },
            { value: "until", label: t("event-editor.ends_until") },
            { value: "never", label: t("event-editor.ends_never") },
          ]}
        />
      </div>
      <div data-rule="count">
        <TextField
          {...count}
          defaultValue={count.defaultValue || "10"}
          label={t("event-editor.how_many")}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
        />
      </div>
      <div data-rule="until">
        <DateField {...useEdit("rule.until")} label={t("event-editor.until")} />
      </div>
    </div>
  )
}
