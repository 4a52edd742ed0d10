import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { isTimezone } from "#lib/time.ts"
import { Button } from "#ui/button.tsx"
import { DateField } from "#ui/dates/date-field.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TimeField } from "#ui/dates/time-field.tsx"
import { useHydrated } from "#ui/in-browser.ts"
import { useEdit, useFilled } from "#web/editing/edit-form.tsx"
import { exceptionsOf, isAllDay, isRepeated, stampOf } from "../form/form-dates.ts"
import { expectedDates } from "../form/form-event.ts"
import { useLiveEvent } from "../live/live.ts"

/** Number of dates shown at first; changed dates are always shown. */
const shownAtOnce = 24

/** The dates of the recurrence rule, each of which can be moved, cancelled or removed. */
export function ExpectedDates() {
  const t = useMessages()
  const live = useLiveEvent()
  const isLive = useHydrated()
  const [most, setMost] = useState(shownAtOnce)
  if (!isRepeated(live)) {
    return isLive ? null : (
      <div data-when="rule">
        <Refresh />
      </div>
    )
  }
  const zone = live.timezone && isTimezone(live.timezone) ? live.timezone : "Europe/Brussels"
  const dates = expectedDates(live, zone)
  const changed = new Set(exceptionsOf(live).map(({ original_start }) => original_start))
  const shown = dates.filter(({ start }, at) => at < most || changed.has(start))
  const off = exceptionsOf(live).filter(({ how }) => how === "removed").length
  return (
    <section className="expectedf" data-when="rule" aria-labelledby="expected-dates">
      <h3 className="h5" id="expected-dates">
        {t("event-editor.expected", { count: dates.length - off })}
      </h3>
      {dates.length === 0 && <p className="t2">{t("event-editor.expected_none")}</p>}
      <ol className="expectedf__list">
        {shown.map((date) => (
          <ExpectedDate key={date.start} start={date.start} isLive={isLive} allDay={isAllDay(live)} />
        ))}
      </ol>
      {isLive && dates.length > most && (
        <Button onClick={() => setMost(most * 4)}>
          {t("event-editor.more_dates", { count: dates.length - most })}
        </Button>
      )}
      {!isLive && <Refresh />}
    </section>
  )
}

/** Without script the server computes the dates. */
function Refresh() {
  const t = useMessages()
  return (
    <noscript>
      <button type="submit" name="do" value="refresh" className="btn">
        {t("event-editor.show_dates")}
      </button>
    </noscript>
  )
}

function ExpectedDate({ start, isLive, allDay }: { start: string; isLive: boolean; allDay: boolean }) {
  const t = useMessages()
  const filled = useFilled()
  const live = useLiveEvent()
  const name = `exceptions.${stampOf(start)}`
  const how = live[`${name}.do`] ?? ""
  const words = allDay ? t.date(start, "full") : `${t.date(start, "full")}, ${start.slice(11, 16)}`
  const isMoved = how === "moved"
  return (
    <li className="expectedf__date" data-how={how || undefined}>
      <span className="num">{how === "cancelled" || how === "removed" ? <s>{words}</s> : words}</span>
      <Select
        name={`${name}.do`}
        defaultValue={filled[`${name}.do`] ?? ""}
        label={<span className="vh">{t("event-editor.what_of_date", { date: words })}</span>}
        options={[
          { value: "", label: t("event-editor.as_planned") },
          { value: "moved", label: t("event-editor.moved") },
          { value: "cancelled", label: t("event-editor.is_off") },
          { value: "removed", label: t("event-editor.taken_out") },
        ]}
      />
      {(isMoved || !isLive) && <Elsewhere name={name} allDay={allDay} />}
    </li>
  )
}

function Elsewhere({ name, allDay }: { name: string; allDay: boolean }) {
  const t = useMessages()
  return (
    <div className="form__grid expectedf__to">
      <div className="c2 c2--day">
        <DateField {...useEdit(`${name}.date`)} label={t("event-editor.new_date")} />
      </div>
      {!allDay && <NewTimes name={name} />}
      <Kept name={`${name}.end_date`} />
    </div>
  )
}

function NewTimes({ name }: { name: string }) {
  const t = useMessages()
  return (
    <>
      <div className="c2">
        <TimeField {...useEdit(`${name}.start`)} label={t("event-editor.start")} />
      </div>
      <div className="c2">
        <TimeField {...useEdit(`${name}.end`)} label={t("event-editor.end")} isOptional />
      </div>
    </>
  )
}

/** Keeps a last day that was set elsewhere. */
function Kept({ name }: { name: string }) {
  const { defaultValue } = useEdit(name)
  return defaultValue ? <input type="hidden" name={name} defaultValue={defaultValue} /> : null
}
