import { useEffect, useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Checkbox } from "#ui/fields/choice.tsx"
import { useInBrowser } from "#ui/in-browser.ts"
import { notifyForm } from "#ui/reveal.ts"
import { TextField } from "#ui/fields/text-field.tsx"
import { TimeField } from "#ui/dates/time-field.tsx"
import { useFormState } from "#web/editing/form-parts.tsx"
import { useEdit, useFilled, useCheckbox } from "#web/editing/edit-form.tsx"
import { DateRows } from "../dates/date-rows.tsx"
import { ExpectedDates } from "../dates/expected-dates.tsx"
import { timesWords } from "./fold-words.ts"
import { useLiveEvent } from "../live/live.ts"
import { Part } from "#web/editing/edit-part.tsx"
import { RuleFields } from "../dates/rule-fields.tsx"
import { differingTimes } from "../dates/differing-times.ts"
import { useFilledMark } from "../pasted/filled-mark.tsx"

/** The dates of the event, each with the same fields. The style sheet hides fields that do not apply. */
export function Dates({ ownZone, usual }: { ownZone: string; usual: number | null }) {
  return (
    <div className="datesf c6" id="dates">
      <DateRows usual={usual} />
      <OwnTime ownZone={ownZone} />
    </div>
  )
}

type TimesPartProps = {
  isNew: boolean
  /** Time zone of the place that the form begins with. */
  zone: string | null
}

/** The part for repetition, whole days, doors and the time zone. */
export function TimesPart({ isNew, zone }: TimesPartProps) {
  const t = useMessages()
  const { error: _, ...allDay } = useCheckbox("all_day")
  const { error: __, ...repeats } = useCheckbox("repeats")
  const { outcome } = useFormState()
  const isHourMissing = Object.values(outcome?.fields ?? {}).some(([said]) => said === t("event-editor.time_missing"))
  return (
    <Part
      id="times"
      title={t("event-editor.part_times")}
      holds={timesWords(t, useLiveEvent())}
      fields={["all_day", "repeats", "rule", "exceptions", "doors", "timezone"]}
      mark={useFilledMark("doors")}
      isAsked={isHourMissing}
    >
      <div className="bar datesf__how">
        <Checkbox {...allDay}>{t("event-editor.all_day")}</Checkbox>
        <Checkbox {...repeats}>{t("event-editor.repeats")}</Checkbox>
      </div>
      <RuleFields />
      <ExpectedDates />
      <div className="form__grid">
        <div className="c2" data-when="timed">
          <TimeField {...useEdit("doors")} label={t("event-editor.doors")} isOptional />
        </div>
        <Timezone isNew={isNew} placeZone={zone} />
      </div>
    </Part>
  )
}

const zones = () => (typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone").join(" ") : "")

/** The field for the venue's time zone: that of the chosen place, until the person enters another. */
function Timezone({ isNew, placeZone }: { isNew: boolean; placeZone: string | null }) {
  const t = useMessages()
  const list = useId()
  const known = useInBrowser(zones, "")
  const field = useEdit("timezone")
  const [zone, setZone] = useState(field.defaultValue ?? "")
  const [isByHand, setByHand] = useState(false)
  const there = useLiveEvent()["place.zone"] ?? placeZone ?? ""
  const proposed = useFilled()["timezone.proposed"] ?? field.defaultValue ?? ""
  const [place, setPlace] = useState(there)
  const anchor = useRef<HTMLDivElement>(null)
  if (there !== place) {
    setPlace(there)
    if (there && !isByHand) setZone(there)
  }
  const told = useRef(zone)
  useEffect(() => {
    if (told.current === zone) return
    told.current = zone
    notifyForm(anchor.current?.querySelector<HTMLElement>("input:not([type=hidden])") ?? null)
  }, [zone])
  return (
    <div className="c4" ref={anchor}>
      {/* The zone proposed at first: as long as nobody has changed it, the server uses the zone of the address or place. */}
      {isNew && <input type="hidden" name="timezone.proposed" value={isByHand || there ? "" : proposed} />}
      <TextField
        {...field}
        defaultValue={undefined}
        value={zone}
        onChange={({ target }) => {
          setByHand(true)
          setZone(target.value)
        }}
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

/** Shows « 20:30 à Londres, 21:30 chez vous », where the clocks differ. */
function OwnTime({ ownZone }: { ownZone: string }) {
  const t = useMessages()
  const live = useLiveEvent()
  const said = differingTimes(live, ownZone)
  return (
    <p className="small t2" role="status" data-when="timed">
      {said &&
        t("event-editor.own_time", {
          time: t.time(said.there),
          place: live["place.city"] || said.zone,
          own:
            said.own.slice(0, 10) === said.there.slice(0, 10)
              ? t.time(said.own)
              : `${t.date(said.own, "short")} ${t.time(said.own)}`,
        })}
    </p>
  )
}
