import { DateAndTime, ButtonForm } from "#features/accounts/ui/parts.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { Check, EnvelopeSimple } from "#ui/icons.tsx"
import { Archive } from "#ui/seldom-icons.tsx"
import { classes } from "#ui/classes.ts"
import { Link } from "#ui/link.tsx"
import type { Notification } from "#features/notices/representation.server.ts"
import { paths } from "#web/paths.ts"
import { noticeLines, noticeReason, noticeTitle } from "../notice-words.ts"

type NotificationRowProps = { notification: Notification; timezone: string }

/** Renders a notification: what happened, why the viewer gets it, and the actions on it. */
export function NotificationRow({ notification, timezone }: NotificationRowProps) {
  const t = useMessages()
  const { id, kind, event, actor, becomes, text, read, created } = notification
  const title = noticeTitle(t, notification)
  const reason = noticeReason(t, notification)
  const lines = text ? text.split(/\n\s*\n/) : noticeLines(t, notification)
  const of = (action: string) => t("manage.of_what", { action, what: title })
  return (
    <li className={classes("inbox__row", !read && "inbox__row--new")}>
      <div className="own__txt">
        <h2 className="own__name">{title}</h2>
        <p className="bar small t2">
          {!read && <Badge tone="int">{t("manage.is_unread")}</Badge>}
          <DateAndTime iso={created} timezone={timezone} />
          {reason && <span>{reason}</span>}
        </p>
        {lines.map((line) => (
          <p key={line} className="inbox__line">
            {line}
          </p>
        ))}
      </div>
      <div className="own__do">
        {kind === "confirmation" ? (
          <Link className="btn" to={paths.confirmations()}>
            {t("manage.see_waiting")}
          </Link>
        ) : kind === "invitation" ? (
          <Link className="btn" to={paths.invitations()}>
            {t("manage.see_invitations")}
          </Link>
        ) : kind === "claim" && actor ? (
          <Link className="btn" to={(becomes.claim === "accepted" ? paths.manageActor : paths.actor)(actor.fid)}>
            {t(becomes.claim === "accepted" ? "manage.manage_page" : "manage.see_page")}
            <span className="vh"> {actor.name}</span>
          </Link>
        ) : kind === "webhook" && actor ? (
          <Link className="btn" to={paths.webhooksOfActor(actor.fid)}>
            {t("manage.see_webhooks")}
            <span className="vh"> {actor.name}</span>
          </Link>
        ) : kind === "answers" && event?.id ? (
          <Link className="btn" to={paths.manageEvent(event.id)}>
            {t("manage.see_answers")}
            <span className="vh"> {title}</span>
          </Link>
        ) : kind === "reactions" && event?.id ? (
          <Link className="btn" to={paths.manageEvent(event.id, { tab: "elsewhere" })}>
            {t("reactions.see")}
            <span className="vh"> {title}</span>
          </Link>
        ) : kind === "refused" && event?.id ? (
          <Link className="btn" to={paths.event(event.id)}>
            {t("manage.see_event")}
            <span className="vh"> {title}</span>
          </Link>
        ) : kind === "published" && (becomes.count ?? 1) > 1 ? (
          <Link className="btn" to={actor ? paths.actor(actor.fid) : paths.home({ rel: "followed" })}>
            {t(actor ? "manage.see_page" : "telling.see_all")}
            {actor && <span className="vh"> {actor.name}</span>}
          </Link>
        ) : event?.id && event.listed ? (
          <Link className="btn" to={paths.event(event.id)}>
            {t("manage.see_event")}
            <span className="vh"> {title}</span>
          </Link>
        ) : (
          // The event has no public page any more, but its host has one.
          kind === "withdrawn" &&
          actor && (
            <Link className="btn" to={paths.actor(actor.fid)}>
              {t("manage.see_page")}
              <span className="vh"> {actor.name}</span>
            </Link>
          )
        )}
        {read ? (
          <ButtonForm form="unread" id={id} icon={EnvelopeSimple} label={of(t("manage.mark_unread"))}>
            {t("manage.mark_unread")}
          </ButtonForm>
        ) : (
          <ButtonForm form="read" id={id} icon={Check} label={of(t("manage.mark_read"))}>
            {t("manage.mark_read")}
          </ButtonForm>
        )}
        <ButtonForm form="away" id={id} icon={Archive} label={of(t("manage.put_away"))}>
          {t("manage.put_away")}
        </ButtonForm>
      </div>
    </li>
  )
}
