import { categories } from "#features/events/categories.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Overview } from "../overview/representation.server.ts"
import { Figures, Legend, Plot } from "./plot.tsx"

/** Most squares in a column; with more events, each square stands for several. */
const highest = 10
const step = 16

/** Events that became public, as a column of squares for each day. */
export function EventPlot({ events }: { events: Overview["events"] }) {
  const t = useMessages()
  const counts = events.days.map((day) => Object.values(day.categories).reduce((sum, one) => sum + one, 0))
  const each = Math.max(1, Math.ceil(Math.max(...counts) / highest))
  const totals = categories.map((name) => ({
    name,
    count: events.days.reduce((sum, day) => sum + (day.categories[name] ?? 0), 0),
  }))
  const base = (highest + 1) * step
  return (
    <Plot title={t("admin.events", { count: events.total })} size="wide">
      {events.total > 0 && (
        <>
          <svg viewBox={`0 0 ${events.days.length * 24} ${base + 1}`} aria-hidden="true">
            <path d={`M0 ${base}h${events.days.length * 24}`} stroke="var(--line-strong)" />
            {events.days.map((day, at) =>
              squaresOf(day.categories, each).map((category, height) => (
                <rect
                  // oxlint-disable-next-line react/no-array-index-key -- squares of one column never move
                  key={`${day.date} ${height}`}
                  x={at * 24 + 2}
                  y={base - (height + 1) * step}
                  width="13"
                  height="13"
                  fill={`var(--ink-${category})`}
                />
              )),
            )}
          </svg>
          <Legend
            keys={totals
              .filter(({ count }) => count > 0)
              .map(({ name, count }) => ({
                name,
                words: `${t(`ui.category_${name}`)} ${t.number(count)}`,
                colour: `var(--ink-${name})`,
              }))}
          >
            {t("admin.span", { from: t.date(events.from, "dayMonth"), until: t.date(events.until, "dayMonth") })}
          </Legend>
          {each > 1 && <p className="small t3">{t("admin.a_square", { count: each })}</p>}
          <Figures
            summary={t("admin.by_day")}
            caption={t("admin.events", { count: events.total })}
            columns={[t("admin.day"), t("admin.published")]}
            rows={events.days.map(({ date }, at) => [t.date(date, "long"), t.number(counts[at] ?? 0)])}
          />
        </>
      )}
    </Plot>
  )
}

/** Returns the squares of a day from the bottom up, in the order of the design. */
function squaresOf(day: Overview["events"]["days"][number]["categories"], each: number) {
  const all = categories.flatMap((name) => Array.from({ length: day[name] ?? 0 }, () => name))
  return all.filter((_, at) => at % each === 0)
}
