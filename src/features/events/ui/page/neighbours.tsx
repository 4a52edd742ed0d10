import { useMessages } from "#i18n/messages-context.ts"
import { Fold } from "#ui/fold.tsx"
import { asOfToday } from "../../dates/shown-date.ts"
import type { AgendaEvent } from "../../listing/list-event.ts"
import type { House } from "../../pages/around-data.ts"
import { EventRow } from "../agenda/rows/event-row.tsx"
import { entryDate } from "../event-words.ts"

type NeighboursProps = { place: House; events: AgendaEvent[]; today: string }

/** The other events at the same place. */
export function Neighbours({ place, events, today }: NeighboursProps) {
  const t = useMessages()
  return (
    <Fold
      sign={`+${events.length}`}
      title={t("events.same_place_at", { place: place.name })}
      label={
        <>
          {t("events.same_place")}
          <br />
          {place.name}
        </>
      }
    >
      <ul className="rows">
        {events.map((event) => (
          <EventRow key={event.id} event={event} date={asOfToday(entryDate(event), event.all_day, today)} withDate />
        ))}
      </ul>
    </Fold>
  )
}
