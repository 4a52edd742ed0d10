import { asOfToday } from "#features/events/dates/shown-date.ts"
import { EventRow } from "#features/events/ui/agenda/rows/event-row.tsx"
import { entryDate, placeOf } from "#features/events/ui/event-words.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Empty } from "#ui/empty.tsx"
import { Fold } from "#ui/fold.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import type { List } from "#web/api.ts"
import { paths } from "#web/paths.ts"
import { nearbyRadii, type PageEvent } from "../../actor-page.ts"
import { byDistance } from "../../listing/directory.ts"
import type { ListedActor } from "../../listing/listed-actor.ts"
import { ActorCard } from "../directory/actor-card.tsx"

export type Nearby = {
  radius: (typeof nearbyRadii)[number]
  actors: List<ListedActor>
  events: List<PageEvent>
}

type ActorNearbyProps = { fid: string; nearby: Nearby; today: string }

/** The pages and events near an actor. */
export default function ActorNearby({ fid, nearby: { radius, actors, events }, today }: ActorNearbyProps) {
  const t = useMessages()
  return (
    <div className="nearby">
      <div className="bar bar--between">
        <SegmentedLinks
          label={t("actor-tabs.radius_choice")}
          current={String(radius)}
          segments={nearbyRadii.map((one) => ({
            value: String(one),
            label: t("directory.kilometres", { distance: one }),
            to: `${paths.actor(fid)}?radius=${one}&tab=nearby#nearby`,
          }))}
        />
        <p className="small t2">{t("actor-tabs.nearby_by", { radius })}</p>
      </div>
      {actors.items.length === 0 && events.items.length === 0 && (
        <Empty title={t("directory.nobody_near")}>{t("directory.nobody_near_hint")}</Empty>
      )}
      {byDistance(actors.items, radius).map(({ radius: within, actors: there }) => (
        <Fold
          key={within}
          sign={within}
          title={`${t("actor-tabs.nearby_pages")}, ${t("directory.within", { radius: within })}`}
          label={t("directory.within", { radius: within })}
        >
          <ul className="cols2">
            {there.map((actor) => (
              <ActorCard key={actor.fid} actor={actor} />
            ))}
          </ul>
        </Fold>
      ))}
      {events.items.length > 0 && (
        <section className="fold">
          <header className="fold__side">
            <h2 className="d2">{t("actor-tabs.nearby_events")}</h2>
            <p className="lab">{t("actor-tabs.nearby_by_date", { radius })}</p>
          </header>
          <div className="fold__body">
            <ul className="rows">
              {events.items.map((event) => (
                <EventRow
                  key={event.id}
                  event={event}
                  date={asOfToday(entryDate(event), event.all_day, today)}
                  where={<DayAndPlace event={event} today={today} />}
                />
              ))}
            </ul>
          </div>
        </section>
      )}
    </div>
  )
}

function DayAndPlace({ event, today }: { event: PageEvent; today: string }) {
  const t = useMessages()
  const { name, city } = placeOf(t, event)
  const distance =
    event.distance !== undefined &&
    t("ui.distance", { distance: t.number(event.distance, { maximumFractionDigits: 1 }) })
  return (
    <p>
      <strong>{t.date(asOfToday(entryDate(event), event.all_day, today).start, "long")}</strong>
      <br />
      {[name, city, distance].filter(Boolean).join(" · ")}
    </p>
  )
}
