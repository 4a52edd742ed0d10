import { Suspense } from "react"
import { useHref, useNavigate } from "react-router"
import { accessFeatures } from "#features/places/access.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { DateRangePicker } from "#ui/dates/date-range-picker.tsx"
import { CalendarDots, MapTrifold, Rows, SlidersHorizontal, SquaresFour } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { MultiPick } from "#ui/fields/multi-pick.tsx"
import { Popover } from "#ui/overlays/popover.tsx"
import { RelationLinks } from "#ui/fields/relation-links.tsx"
import { SearchField } from "#ui/fields/search-field.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import { kept } from "#web/speed/kept-markup.tsx"
import { useUser } from "#web/session/session.ts"
import { type AgendaQuery, agendaSearch, views } from "../../../listing/agenda-query.ts"
import { categories } from "../../../categories.ts"
import { paths } from "#web/paths.ts"
import { agendaAddress, type AgendaScreen, changedQuery, datesInWords } from "../agenda-links.ts"
import { NearPick } from "./near-pick.tsx"
import { PlainFilters } from "./plain-filters.tsx"

const AgendaPick = lazyPart(() => import("#features/agendas/ui/agenda-pick.tsx"))
const viewIcons = { list: Rows, grid: SquaresFour, calendar: CalendarDots, map: MapTrifold }

/** Filters may leave nothing: loads the page for that case ahead. If it fails, the list loads it itself. */
const readInstead = () => void import("../agenda-placeholder.tsx").catch(() => undefined)

type AgendaFiltersProps = { screen: AgendaScreen; query: AgendaQuery; today: string }

/** The filters of the agenda: every choice is an address, and each works without script. */
export function AgendaFilters({ screen, query, today }: AgendaFiltersProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const action = useHref(paths[screen]())
  const change = (next: Partial<AgendaQuery>, replace = false) =>
    void navigate(agendaAddress(screen, changedQuery(query, next)), { replace, preventScrollReset: true })

  const { from, to } = query
  const isCalendar = query.view === "calendar"
  return (
    <div className="filters" onPointerEnter={readInstead} onFocus={readInstead}>
      <div className="wrap filters__in" role="search" aria-label={t("agenda.filter_agenda")}>
        <RelationLinks
          label={t("agenda.relation")}
          current={query.rel}
          to={(rel) => agendaAddress(screen, changedQuery(query, { rel }))}
        />
        <SearchField
          id="q"
          label={t("agenda.search")}
          placeholder={t("agenda.search_hint")}
          value={query.q}
          action={action}
          keep={Object.fromEntries(new URLSearchParams(agendaSearch(changedQuery(query, { q: "" }))))}
          // During typing, the history keeps only the last text.
          onSearch={(q) => change({ q }, query.q !== "")}
        />
        <div className="contents noscript:hidden">
          {!isCalendar && (
            <DateRangePicker
              value={from || to ? { from: from ?? today, to: to ?? from ?? today } : null}
              words={datesInWords(t, query, today)}
              today={today}
              onChange={(span) => change({ from: span?.from, to: span?.to })}
            />
          )}
          <MultiPick
            label={t("agenda.categories")}
            all={t("ui.all_categories")}
            options={categories.map((value) => ({ value, label: t(`ui.category_${value}`), ink: value }))}
            selected={query.category}
            onChange={(selected) => change({ category: categories.filter((one) => selected.includes(one)) })}
          />
          <NearPick query={query} onChange={change} />
          <MorePick query={query} onChange={change} />
        </div>
        <div className="filters__end">
          <SegmentedLinks
            label={t("ui.view")}
            current={query.view}
            segments={views.map((view) => ({
              value: view,
              label: t(`ui.view_${view}`),
              icon: viewIcons[view],
              to: agendaAddress(screen, changedQuery(query, { view })),
            }))}
          />
        </div>
      </div>
      <noscript>
        {/* Browsers with script do not show a noscript, so its content is not sent to them. */}
        {import.meta.env.SSR && <KeptPlainFilters className="contents" action={action} query={query} today={today} />}
      </noscript>
    </div>
  )
}

const KeptPlainFilters = /* @__PURE__ */ kept(PlainFilters) // keeps it out of the browser's bundle

type MorePickProps = { query: AgendaQuery; onChange: (change: Partial<AgendaQuery>) => void }

function MorePick({ query, onChange }: MorePickProps) {
  const t = useMessages()
  const user = useUser()
  const count = query.access.length + Number(query.free) + Number(query.list !== "")
  return (
    <Popover
      icon={SlidersHorizontal}
      label={t("agenda.more_filters")}
      value={count > 0 ? t.number(count) : ""}
      isOn={count > 0}
    >
      {() => (
        <div className="grid gap-3">
          <div className="list">
            <label>
              <input
                type="checkbox"
                checked={query.free}
                onChange={(press) => onChange({ free: press.target.checked })}
              />
              {t("ui.free")}
            </label>
          </div>
          {user && (
            <Suspense>
              <AgendaPick list={query.list} onPick={(list) => onChange({ list })} />
            </Suspense>
          )}
          <fieldset>
            <legend className="lab t2">{t("ui.access")}</legend>
            <div className="list">
              {accessFeatures
                .filter((feature) => feature !== "strobe")
                .map((feature) => (
                  <label key={feature}>
                    <input
                      type="checkbox"
                      checked={query.access.includes(feature)}
                      onChange={(press) =>
                        onChange({
                          access: press.target.checked
                            ? [...query.access, feature]
                            : query.access.filter((other) => other !== feature),
                        })
                      }
                    />
                    {t(`ui.access_${feature}`)}
                  </label>
                ))}
            </div>
          </fieldset>
        </div>
      )}
    </Popover>
  )
}
