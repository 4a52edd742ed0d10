import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { PartName } from "#ui/dates/part-name.ts"
import { useEdit, useFilled, useCheckbox } from "#web/editing/edit-form.tsx"
import { Rows } from "#web/editing/edit-rows.tsx"
import { clockAfter } from "../form/form-dates.ts"
import { useLiveEvent } from "../live/live.ts"
import { useFilledMark } from "../pasted/filled-mark.tsx"
import { DateTimes } from "./date-times.tsx"

/**
 * The list of dates, a row for each.
 * @param usual the usual length of the viewer's events in minutes, when known
 */
export function DateRows({ usual }: { usual: number | null }) {
  const t = useMessages()
  return (
    <Rows
      name="dates"
      add={t("event-editor.add_date")}
      remove={(position) => t("event-editor.remove_date", { position })}
      most={200}
    >
      {(number, position, count) => (
        <DateRow number={number} position={position} isOneOfSeveral={count > 1} usual={usual} />
      )}
    </Rows>
  )
}

type DateRowProps = { number: number; position: number; isOneOfSeveral: boolean; usual: number | null }

function DateRow({ number, position, isOneOfSeveral, usual }: DateRowProps) {
  const t = useMessages()
  const name = `dates.${number}`
  const id = useEdit(`${name}.id`)
  const before = useTimesBefore(number)
  const start = useEdit(`${name}.start`)
  // A date added after pasting shows no mark.
  const wasFilled = Boolean(useFilled()[`${name}.date`])
  const taken = useFilledMark("dates")
  const mark = wasFilled ? taken : undefined
  const { end, begins, isUsual } = useUsualEnd(name, before.end, usual, Boolean(mark))
  const words = t("event-editor.date_number", { position })
  return (
    <fieldset
      id={`${name}-row`}
      className="datesf__row"
      aria-label={words}
      data-part={isOneOfSeveral ? words : undefined}
    >
      <PartName value={isOneOfSeveral ? `${name}-row` : undefined}>
        <input type="hidden" name={id.name} defaultValue={id.defaultValue} />
        <DateTimes
          name={name}
          mark={mark}
          start={{ defaultValue: start.defaultValue || before.start, onChange: begins }}
          end={{ ...end, note: isUsual ? t("event-editor.as_usual") : undefined }}
        />
      </PartName>
      <OffDate name={name} isSaved={Boolean(id.defaultValue)} />
    </fieldset>
  )
}

/**
 * Proposes the end from the start and the usual length, until the person enters another; also for a pasted line without an end.
 */
function useUsualEnd(name: string, before: string, usual: number | null, isTaken: boolean) {
  const { defaultValue, ...field } = useEdit(`${name}.end`)
  const start = useEdit(`${name}.start`).defaultValue ?? ""
  const begun = defaultValue || before
  const [state, setState] = useState<{ value: string; proposed?: string }>({ value: begun })
  const [isPasted] = useState(() => isTaken && usual !== null && begun !== "" && clockAfter(start, usual) === begun)
  const isUsual = state.value === (state.proposed ?? (isPasted ? begun : undefined))
  const begins = (start: string) => {
    const proposed = usual === null || (state.value !== "" && !isUsual) ? undefined : clockAfter(start, usual)
    if (proposed !== undefined) setState({ value: proposed, proposed })
  }
  const ends = (value: string) => setState((now) => ({ ...now, value }))
  return { begins, end: { ...field, defaultValue: begun, proposed: state.proposed, onChange: ends }, isUsual }
}

/** Returns the start and end time for an added date: those of the date before. */
function useTimesBefore(number: number) {
  const begun = useLiveEvent()
  const filled = useFilled()
  const [before] = useState(() => {
    const isKnown = [begun, filled].some((fields) => fields[`dates.${number}.date`] !== undefined)
    const isAdded = !isKnown && typeof document !== "undefined"
    return isAdded ? timesAbove(number) : { start: "", end: "" }
  })
  return before
}

/** Returns the times that the form shows at this moment. */
function timesAbove(number: number): { start: string; end: string } {
  const of = (row: number, key: string) =>
    document.querySelector<HTMLInputElement>(`.datesf input[name="dates.${row}.${key}"]`)?.value
  for (let row = number - 1; row >= 0; row--) {
    const start = of(row, "start")
    if (start !== undefined) return { start, end: of(row, "end") ?? "" }
  }
  return { start: "", end: "" }
}

/** A published date is cancelled instead of removed. */
function OffDate({ name, isSaved }: { name: string; isSaved: boolean }) {
  const t = useMessages()
  const tick = useCheckbox(`${name}.status`)
  const live = useLiveEvent()
  const begun = useEdit(`${name}.status`).defaultValue
  if (!isSaved && begun !== "cancelled") return null
  return (
    <div className="bar" data-when="single">
      <label className="choice">
        <input type="checkbox" name={tick.name} value="cancelled" defaultChecked={begun === "cancelled"} />
        <span>{t("event-editor.date_off")}</span>
      </label>
      {live[`${name}.status`] === "cancelled" && <Badge tone="err">{t("event-editor.is_off")}</Badge>}
    </div>
  )
}
