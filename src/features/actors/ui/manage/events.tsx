import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { Plus } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import type { List } from "#web/api.ts"
import { paths } from "#web/paths.ts"
import { eventFilters, eventTitle, type ManagedActor, type ManagedEvent, sizes } from "../../pages/manage-data.ts"
import { Pager } from "#web/lists/pager.tsx"
import { PanelPart } from "#ui/editing/panel-part.tsx"

type ManagedEventsProps = {
  actor: ManagedActor
  events: List<ManagedEvent>
  filter: (typeof eventFilters)[number]
  start: number
}

/** The events of a page by date, each with a link to edit it. */
export function ManagedEvents({ actor, events, filter, start }: ManagedEventsProps) {
  const t = useMessages()
  const make = (
    <ButtonLink kind="main" icon={Plus} to={paths.newEvent({ host: actor.fid })}>
      {t("relations.new_event")}
    </ButtonLink>
  )
  return (
    <PanelPart className="amanage__body" title={t("relations.events")} label={t("relations.events_rule")}>
      <div className="bar bar--between">
        <SegmentedLinks
          label={t("relations.events")}
          current={filter}
          segments={eventFilters.map((value) => ({
            value,
            label: t(`relations.events_${value}`),
            to: paths.manageActor(actor.fid, { tab: "events", filter: value === "future" ? undefined : value }),
          }))}
        />
        {events.items.length > 0 && make}
      </div>
      {events.items.length === 0 ? (
        <Empty title={t("relations.no_events")} action={make}>
          {t("relations.no_events_hint")}
        </Empty>
      ) : (
        <ul className="own">
          {events.items.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ul>
      )}
      <Pager start={start} size={sizes.events} total={events.total} />
    </PanelPart>
  )
}

function EventLine({ event }: { event: ManagedEvent }) {
  const t = useMessages()
  const title = eventTitle(t, event)
  const date = event.next?.start ?? event.start
  const isOff = event.status === "cancelled" || event.status === "postponed"
  return (
    <li>
      <div className="own__txt">
        <b lang={title.lang}>
          <Link to={paths.event(event.id)}>{unbroken(title.text)}</Link>
        </b>
        <span className="bar small t2">
          <time className="num" dateTime={date}>
            {t.date(date, "medium")}
            {event.all_day ? "" : `, ${t.time(date)}`}
          </time>
          {event.place && <span>{event.place}</span>}
          {(event.workflow === "draft" || event.workflow === "scheduled") && (
            <Badge tone="warn">{t(`relations.workflow_${event.workflow}`)}</Badge>
          )}
          {isOff && <Badge tone="err">{t(`relations.status_${event.status as "cancelled" | "postponed"}`)}</Badge>}
        </span>
      </div>
      <div className="own__do">
        <ButtonLink to={paths.editEvent(event.id)} aria-label={t("relations.edit_what", { title: title.text })}>
          {t("relations.edit")}
        </ButtonLink>
        <ButtonLink to={paths.manageEvent(event.id)} aria-label={t("relations.manage_what", { title: title.text })}>
          {t("relations.manage")}
        </ButtonLink>
      </div>
    </li>
  )
}
