import { useId } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Check, Star, StarFill, X } from "#ui/icons.tsx"

export const answers = ["interested", "confirmed", "declined"] as const
export type Answer = (typeof answers)[number]
const marks = {
  interested: { off: Star, on: StarFill },
  confirmed: { off: Check, on: Check },
  declined: { off: X, on: X },
}

type AttendanceProps = {
  answer: Answer | null
  /** Called after a press; in a form, what was chosen is its `value`. */
  onAnswer?: ((answer: Answer, radio: HTMLInputElement) => void) | undefined
  /** Of the radio buttons, in a form. */
  name?: string
  /** The id of the note that says why answering is impossible; then nothing can be chosen. */
  refusedBy?: string | undefined
}

/** The three answers to an event. Icon and words always; filled when chosen. Native radio buttons underneath. */
export function Attendance({ answer, onAnswer, refusedBy, name: given }: AttendanceProps) {
  const t = useMessages()
  const own = useId()
  const name = given ?? own
  const isOff = refusedBy !== undefined
  return (
    <div className="attend" role="radiogroup" aria-label={t("ui.my_answer")} aria-describedby={refusedBy}>
      {answers.map((one) => {
        const isOn = answer === one
        const Mark = marks[one][isOn ? "on" : "off"]
        return (
          <label key={one} data-v={one} data-off={isOff || undefined}>
            <input
              type="radio"
              className="vh"
              name={name}
              value={one}
              checked={isOn}
              aria-disabled={isOff || undefined}
              onChange={({ currentTarget }) => {
                if (!isOff) onAnswer?.(one, currentTarget)
              }}
            />
            <Mark />
            {t(`ui.${one}`)}
          </label>
        )
      })}
    </div>
  )
}
