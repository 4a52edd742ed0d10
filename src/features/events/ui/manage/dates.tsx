import { Copy } from "#ui/icons.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { Pager } from "#web/lists/pager.tsx"
import { CopyDate } from "../../editor/dates/copy-date.tsx"
import type { Event, Occurrence } from "../../event.ts"
import type { Managed } from "../../pages/manage-data.ts"
import type { PendingConfirmation } from "../../pages/manage-forms.ts"
import { CancelDates } from "./cancel-dates.tsx"
import { CancelEvent } from "./cancel-event.tsx"
import { comingProgramme } from "./cancellation.ts"
import { DateRow } from "./date-row.tsx"
import { audienceInWords, ConfirmInForm, usePendingConfirmation } from "./parts.tsx"
import { Deletion, Withdrawal } from "./removal.tsx"

const statuses = ["scheduled", "tentative", "postponed", "rescheduled", "moved_online", "cancelled"] as const
const perPage = 50

/** The tab for dates: when the event takes place, its status, and copies. */
export function Dates({ managed }: { managed: Managed }) {
  const t = useMessages()
  const { event, asked, audience, now } = managed
  const past = event.occurrences.filter((date) => isOver(date, now))
  const coming = event.occurrences.filter((date) => !isOver(date, now))
  // Coming dates first, past ones at the end.
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
        <CancelDates
          event={event}
          dates={shown.filter((date) => coming.includes(date) && date.status !== "cancelled")}
        />
      </PanelPart>
      <PanelPart className="evm__body" title={t("manage.once_more")} label={t("manage.as_draft")}>
        <Form name="copy" className="form narrow">
          <CopyDate
            name="copies.0"
            isAllDay={event.all_day}
            hints={{ date: t("manage.copy_date_hint"), time: t("manage.copy_time_hint") }}
          />
          <div className="bar">
            <Submit icon={Copy}>{t("manage.copy")}</Submit>
          </div>
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

/** Tells whether a date is over; without an end, three hours after its start. */
function isOver({ start, end }: Occurrence, now: string) {
  return Date.parse(end ?? start) + (end ? 0 : 3 * 3_600_000) <= Date.parse(now)
}

function StatusFields({ event }: { event: Event }) {
  const t = useMessages()
  const asked = usePendingConfirmation()
  const status = useField("status", event.status)
  const reason = useField("reason", event.status_reason ?? "")
  const parts = comingProgramme(event).length
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
        <ConfirmInForm
          asked={asked}
          title={t("manage.cancel_sure")}
          confirm={t("manage.cancel_do")}
          isDangerous
          fields={
            parts > 0 && (
              <Checkbox name="programme" value="1" defaultChecked hint={t("cancel.programme_hint")}>
                {t("cancel.programme", { count: parts })}
              </Checkbox>
            )
          }
        >
          {event.workflow === "published" && <p>{audienceInWords(t, asked)}</p>}
        </ConfirmInForm>
      ) : (
        <>
          {event.status === "cancelled" && event.children.some((one) => one.status === "cancelled") && (
            <Checkbox name="programme" value="1" defaultChecked>
              {t("cancel.programme_back")}
            </Checkbox>
          )}
          <div className="bar">
            <Submit kind="main">{t("manage.save_state")}</Submit>
          </div>
        </>
      )}
    </>
  )
}
