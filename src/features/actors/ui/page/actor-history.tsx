import { useRef } from "react"
import { EventRow } from "#features/events/ui/agenda/event-row.tsx"
import { placeOf } from "#features/events/ui/event-words.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Fold } from "#ui/fold.tsx"
import { LoadMore } from "#ui/load-more.tsx"
import type { List } from "#web/api.ts"
import { browserApi } from "#web/browser-api.ts"
import { useMore } from "#web/use-more.ts"
import type { Actor } from "../../actor.ts"
import { byYear, pageEvent, moreAtOnce, type PageEvent, withMore } from "../../actor-page.ts"

/** What has been, by years, newest first. */
export function ActorHistory({ actor, first }: { actor: Pick<Actor, "fid">; first: List<PageEvent> }) {
  const t = useMessages()
  const list = useRef<HTMLDivElement>(null)
  const load = async (start: number) => {
    const { items, total } = await browserApi.list("/api/contents/events/", {
      actor: actor.fid,
      filter: "past",
      start,
      limit: moreAtOnce,
    })
    return { items: items.map(pageEvent), total }
  }
  const { items, reached, total, state, loadMore } = useMore(first, idOf, load, list)

  return (
    <div className="years">
      <div ref={list}>
        {byYear(items).map(({ year, events }, at, years) => (
          <Fold
            key={year}
            sign={year}
            title={year}
            // Of the last one that is reached there may be more.
            label={(at < years.length - 1 || reached >= total) && t("actors.events_count", { count: events.length })}
          >
            <ul className="rows">
              {events.map((event) => (
                <EventRow key={event.id} event={event} where={<WhenAndWhere event={event} />} />
              ))}
            </ul>
          </Fold>
        ))}
      </div>
      {first.total > first.items.length && (
        <LoadMore
          state={state}
          onMore={loadMore}
          to={withMore(actor.fid, "history", reached)}
          detail={`${t.number(reached)} / ${t.number(total)}`}
        >
          {t("actors.more_events", { count: Math.min(moreAtOnce, total - reached) })}
        </LoadMore>
      )}
    </div>
  )
}

const idOf = ({ id }: PageEvent) => id

function WhenAndWhere({ event }: { event: PageEvent }) {
  const t = useMessages()
  const { name, city } = placeOf(t, event)
  const last = event.next?.start ?? event.start
  const isRun = last.slice(0, 10) > event.start.slice(0, 10)
  return (
    <p>
      <strong>
        {isRun ? `${t.date(event.start, "dayMonth")} – ${t.date(last, "dayMonth")}` : t.date(last, "long")}
      </strong>
      <br />
      {[name, city].filter(Boolean).join(", ")}
    </p>
  )
}
