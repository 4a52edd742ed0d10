import { EventRow } from "#features/events/ui/agenda/rows/event-row.tsx"
import { placeOf } from "#features/events/ui/event-words.ts"
import { daySpan } from "#i18n/day-span.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Fold } from "#ui/fold.tsx"
import type { List } from "#web/api.ts"
import type { Actor } from "../../actor.ts"
import type { PageEvent } from "../../actor-page.ts"
import { byYear } from "../../history.ts"
import { useEventsOf } from "./use-events-of.tsx"

/** The past events by year, newest first. */
export default function ActorHistory({ actor, first }: { actor: Pick<Actor, "fid">; first: List<PageEvent> }) {
  const t = useMessages()
  const { list, items, isWhole, more } = useEventsOf(actor, first, "history")

  return (
    <div className="years">
      <div ref={list}>
        {byYear(items).map(({ year, events }, at, years) => (
          <Fold
            key={year}
            sign={year}
            title={year}
            // The last year that is loaded may have more events.
            label={(at < years.length - 1 || isWhole) && t("actors.events_count", { count: events.length })}
          >
            <ul className="rows">
              {events.map((event) => (
                <EventRow
                  key={event.id}
                  event={event}
                  withDate
                  where={<SpanAndWhere event={event} fid={actor.fid} />}
                />
              ))}
            </ul>
          </Fold>
        ))}
      </div>
      {more}
    </div>
  )
}

/** The dates an event ran, and where; on the page of a house its own name is left out and only the room is shown. */
function SpanAndWhere({ event, fid }: { event: PageEvent; fid: string }) {
  const t = useMessages()
  const { name, city } = placeOf(t, event)
  const last = event.next?.start ?? event.start
  const isRun = last.slice(0, 10) > event.start.slice(0, 10)
  return (
    <p>
      {isRun && (
        <>
          <strong>{daySpan(t, event.start, last)}</strong>
          <br />
        </>
      )}
      {event.place?.fid === fid ? event.room?.name : [name, city].filter(Boolean).join(", ")}
    </p>
  )
}
