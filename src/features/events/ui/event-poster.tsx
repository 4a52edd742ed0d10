import type { CSSProperties } from "react"
import { mediaPaths } from "#features/documents/ui/media-address.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Poster, stripClass } from "#ui/poster/poster-view.tsx"
import { asOfToday } from "../dates/shown-date.ts"
import { type EntryDate, entryDate, type ListedEvent, placeOf, posterWords, stampOf, timeOf } from "./event-words.ts"

type EventPosterProps = {
  event: ListedEvent
  date?: EntryDate
  /** The day of the list: a date that began earlier and is on then shows that day. */
  today?: string | undefined
  /** Shows the image whole, with its description and its own ratio, for the event's page. */
  whole?: boolean
  /** Visible at once: the image is loaded with the page. */
  eager?: boolean
}

/** The image of an event, or the poster composed for it. */
export function EventPoster({ event, date: entry = entryDate(event), today, whole, eager }: EventPosterProps) {
  const t = useMessages()
  const date = today === undefined ? entry : asOfToday(entry, event.all_day, today)
  const image = event.images[0]
  const stamp = stampOf(t, event, date)
  if (!image) return <Poster {...posterWords(t, event, date)} stamp={stamp} />
  const [x, y] = image.focal_point
  return (
    <div
      className={whole ? "poster poster--img poster--whole" : "poster poster--img"}
      style={whole ? undefined : ({ "--focus-x": `${x * 100}%`, "--focus-y": `${y * 100}%` } as CSSProperties)}
      aria-hidden={whole ? undefined : true}
    >
      <img
        src={mediaPaths(image.url)}
        srcSet={mediaPaths(image.srcset)}
        sizes={whole ? "(min-width: 64rem) 40vw, 100vw" : "18rem"}
        width={image.width}
        height={image.height}
        alt={whole ? image.alt : ""}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager && whole ? "high" : undefined}
        decoding="async"
      />
      {stamp && (
        <p className={stripClass(stamp)} aria-hidden="true">
          {stamp}
        </p>
      )}
    </div>
  )
}

/** Date and place over an image of the event's own. A composed poster shows them itself; here they come before any long title. */
export function PosterBill({ event, date }: { event: ListedEvent; date: EntryDate }) {
  const t = useMessages()
  const time = timeOf(t, event, date)
  const { name, city } = placeOf(t, event)
  return (
    <div className="bill-head">
      <p>
        <time dateTime={date.start.slice(0, 10)}>{t.date(date.start, "short")}</time>
        {time && <time dateTime={date.start}>{time}</time>}
      </p>
      {name && (
        <p>
          <span>{name}</span>
          {city && <span>{city}</span>}
        </p>
      )}
    </div>
  )
}
