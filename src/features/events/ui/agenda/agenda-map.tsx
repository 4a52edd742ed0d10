import { useNavigate } from "react-router"
import type { Mark } from "#features/places/map/map.ts"
import type { MarkLabel } from "#features/places/ui/map/map-canvas.tsx"
import type { AtSpot } from "#features/places/ui/map/spot-list.tsx"
import { Geo } from "#features/places/ui/map/geo.tsx"
import { largestCount } from "#features/places/map/map.ts"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { paths } from "#web/paths.ts"
import { agendaParameters } from "../../listing/agenda-query.ts"
import type { Category } from "../../categories.ts"
import { type AgendaData, agendaCalls } from "../../pages/agenda-data.ts"
import { momentInWords, titleOf } from "../event-words.ts"
import { agendaAddress, changedQuery } from "./agenda-links.ts"
import { AgendaList } from "./agenda-list.tsx"
import { CategoryLabel } from "./rows/category-label.tsx"

/** The agenda beside its map. */
export default function AgendaMap({ agenda }: { agenda: AgendaData }) {
  const t = useMessages()
  const navigate = useNavigate()
  const { query, today, spots = {} } = agenda
  const { bbox: _, radius, ...filters } = agendaParameters(query, today)
  const parameters = {
    ...filters,
    radius: radius === undefined ? undefined : String(radius),
    rel: query.rel === "all" ? undefined : query.rel,
  }
  const load = async (bbox: string, limit: number): Promise<AtSpot> => {
    const asked = { ...agendaParameters(query, today), bbox, limit }
    const { items, total } = await browserApi.list(agendaCalls[query.rel], asked)
    const entries = items.map((event) => {
      const { text, lang } = titleOf(t, event)
      const detail = momentInWords(t, event.next?.start ?? event.start, event.all_day)
      return { to: paths.event(event.id), title: unbroken(text), lang, detail }
    })
    return { entries, total }
  }
  return (
    <Geo
      label={t("map.of_events")}
      asked={{ of: "events", parameters }}
      bbox={query.bbox}
      spots={spots}
      entries={`${paths.events()}/`}
      tell={(mark) => tellEvent(t, mark, today)}
      load={load}
      onSearchArea={(bbox) =>
        void navigate(agendaAddress("events", changedQuery(query, { bbox })), { preventScrollReset: true })
      }
    >
      <AgendaList screen="events" agenda={agenda} />
    </Geo>
  )
}

/** Returns the label of a mark: an event's time when it is today, otherwise its day; for several events their number. */
function tellEvent(t: Messages, mark: Mark, today: string): MarkLabel {
  const category = mark.category as Category | null
  if (mark.type === "cluster") {
    const isMore = mark.count >= largestCount
    const what = isMore ? t("map.cluster_many", { count: largestCount }) : t("map.cluster", { count: mark.count })
    const isHouse = mark.is_spot && !/^c\d+$/.test(mark.id)
    return {
      head: isMore ? `${largestCount}+` : t.number(mark.count),
      label: mark.is_spot ? t("map.at_one_spot", { what }) : t("map.come_nearer", { what }),
      title: mark.is_spot ? t("map.at_one_spot", { what }) : what,
      to: isHouse ? paths.actor(mark.id) : undefined,
    }
  }
  const when = mark.start && (mark.start.startsWith(today) ? t.time(mark.start) : t.date(mark.start, "dayMonth"))
  const whole = mark.start ? `${t.date(mark.start, "dayMonth")} · ${t.time(mark.start)}` : ""
  const name = mark.name ?? ""
  return {
    head: when ?? "",
    label: [whole, name, category && t(`ui.category_${category}`)].filter(Boolean).join(", "),
    title: unbroken(name),
    to: paths.event(Number(mark.id)),
    detail: (
      <>
        <p className="small t2 num">{whole}</p>
        {category && <CategoryLabel category={category} />}
      </>
    ),
    ink: category ?? undefined,
  }
}
