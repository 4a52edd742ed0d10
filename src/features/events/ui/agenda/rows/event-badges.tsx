import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { CheckBold, StarFill, WarningFill, XBold } from "#ui/icons.tsx"
import { OriginBadge } from "./origin-badge.tsx"
import { type EntryDate, isCancelled, type ListedEvent } from "../../event-words.ts"

type EventBadgesProps = {
  event: ListedEvent
  date: EntryDate
  /** A star beside the badges already shows the interest. */
  besideStar?: boolean
}

/** The status of an event, then the reader's answer; nothing without either. */
export function EventBadges({ event, date, besideStar = false }: EventBadgesProps) {
  const t = useMessages()
  const off = isCancelled(event, date)
  return (
    <>
      {event.origin && <OriginBadge host={event.origin.host} />}
      {(event.workflow === "draft" || event.workflow === "scheduled") && (
        <Badge tone="warn">{t(`ui.${event.workflow}`)}</Badge>
      )}
      {off && (
        <Badge tone="err" icon={XBold}>
          {t("ui.status_cancelled")}
        </Badge>
      )}
      {!off && event.status !== "scheduled" && event.status !== "cancelled" && (
        <Badge tone="warn" icon={WarningFill}>
          {t(`ui.status_${event.status}`)}
        </Badge>
      )}
      {!besideStar && event.my_attendance === "interested" && (
        <Badge tone="int" icon={StarFill}>
          {t("ui.interested")}
        </Badge>
      )}
      {event.my_attendance === "confirmed" && (
        <Badge tone="yes" icon={CheckBold}>
          {t("ui.confirmed")}
        </Badge>
      )}
      {event.my_attendance === "declined" && (
        <Badge tone="no" icon={XBold}>
          {t("ui.declined")}
        </Badge>
      )}
    </>
  )
}
