import { useNavigate } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { addDays } from "#lib/time.ts"
import { Badge } from "#ui/badge.tsx"
import { CalendarPlus, Copy, EyeSlash, Trash } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Form, FormNotices, Submit, useField, useFormState } from "#web/editing/form-parts.tsx"
import { spanInWords } from "#features/notices/notice-words.ts"
import { paths } from "#web/paths.ts"
import type { Event, Occurrence } from "../../event.ts"
import type { Managed } from "../../pages/manage-data.ts"
import type { PendingConfirmation } from "../../pages/manage-forms.ts"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { Pager } from "#web/pager.tsx"
import { CancelEvent } from "./cancel-event.tsx"
import { audienceInWords, ConfirmInForm } from "./parts.tsx"

const statuses = ["scheduled", "tentative", "postponed", "rescheduled", "moved_online", "cancelled"] as const
const perPage = 50

/** When it takes place, whether it does, and the event once more. */
export function Dates({ managed }: { managed: Managed }) {
  const t = useMessages()
  const { event, asked, audience, now } = managed
  const past = event.occurrences.filter((date) => isOver(date, now))
  const coming = event.occurrences.filter((date) => !isOver(date, now))
  // What comes first; what is over stays at the end.
  const dates = [...coming, ...past.toReversed()]
  const shown = dates.slice(asked.start, asked.start + perPage)
  const isPublished = event.workflow === "published"
  return (
    <>
      <PanelPart
        className="evm__body"
        title={t("manage.state_of_event")}
        label={isPublished ? t("manage.told_soon") : undefined}
      >
        {isPublished && audience && (
          <p className="t2">
            {audience.answered + audience.others > 0
              ? t("manage.told_of_change", { count: audience.answered + audience.others })
              : t("manage.nobody_told")}
          </p>
        )}
        {isPublished && event.status !== "cancelled" && (
          <div className="bar needs-script">
            <CancelEvent event={event} />
          </div>
        )}
        <Form<PendingConfirmation> name="status" className="form narrow" key={`${event.status} ${event.version}`}>
          <StatusFields event={event} />
        </Form>
      </PanelPart>
      <PanelPart
        className="evm__body"
        title={t("manage.tab_dates")}
        label={t("manage.dates_count", { count: event.occurrences.length })}
      >
        <ul className="own">
          {shown.map((date) => (
            <DateRow key={date.id} managed={managed} date={date} isPast={past.includes(date)} />
          ))}
        </ul>
        <Pager start={asked.start} size={perPage} total={dates.length} />
      </PanelPart>
      <PanelPart className="evm__body" title={t("manage.once_more")} label={t("manage.as_draft")}>
        <Form name="copy" className="form narrow beside">
          <NewDate isAllDay={event.all_day} />
          <Submit icon={Copy}>{t("manage.copy")}</Submit>
        </Form>
      </PanelPart>
      {isPublished && (
        <PanelPart
          className="evm__body"
          id="withdraw"
          title={t("manage.withdraw_title")}
          label={t("manage.withdraw_label")}
        >
          <Form<PendingConfirmation> name="withdraw" className="form narrow">
            <Withdrawal event={event} />
          </Form>
        </PanelPart>
      )}
      <PanelPart className="evm__body" title={t("manage.delete_title")} label={t("manage.for_thirty_days")}>
        <Form<PendingConfirmation> name="delete" className="form narrow">
          <Deletion event={event} />
        </Form>
      </PanelPart>
    </>
  )
}

/** Where nobody knows the end, an evening is over after three hours. */
function isOver({ start, end }: Occurrence, now: string) {
  return Date.parse(end ?? start) + (end ? 0 : 3 * 3_600_000) <= Date.parse(now)
}

/** What a form asked back, while it waits for the answer. */
function useAsked(): PendingConfirmation | undefined {
  const { outcome } = useFormState()
  return outcome?.isDone ? (outcome.given as PendingConfirmation | undefined) : undefined
}

function StatusFields({ event }: { event: Event }) {
  const t = useMessages()
  const asked = useAsked()
  const status = useField("status", event.status)
  const reason = useField("reason", event.status_reason ?? "")
  return (
    <>
      <Select
        {...status}
        key={asked ? "asked" : "open"}
        defaultValue={asked?.values.status ?? status.defaultValue}
        label={t("manage.state_label")}
        options={statuses.map((value) => ({ value, label: t(`manage.status_${value}`) }))}
      />
      <TextArea
        {...reason}
        defaultValue={asked?.values.reason ?? reason.defaultValue}
        label={t("manage.reason")}
        hint={t("manage.reason_hint")}
        maxLength={500}
        rows={3}
        isOptional
      />
      {asked ? (
        <ConfirmInForm asked={asked} title={t("manage.cancel_sure")} confirm={t("manage.cancel_do")} isDangerous>
          {event.workflow === "published" && <p>{audienceInWords(t, asked)}</p>}
        </ConfirmInForm>
      ) : (
        <div className="bar">
          <Submit kind="main">{t("manage.save_state")}</Submit>
        </div>
      )}
    </>
  )
}

type DateRowProps = { managed: Managed; date: Occurrence; isPast: boolean }

