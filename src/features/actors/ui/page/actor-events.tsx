import { RunRow } from "#features/events/ui/agenda/runs/run-row.tsx"
import { placeOf } from "#features/events/ui/event-words.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Fold } from "#ui/fold.tsx"
import type { List } from "#web/api.ts"
import type { Actor } from "../../actor.ts"
import { byMonth, type PageEvent } from "../../actor-page.ts"
import { priceInWords } from "../prices.ts"
import { useEventsOf } from "./use-events-of.tsx"

type ActorEventsProps = { actor: Pick<Actor, "fid" | "type">; first: List<PageEvent>; today: string }

/** The upcoming events by month: an event with several dates is one row, in the month of its next date. */
export function ActorEvents({ actor, first, today }: ActorEventsProps) {
  const t = useMessages()
  const { list, items, isWhole, more } = useEventsOf(actor, first, "events")
  const months = byMonth(items, today)

  return (
    <>
      <div className="months" ref={list}>
        {months.map(({ month, events, dates }, at) => (
          <Fold
            key={month}
            sign={t.date(`${month}-01`, "monthShort")}
            title={t.date(`${month}-01`, "monthYear")}
            label={
              // The last month that is loaded may have more events.
              (at < months.length - 1 || isWhole) && (
                <>
                  {t("actors.events_count", { count: events.length })}
                  {dates > events.length && (
                    <>
                      <br />
                      {t("runs.dates_count", { count: dates })}
                    </>
                  )}
                </>
              )
            }
          >
            <ul className="rows">
              {events.map((event) => (
                <RunRow
                  key={event.id}
                  event={event}
                  today={today}
                  where={
                    event.place?.fid === actor.fid ? <RoomAndPrice event={event} /> : <PlaceAndCity event={event} />
                  }
                />
              ))}
            </ul>
          </Fold>
        ))}
      </div>
      {more}
    </>
  )
}

/** On the page of a house its own name is left out: only the room and the price are shown. */
function RoomAndPrice({ event }: { event: PageEvent }) {
  const t = useMessages()
  const price = priceInWords(t, event.prices)
  return (
    <p>
      {event.room && <strong>{event.room.name}</strong>}
      {event.room && price && <br />}
      {price}
    </p>
  )
}

function PlaceAndCity({ event }: { event: PageEvent }) {
  const t = useMessages()
  const { name, city } = placeOf(t, event)
  return (
    <p>
      <strong>{name}</strong>
      {city && <br />}
      {city}
    </p>
  )
}
