import { useId } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Check, Star, StarFill, X } from "#ui/icons.tsx"

export const answers = ["interested", "confirmed", "declined"] as const
export type Answer = (typeof answers)[number]
/** Icons of each answer, plain and chosen. */
export const marks = {
  interested: { off: Star, on: StarFill },
  confirmed: { off: Check, on: Check },
  declined: { off: X, on: X },
}

type AttendanceProps = {
  answer: Answer | null
  /** Called after a press; in a form, the chosen answer is the radio button's `value`. */
  onAnswer?: ((answer: Answer, radio: HTMLInputElement) => void) | undefined
  /** Name of the radio buttons, in a form. */
  name?: string
}

/** The three answers to an event. Always with icon and words; filled when chosen. Native radio buttons underneath. */
export function Attendance({ answer, onAnswer, name: given }: AttendanceProps) {
  const t = useMessages()
  const own = useId()
  const name = given ?? own
  return (
    <div className="attend" role="radiogroup" aria-label={t("ui.my_answer")}>
      {answers.map((one) => {
        const isOn = answer === one
        const Mark = marks[one][isOn ? "on" : "off"]
        return (
          <label key={one} data-v={one}>
            <input
              type="radio"
              className="vh"
              name={name}
              value={one}
              checked={isOn}
              onChange={({ currentTarget }) => onAnswer?.(one, currentTarget)}
            />
            <Mark />
            {t(`ui.${one}`)}
          </label>
        )
      })}
    </div>
  )
}