function DateRow({ managed: { event, asked }, date, isPast }: DateRowProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const { start } = asked
  const isOpen = asked.move === date.id && !isPast
  const isCancelled = date.status === "cancelled"
  const words = spanInWords(t, { ...date, isAllDay: event.all_day })
  return (
    <li className="evm__row" id={`d${date.id}`}>
      <div className="own__txt">
        <b className="num">{isCancelled ? <s>{words}</s> : words}</b>
        <span className="bar">
          {isCancelled && <Badge tone="err">{t("manage.is_cancelled")}</Badge>}
          {date.status === "moved" && <Badge tone="warn">{t("manage.is_moved")}</Badge>}
          {isPast && <Badge>{t("manage.is_over")}</Badge>}
        </span>
      </div>
      {!isPast && (
        <div className="own__do evm__datedo">
          {!isCancelled && !isOpen && (
            <Link
              className="btn"
              preventScrollReset
              to={`${paths.manageEvent(event.id, { tab: "dates", start: start ? String(start) : undefined, move: String(date.id) })}#d${date.id}`}
            >
              <CalendarPlus />
              {t("manage.move")}
              <span className="vh"> {words}</span>
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
        <Form
          name="move"
          className="form evm__move"
          onDone={() =>
            void navigate(paths.manageEvent(event.id, { tab: "dates", start: start ? String(start) : undefined }), {
              preventScrollReset: true,
            })
          }
        >
          <input type="hidden" name="occurrence" value={date.id} />
          <DateFields event={event} date={date} />
          <div className="bar">
            <Submit kind="main">{t("manage.save_date")}</Submit>
          </div>
        </Form>
      )}
    </li>
  )
}

function Turn({ words, isCancelled, id }: { words: string; isCancelled: boolean; id: number }) {
  const t = useMessages()
  const asked = useAsked()
  // Without script every form of this name hears the answer: it is of one date.
  if (asked && asked.values.occurrence === String(id))
    return (
      <ConfirmInForm
        asked={asked}
        title={t("manage.date_cancel_sure", { date: words })}
        confirm={t("manage.date_cancel_do")}
        isDangerous
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

function DateFields({ event, date }: { event: Event; date: Occurrence }) {
  const t = useMessages()
  const type = event.all_day ? "date" : "datetime-local"
  const size = event.all_day ? 10 : 16
  // A whole day ends at the midnight after it: the last day is what one says.
  const end = date.end && (event.all_day ? addDays(date.end.slice(0, 10), -1) : date.end.slice(0, size))
  return (
    <>
      <TextField {...useField("start", date.start.slice(0, size))} type={type} label={t("manage.start")} />
      <TextField {...useField("end", end ?? "")} type={type} label={t("manage.end")} isOptional />
      <p className="small t2">{t("manage.venue_time", { zone: event.timezone })}</p>
    </>
  )
}

function NewDate({ isAllDay }: { isAllDay: boolean }) {
  const t = useMessages()
  return (
    <TextField
      {...useField("start")}
      type={isAllDay ? "date" : "datetime-local"}
      label={t("manage.new_start")}
      hint={t("manage.new_start_hint")}
      isOptional
    />
  )
}

/** What is there no more is told, unless people know already that it does not take place. */
function isTold({ workflow, status }: Event) {
  return workflow === "published" && status !== "cancelled"
}

function Withdrawal({ event }: { event: Event }) {
  const t = useMessages()
  const asked = useAsked()
  return (
    <>
      <p className="t2">{t("manage.withdraw_text")}</p>
      {isTold(event) && <WhyGone label={t("manage.why_withdraw")} asked={asked} />}
      {asked ? (
        <ConfirmInForm asked={asked} title={t("manage.withdraw_sure")} confirm={t("manage.withdraw_do")} isDangerous>
          {isTold(event) && <WhoIsTold asked={asked} />}
          <FormNotices />
        </ConfirmInForm>
      ) : (
        <div className="bar">
          <Submit icon={EyeSlash}>{t("manage.withdraw_do")}</Submit>
        </div>
      )}
    </>
  )
}

function Deletion({ event }: { event: Event }) {
  const t = useMessages()
  const asked = useAsked()
  return (
    <>
      <p className="t2">{t(isTold(event) ? "manage.delete_text_published" : "manage.delete_text")}</p>
      {isTold(event) && <WhyGone label={t("manage.why_delete")} asked={asked} />}
      {asked ? (
        <ConfirmInForm asked={asked} title={t("manage.delete_sure")} confirm={t("manage.delete_do")} isDangerous>
          {isTold(event) && <WhoIsTold asked={asked} />}
          <FormNotices />
        </ConfirmInForm>
      ) : (
        <div className="bar">
          <Submit kind="danger" icon={Trash}>
            {t("manage.delete")}
          </Submit>
        </div>
      )}
    </>
  )
}

function WhyGone({ label, asked }: { label: string; asked: PendingConfirmation | undefined }) {
  const t = useMessages()
  const reason = useField("reason")
  return (
    <TextArea
      {...reason}
      defaultValue={asked?.values.reason ?? reason.defaultValue}
      label={label}
      hint={t("manage.told_reason_hint")}
      maxLength={500}
      rows={2}
      isOptional
    />
  )
}

function WhoIsTold({ asked }: { asked: PendingConfirmation }) {
  const t = useMessages()
  return (
    <>
      <p>{audienceInWords(t, asked)}</p>
      {asked.answered + asked.others > 0 && <p>{t("manage.told_undone")}</p>}
    </>
  )
}
