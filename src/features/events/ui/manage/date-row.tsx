import { useRef } from "react"
import { useNavigate } from "react-router"
import { spanInWords } from "#features/notices/notice-words.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { useFocusRecovery } from "./focus-recovery.ts"
import { CalendarPlus } from "#ui/icons.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { Link } from "#ui/link.tsx"
import { useLiveFields } from "#web/editing/edit-live.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import { InitialValuesContext, Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import { DateTimes } from "../../editor/dates/date-times.tsx"
import { rowFields } from "../../editor/form/form-dates.ts"
import { LiveContext } from "../../editor/live/live.ts"
import type { Event, Occurrence } from "../../event.ts"
import type { Managed } from "../../pages/manage-data.ts"
import type { PendingConfirmation } from "../../pages/manage-forms.ts"
import { audienceInWords, ConfirmInForm, usePendingConfirmation } from "./parts.tsx"

/** The form has a single date. */
const movedRow = "dates.0"

type DateRowProps = { managed: Managed; date: Occurrence; isPast: boolean }

/** One date, with forms to move, cancel or reinstate it. */
export function DateRow({ managed: { event, asked }, date, isPast }: DateRowProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const { start } = asked
  const isOpen = asked.move === date.id && !isPast
  const isCancelled = date.status === "cancelled"
  const page = { tab: "dates", start: start ? String(start) : undefined }
  const closed = paths.manageEvent(event.id, page)
  const words = spanInWords(t, { ...date, isAllDay: event.all_day })
  const begun = rowFields(movedRow, date, event.all_day)
  const row = useRef<HTMLLIElement>(null)
  useFocusRecovery(
    row,
    (part) =>
      part.querySelector<HTMLElement>(".evm__move :is([tabindex='0'], input:not([type=hidden]))") ??
      part.querySelector<HTMLElement>("a, button"),
  )
  return (
    <li className="evm__row" id={`d${date.id}`} ref={row}>
      <div className="own__txt">
        <b className="num">{isCancelled ? <s>{words}</s> : words}</b>
        <span className="bar">
          {isCancelled && <Badge tone="err">{t("manage.is_cancelled")}</Badge>}
          {date.status === "moved" && <Badge tone="warn">{t("manage.is_moved")}</Badge>}
          {isPast && <Badge>{t("manage.is_over")}</Badge>}
        </span>
        {isCancelled && date.status_reason && <span className="small t2">{date.status_reason}</span>}
      </div>
      {!isPast && (
        <div className="own__do evm__datedo">
          {!isCancelled && !isOpen && (
            <Link
              className="btn"
              preventScrollReset
              to={`${paths.manageEvent(event.id, { ...page, move: String(date.id) })}#d${date.id}`}
            >
              <CalendarPlus />
              {t("manage.move")}
              <span className="vh"> – {words}</span>
            </Link>
          )}
          {event.occurrences.length > 1 && (
            <Form<PendingConfirmation> name="turn" className="press" isBare>
              <input type="hidden" name="occurrence" value={date.id} />
              <input type="hidden" name="status" value={isCancelled ? "scheduled" : "cancelled"} />
              <Turn words={words} isCancelled={isCancelled} id={date.id} />
            </Form>
          )}
        </div>
      )}
      {isOpen && !isCancelled && (
        <InitialValuesContext value={begun}>
          <Form
            name="move"
            className="form evm__move"
            onDone={() => void navigate(closed, { preventScrollReset: true })}
          >
            <input type="hidden" name="occurrence" value={date.id} />
            <MoveFields event={event} begun={begun} />
            <div className="bar">
              <Submit kind="main">{t("manage.save_date")}</Submit>
              <Link className="btn" preventScrollReset to={`${closed}#d${date.id}`}>
                {t("manage.leave_it")}
              </Link>
            </div>
          </Form>
        </InitialValuesContext>
      )}
    </li>
  )
}

function Turn({ words, isCancelled, id }: { words: string; isCancelled: boolean; id: number }) {
  const t = useMessages()
  const asked = usePendingConfirmation()
  // Without script every form of this name gets the outcome: it belongs to one date.
  if (asked && asked.values.occurrence === String(id))
    return (
      <ConfirmInForm
        asked={asked}
        title={t("manage.date_cancel_sure", { date: words })}
        confirm={t("manage.date_cancel_do")}
        isDangerous
        fields={<Reason />}
      >
        <p>{audienceInWords(t, asked)}</p>
      </ConfirmInForm>
    )
  return (
    <Submit kind="quiet" aria-label={`${isCancelled ? t("manage.date_restore") : t("manage.date_cancel")} – ${words}`}>
      {isCancelled ? t("manage.date_restore") : t("manage.date_cancel")}
    </Submit>
  )
}

function Reason() {
  const t = useMessages()
  return (
    <TextArea
      {...useField("reason")}
      label={t("cancel.reason")}
      note={t("cancel.read_by_all")}
      rows={2}
      maxLength={500}
      isOptional
    />
  )
}

/** The editor's fields of a date, filled with its current times. */
function MoveFields({ event, begun }: { event: Event; begun: Fields }) {
  const t = useMessages()
  const row = useRef<HTMLDivElement>(null)
  const live = useLiveFields(row, begun)
  return (
    <LiveContext value={live}>
      <div className="datesf__row" ref={row}>
        {event.all_day && <input type="hidden" name="all_day" value="on" />}
        <DateTimes name={movedRow} isAllDay={event.all_day} isMoved />
      </div>
      {!event.all_day && <p className="small t2">{t("manage.venue_time", { zone: event.timezone })}</p>}
    </LiveContext>
  )
}
