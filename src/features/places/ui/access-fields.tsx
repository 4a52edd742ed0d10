import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { DateField } from "#ui/dates/date-field.tsx"
import { FoldedPart } from "#ui/editing/folded-part.tsx"
import { SegmentedRadios } from "#ui/fields/segmented.tsx"
import { useEdit, useFilled } from "#web/editing/edit-form.tsx"
import { type AccessFeature, accessFeatures, firstQuestions } from "../access.ts"
import "./access-fields.css"

type AccessFieldsProps = {
  /** The fields are `<name>.step_free` … and `<name>.checked`. */
  name: string
  /** What the access questions are about: « Accès de la grande salle ». */
  legend: string
}

/**
 * The access features: a few questions, and under « more » the others and the date they were checked. Each is yes, no or unknown,
 * and unknown until it is answered.
 */
export function AccessFields({ name, legend }: AccessFieldsProps) {
  const t = useMessages()
  const filled = useFilled()
  const others = accessFeatures.filter((feature) => !isAsked(feature))
  const [count, setCount] = useState(() => others.filter((feature) => isAnswer(filled[`${name}.${feature}`])).length)
  return (
    <fieldset className="accessf">
      <legend className="lbl">{legend}</legend>
      <div className="accessf__rows">
        {firstQuestions.map((feature) => (
          <Answer key={feature} name={`${name}.${feature}`} label={t(`editor.ask_${feature}`)} />
        ))}
      </div>
      <FoldedPart id={`${name}.more`} title={t("editor.access_more")} holds={t("editor.access_holds", { count })}>
        <div
          className="accessf__rows"
          onChange={({ currentTarget }) =>
            setCount(currentTarget.querySelectorAll('input:checked:not([value="unknown"])').length)
          }
        >
          {others.map((feature) => (
            <Answer key={feature} name={`${name}.${feature}`} label={t(`ui.access_${feature}`)} />
          ))}
        </div>
        <DateField
          {...useEdit(`${name}.checked`)}
          label={t("editor.access_checked")}
          hint={t("editor.access_checked_hint")}
          isOptional
        />
      </FoldedPart>
    </fieldset>
  )
}

const isAsked = (feature: AccessFeature) => firstQuestions.some((one) => one === feature)
const isAnswer = (value: string | undefined) => value === "yes" || value === "no"

function Answer({ name, label }: { name: string; label: string }) {
  const t = useMessages()
  const filled = useFilled()
  return (
    <div className="accessf__row">
      <span aria-hidden="true">{label}</span>
      <SegmentedRadios
        label={label}
        name={name}
        segments={(["yes", "no", "unknown"] as const).map((value) => ({ value, label: t(`editor.access_${value}`) }))}
        defaultValue={filled[name] || "unknown"}
      />
    </div>
  )
}
