import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import type { Event, Occurrence } from "../../event.ts"
import { isCancelled, momentInWords } from "../event-words.ts"

type EventStateProps = { event: Event; date: Pick<Occurrence, "start" | "end" | "status" | "status_reason"> }

/** The status of the event with the reason, before anything else. */
export function EventState({ event, date }: EventStateProps) {
  const t = useMessages()
  const words = event.hidden
    ? t("ui.hidden_note")
    : event.workflow === "draft"
      ? t("events.draft_note")
      : event.workflow === "scheduled"
        ? t("events.scheduled_note", { date: momentInWords(t, event.publish_at ?? event.start, false) })
        : event.status !== "scheduled"
          ? t(`events.status_${event.status}`)
          : date.status === "cancelled"
            ? t("events.date_cancelled")
            : event.next === null
              ? t("events.over")
              : undefined
  if (!words) return null
  const reason = event.hidden ? event.hidden.reason : (event.status_reason ?? date.status_reason)
  const isOff = isCancelled(event, date)
  const type = isOff ? "error" : event.hidden || event.status !== "scheduled" ? "warning" : "info"
  const hasOthers = event.status !== "cancelled" && date.status === "cancelled" && event.occurrences.length > 1
  return (
    <div className="event__state">
      <Note type={type} action={hasOthers && <ButtonLink to="#dates">{t("events.other_dates")}</ButtonLink>}>
        <p>
          <strong>{words}</strong>
        </p>
        {reason && <p lang={event.language === t.language || event.hidden ? undefined : event.language}>{reason}</p>}
        {event.called_off && <p className="small">{calledOff(t, event.called_off)}</p>}
      </Note>
    </div>
  )
}

/** Returns who cancelled the event, for its managers: « Annulé par Nour Alvérane, samedi 21 novembre, 14:05. ». */
function calledOff(t: Messages, { at, by }: NonNullable<Event["called_off"]>) {
  const moment = momentInWords(t, at, false)
  return by ? t("events.called_off_by", { name: by.name, moment }) : t("events.called_off", { moment })
}
