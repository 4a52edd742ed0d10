import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { classes } from "#ui/classes.ts"
import { WarningFill } from "#ui/icons.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import type { Placed, SheetEntry } from "../../calendar/sheet.ts"
import { CategoryLabel } from "../agenda/rows/category-label.tsx"
import { EventBadges } from "../agenda/rows/event-badges.tsx"
import { RowTime } from "../agenda/rows/row-time.tsx"
import { Star } from "../agenda/rows/star.tsx"
import { EventPoster } from "../event-poster.tsx"
import { isCancelled, placeOf, titleOf } from "../event-words.ts"
import { conflictsInWords, readersTimeInWords } from "./calendar-words.ts"

type CalendarRowProps = {
  entry: Placed
  /** The day it is listed under. */
  day: string
  all: ReadonlyMap<number, SheetEntry>
  timezone: string
  /** Number of further dates of a run that are not listed separately. */
  further?: number
  /** Leaves out the poster, for the list of a whole month. */
  isBrief?: boolean
  level?: 3 | 4
}

/** An entry in a list: the event, the viewer's answer, and conflicting entries. */
export function CalendarRow({ entry, day, all, timezone, further = 0, isBrief = false, level = 3 }: CalendarRowProps) {
  const t = useMessages()
  const Heading = `h${level}` as "h3"
  const { event, date, isRunning } = entry
  const title = titleOf(t, event)
  const place = placeOf(t, event)
  const isOff = isCancelled(event, date)
  const clash = conflictsInWords(t, entry, all)
  const here = isRunning ? "" : readersTimeInWords(t, entry, timezone)
  const reason = (date.status === "cancelled" && date.status_reason) || ""
  return (
    <li className={classes("row row--mine", isBrief && "row--brief", isOff && "row--off")}>
      <RowTime event={event} date={date} isRunning={isRunning} />
      {!isBrief && (
        <div className="row__poster">
          <EventPoster event={event} date={date} today={isRunning ? day : undefined} />
        </div>
      )}
      <div className="row__main">
        <Heading className={isBrief ? "h5" : "d3"}>
          <PageLink to={paths.event(event.id)} lang={title.lang}>
            {unbroken(title.text)}
          </PageLink>
        </Heading>
        {!isBrief && <CategoryLabel category={event.category} />}
        <div className="bar mine__badges">
          <EventBadges event={event} date={date} />
          {entry.layers.includes("managed") && <Badge>{t("calendar.legend_managed")}</Badge>}
          {entry.layers.includes("followed") && !entry.answer && <Badge>{t("calendar.legend_followed")}</Badge>}
          {clash && (
            <Badge tone="warn" icon={WarningFill}>
              {clash}
            </Badge>
          )}
        </div>
        {reason && (
          <p className="small t2" lang={event.language === t.language ? undefined : event.language}>
            {reason}
          </p>
        )}
        {here && <p className="small t2">{here}</p>}
        {further > 0 && <p className="small t2">{t("calendar.further", { count: further })}</p>}
      </div>
      <div className="row__where">
        <p>
          <strong>{place.name}</strong>
          {place.city && <br />}
          {place.city}
        </p>
      </div>
      <div className="row__act">
        <Star event={event} title={title.text} />
      </div>
    </li>
  )
}
