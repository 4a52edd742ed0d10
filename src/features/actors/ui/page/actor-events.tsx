import { useRef } from "react"
import { agendaDays } from "#features/events/listing/agenda.ts"
import { EventRow } from "#features/events/ui/agenda/event-row.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { addDays } from "#lib/time.ts"
import { Fold } from "#ui/fold.tsx"
import { LoadMore } from "#ui/load-more.tsx"
import type { List } from "#web/api.ts"
import { browserApi } from "#web/browser-api.ts"
import { useMore } from "#web/use-more.ts"
import type { Actor } from "../../actor.ts"
import { pageEvent, moreAtOnce, type PageEvent, withMore } from "../../actor-page.ts"
import { priceInWords } from "../prices.ts"

type ActorEventsProps = { actor: Pick<Actor, "fid" | "type">; first: List<PageEvent>; today: string }

/** What is to come, by days: a giant date in the margin, then what is on. */
export function ActorEvents({ actor, first, today }: ActorEventsProps) {
  const t = useMessages()
  const list = useRef<HTMLDivElement>(null)
  const load = async (start: number) => {
    const { items, total } = await browserApi.list("/api/contents/events/", {
      actor: actor.fid,
      filter: "future",
      start,
      limit: moreAtOnce,
    })
    return { items: items.map(pageEvent), total }
  }
  const { items, reached, total, state, loadMore } = useMore(first, idOf, load, list)
  const days = agendaDays(items, { first: today, hasMore: reached < total })

  return (
    <>
      <div ref={list}>
        {days.map(({ date, rows }) => (
          <Fold
            key={date}
            sign={Number(date.slice(8))}
            title={dayTitle(t, date, today)}
            label={<DayLabel date={date} today={today} />}
          >
            <ul className="rows">
              {rows.map(({ event, date: at }) => (
                <EventRow
                  key={`${event.id}-${at.id}`}
                  event={event}
                  date={at}
                  {...(event.place?.fid === actor.fid && { where: <RoomAndPrice event={event} /> })}
                />
              ))}
            </ul>
          </Fold>
        ))}
      </div>
      {first.total > first.items.length && (
        <LoadMore
          state={state}
          onMore={loadMore}
          to={withMore(actor.fid, "events", reached)}
          detail={`${t.number(reached)} / ${t.number(total)}`}
        >
          {t("actors.more_events", { count: Math.min(moreAtOnce, total - reached) })}
        </LoadMore>
      )}
    </>
  )
}

const idOf = ({ id }: PageEvent) => id

/** In its own house nobody needs to be told where: which room, and for how much. */
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

function dayTitle(t: Messages, date: string, today: string): string {
  const words = t.date(date, "long")
  const near = nearDay(t, date, today)
  return near ? `${near}, ${words}` : words
}

function DayLabel({ date, today }: { date: string; today: string }) {
  const t = useMessages()
  const near = nearDay(t, date, today)
  const weekday = t.date(date, "weekday")
  const isThisMonth = date.slice(0, 7) === today.slice(0, 7)
  return (
    <>
      {near ?? capital(weekday)}
      {near && (
        <>
          <br />
          {weekday}
        </>
      )}
      {!isThisMonth && (
        <>
          <br />
          {t.date(date, "month")}
        </>
      )}
    </>
  )
}

function nearDay(t: Messages, date: string, today: string): string | undefined {
  if (date === today) return t("ui.today")
  return date === addDays(today, 1) ? t("ui.tomorrow") : undefined
}

function capital(word: string): string {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1)
}
