import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { classes } from "#ui/classes.ts"
import { XBold } from "#ui/icons.tsx"
import { paths } from "#web/paths.ts"
import { kept } from "#web/speed/kept-markup.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { CategoryLabel } from "./category-label.tsx"
import { OriginBadge } from "./origin-badge.tsx"
import { Star } from "./star.tsx"
import { EventPoster } from "../../event-poster.tsx"
import {
  endOf,
  type EntryDate,
  entryDate,
  isCancelled,
  type ListedEvent,
  placeOf,
  timeOf,
  titleOf,
  withoutDates,
} from "../../event-words.ts"

type EventCardProps = {
  event: ListedEvent
  date?: EntryDate
  level?: 2 | 3 | 4
  /** Shows the date too, for a wall of several days. */
  withDate?: boolean
  /** The day it is listed on, for a date that began earlier. */
  runsOn?: string | undefined
  /** Visible at once: its image is loaded with the page. */
  eager?: boolean
}

/** An event as a poster, for `<ul className="wall">` (`wall wall--reel` for today, on the home page). */
export function EventCard({
  event,
  date = entryDate(event),
  level = 3,
  withDate = false,
  runsOn,
  eager = false,
}: EventCardProps) {
  const t = useMessages()
  return (
    <li className={classes("pcard", isCancelled(event, date) && "pcard--off")}>
      <KeptWhat className="pcard__what" event={withoutDates(event)} {...{ date, level, withDate, runsOn, eager }} />
      <Star event={event} title={titleOf(t, event).text} />
    </li>
  )
}

type WhatProps = Required<Omit<EventCardProps, "runsOn">> & Pick<EventCardProps, "runsOn">

const KeptWhat = kept(What)

/** The card without its star. */
function What({ event, date, level, withDate, runsOn, eager }: WhatProps) {
  const t = useMessages()
  const isRunning = runsOn !== undefined
  const Heading = `h${level}` as "h3"
  const title = titleOf(t, event)
  const day = withDate ? t.date(date.start, "short") : ""
  const time = timeOf(t, event, date) || (withDate ? "" : t("ui.all_day"))
  const end = endOf(t, event, date)
  const { name } = placeOf(t, event)
  return (
    <>
      <EventPoster event={event} date={date} today={runsOn} eager={eager} />
      <div className="pcard__cap">
        <Heading>
          <PageLink className="stretch" to={paths.event(event.id)} lang={title.lang}>
            {unbroken(title.text)}
          </PageLink>
        </Heading>
        <p className="num">
          {isRunning ? (
            end ? (
              t("ui.running_until", { date: end })
            ) : (
              t("ui.running")
            )
          ) : (
            <time dateTime={event.all_day ? date.start.slice(0, 10) : date.start}>
              {[day, time].filter(Boolean).join(", ")}
            </time>
          )}
          {name && (withDate || isRunning ? <br /> : " · ")}
          {name}
        </p>
        <CategoryLabel category={event.category} />
        {event.origin && <OriginBadge host={event.origin.host} />}
        {isCancelled(event, date) && (
          <Badge tone="err" icon={XBold}>
            {t("ui.status_cancelled")}
          </Badge>
        )}
      </div>
    </>
  )
}
