import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import { ArrowLeft, ShareNetwork } from "#ui/icons.tsx"
import { PencilSimple } from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import { titleSize } from "#ui/poster/title-size.ts"
import { TabLinks } from "#ui/tabs/tab-links.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import { type Managed, manageTabs } from "../../pages/manage-data.ts"
import { shownDate } from "../../dates/shown-date.ts"
import { EventPoster } from "../event-poster.tsx"
import { placeOf, titleOf } from "../event-words.ts"
import { countAnswers } from "./parts.tsx"
import { countRelations } from "./relations.tsx"

/** The event's title and the tabs of the page: addresses, so that they work without script and can be bookmarked. */
export function ManageHead({ managed: { event, asked } }: { managed: Managed }) {
  const t = useMessages()
  const title = titleOf(t, event)
  const date = shownDate(event)
  const when = event.all_day ? t.date(date.start, "short") : `${t.date(date.start, "short")} · ${t.time(date.start)}`
  const where = event.place?.name ?? placeOf(t, event).name
  const answered = countAnswers(event.attendance_counts)
  const counts = { answers: answered, relations: countRelations(event) } as Partial<
    Record<(typeof manageTabs)[number], number>
  >
  return (
    <>
      <div className="bar evm__up">
        <PageLink className="up" to={paths.event(event.id)} lang={title.lang}>
          <ArrowLeft />
          <span className="truncate">{title.text}</span>
        </PageLink>
      </div>
      <header className="ahead evm__head">
        <div className="evm__poster">
          <EventPoster event={event} date={date} eager />
        </div>
        <div className="ahead__txt">
          <p className="t2 num">{[t("manage.manage"), when, where].filter(Boolean).join(" · ")}</p>
          <h1 className={titleSize(title.text)} lang={title.lang} tabIndex={-1}>
            {unbroken(title.text)}
          </h1>
          <div className="bar">
            {!event.hidden && (event.workflow === "draft" || event.workflow === "scheduled") && (
              <Badge tone="warn">{t(`manage.workflow_${event.workflow}`)}</Badge>
            )}
            {event.status !== "scheduled" && (
              <Badge tone={event.status === "cancelled" ? "err" : "warn"}>{t(`manage.status_${event.status}`)}</Badge>
            )}
            <ButtonLink icon={PencilSimple} to={paths.editEvent(event.id)}>
              {t("manage.edit")}
            </ButtonLink>
            {event.workflow === "published" && (
              <ButtonLink icon={ShareNetwork} to={paths.shareEvent(event.id)}>
                {t("manage.share")}
              </ButtonLink>
            )}
          </div>
        </div>
      </header>
      {event.hidden && (
        <Note type="warning">
          <p>
            <strong>{t("ui.hidden_note")}</strong>
          </p>
          {event.hidden.reason && <p>{event.hidden.reason}</p>}
        </Note>
      )}
      <TabLinks label={t("manage.parts")} current={asked.tab}>
        {manageTabs.map((tab) => (
          <Link
            key={tab}
            to={paths.manageEvent(event.id, { tab: tab === "answers" ? undefined : tab })}
            aria-current={tab === asked.tab ? "page" : undefined}
            preventScrollReset
          >
            {t(`manage.tab_${tab}`)}
            {counts[tab] ? <sup>{t.number(counts[tab])}</sup> : null}
          </Link>
        ))}
      </TabLinks>
    </>
  )
}
