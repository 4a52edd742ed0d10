import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { Swatch } from "#ui/poster/swatch.tsx"
import { kept } from "#web/speed/kept-markup.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import type { Category } from "../../categories.ts"

export type StripDay = {
  /** Date, `2026-11-21`. */
  date: string
  /** Number of dates that begin. */
  count: number
  /** Category of each date, in the order of time; at most nine. */
  categories: Category[]
}
type DayStripProps = {
  days: StripDay[]
  today: string
  /** Target of a day; by default its part of the page, `#j2026-11-21`. */
  href?: (date: string) => string
}

const most = 8

/** Returns the id of a day's part of the page. */
export function dayId(date: string): string {
  return `j${date}`
}

const partOfPage = (date: string) => `#${dayId(date)}`

/**
 * The strip of fourteen days, with the number of dates that begin on each and an ink square for each of the first eight. Empty
 * days are dimmed but remain links.
 */
export function DayStrip({ days, today, href = partOfPage }: DayStripProps) {
  const t = useMessages()
  const places = days.map(({ date }) => href(date))
  return <Days className="days" aria-label={t("ui.go_to_date")} days={days} today={today} places={places} />
}

const Days = kept(
  ({ days, today, places }: { days: StripDay[]; today: string; places: string[] }) =>
    days.map((day, index) => <Day key={day.date} day={day} today={today} to={places[index] ?? ""} />),
  "nav",
)

function Day({ day: { date, count, categories }, today, to }: { day: StripDay; today: string; to: string }) {
  const t = useMessages()
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const number = Number(date.slice(8))
  // A link within this page is left to the browser: the router would drop the query.
  const [Anchor, address] = to.startsWith("#") ? (["a", { href: to }] as const) : ([PageLink, { to }] as const)
  return (
    <Anchor
      {...(address as { to: string })}
      className={classes((weekday === 0 || weekday === 6) && "we", count === 0 && "none")}
      aria-current={date === today ? "date" : undefined}
      aria-label={t("ui.events_on", { date: t.date(date, "long"), count })}
    >
      <span className="days__name">
        {/* The first of a month has the month's name: the day is the number below. */}
        {number > 1 ? t.date(date, "weekdayShort") : t.date(date, "dayMonth").replace(/^1(?:er)? /, "")}
      </span>
      <small>{count > 0 && t.number(count)}</small>
      <b>{number}</b>
      <i>
        {categories.slice(0, most).map((category, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- squares have no identity
          <Swatch key={index} ink={category} />
        ))}
      </i>
    </Anchor>
  )
}
