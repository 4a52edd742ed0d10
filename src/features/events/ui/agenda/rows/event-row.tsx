import { type ReactNode, Suspense } from "react"
import { ActorChip } from "#features/actors/ui/actor-chip.tsx"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { lazyPart, Nothing } from "#ui/loading/lazy-part.tsx"
import { paths } from "#web/paths.ts"
import { kept } from "#web/speed/kept-markup.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { CategoryLabel } from "./category-label.tsx"
import { EventBadges } from "./event-badges.tsx"
import { RowTime } from "./row-time.tsx"
import { Star } from "./star.tsx"
import { EventPoster } from "../../event-poster.tsx"
import {
  actorsOf,
  type EntryDate,
  entryDate,
  isCancelled,
  type ListedEvent,
  placeOf,
  titleOf,
  withoutDates,
} from "../../event-words.ts"

const ManagerLinks = lazyPart(() => import("#web/manager-links.tsx"), Nothing)

type EventRowProps = {
  event: ListedEvent
  date?: EntryDate
  level?: 2 | 3 | 4
  isSelected?: boolean
  /** Shows the date before the time, for a list of several days. */
  withDate?: boolean
  /** The day it is listed on, for a date that began earlier. */
  runsOn?: string | undefined
  /** Shows links to edit, share and manage an event the viewer manages. */
  withDoings?: boolean
  /** Replaces place and city: on a venue's own page, room and price. */
  where?: ReactNode
}

/** An event in a list, for `<ul className="rows">`. The title's link covers the row. */
export function EventRow({
  event,
  date = entryDate(event),
  level = 3,
  isSelected,
  withDate = false,
  runsOn,
  withDoings = false,
  where,
}: EventRowProps) {
  const t = useMessages()
  const what = { event, date, level, withDate, runsOn }
  return (
    <li className={classes("row", isSelected && "row--sel", isCancelled(event, date) && "row--off")}>
      {where === undefined && !withDoings ? (
        <PlainWhat className="row__what" {...what} event={withoutDates(event)} />
      ) : (
        <div className="row__what">
          <What {...what} withDoings={withDoings} where={where} />
        </div>
      )}
      <div className="row__act">
        <Star event={event} title={titleOf(t, event).text} />
      </div>
    </li>
  )
}

type WhatProps = Omit<EventRowProps, "isSelected"> & { date: EntryDate }

const PlainWhat = kept(What)

/** The row without its actions. */
function What({ event, date, level, withDate, runsOn, withDoings, where }: WhatProps) {
  const t = useMessages()
  const Heading = `h${level}` as "h3"
  const title = titleOf(t, event)
  const place = placeOf(t, event)
  const actors = actorsOf(event)
  return (
    <>
      <RowTime event={event} date={date} isRunning={runsOn !== undefined} withDate={withDate ?? false} />
      <div className="row__poster">
        <EventPoster event={event} date={date} today={runsOn} />
      </div>
      <div className="row__main">
        <Heading className="d3">
          <PageLink to={paths.event(event.id)} lang={title.lang}>
            {unbroken(title.text)}
          </PageLink>
        </Heading>
        {actors.length > 0 && (
          <p className="row__by small">
            {actors.map((actor) => (
              <ActorChip key={actor.fid} actor={actor} />
            ))}
          </p>
        )}
        <CategoryLabel category={event.category} />
        <EventBadges event={event} date={date} besideStar />
      </div>
      <div className="row__where">
        {where ?? (
          <p>
            <strong>{place.name}</strong>
            {place.city && <br />}
            {place.city}
            {event.distance !== undefined &&
              ` · ${t("ui.distance", { distance: t.number(event.distance, { maximumFractionDigits: 1 }) })}`}
          </p>
        )}
      </div>
      {withDoings && event.is_managed && (
        <Suspense>
          <ManagerLinks kind="events" of={event.id} what={title.text} />
        </Suspense>
      )}
    </>
  )
}
