import { useMessages } from "#i18n/messages-context.ts"
import { DateField } from "#ui/dates/date-field.tsx"
import { SegmentedRadios } from "#ui/fields/segmented.tsx"
import { useEdit, useFilled } from "#web/editing/edit-form.tsx"
import { accessFeatures } from "../access.ts"

type AccessFieldsProps = {
  /** The fields are `<name>.step_free` … and `<name>.checked`. */
  name: string
  /** What it is the access of: « Accès de la grande salle ». */
  legend: string
}

/** What is known of the access: yes, no or unknown for each thing, and the day somebody looked. */
export function AccessFields({ name, legend }: AccessFieldsProps) {
  const t = useMessages()
  const filled = useFilled()
  const answers = (["yes", "no", "unknown"] as const).map((value) => ({ value, label: t(`editor.access_${value}`) }))
  return (
    <fieldset className="accessf">
      <legend className="lbl">{legend}</legend>
      <div className="accessf__rows">
        {accessFeatures.map((feature) => (
          <div className="accessf__row" key={feature}>
            <span aria-hidden="true">{t(`ui.access_${feature}`)}</span>
            <SegmentedRadios
              label={t(`ui.access_${feature}`)}
              name={`${name}.${feature}`}
              segments={answers}
              defaultValue={filled[`${name}.${feature}`] || "unknown"}
            />
          </div>
        ))}
      </div>
      <DateField
        {...useEdit(`${name}.checked`)}
        label={t("editor.access_checked")}
        hint={t("editor.access_checked_hint")}
        isOptional
      />
    </fieldset>
  )
}
