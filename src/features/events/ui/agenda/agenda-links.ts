import type { Messages } from "#i18n/messages.ts"
import { paths } from "#web/paths.ts"
import { spanWords } from "#ui/dates/date-range-picker.tsx"
import {
  type AgendaQuery,
  agendaSearch,
  type FilterName,
  isFilterOn,
  pageSize,
  plainQuery,
  withoutFilter,
} from "../../listing/agenda-query.ts"

/** The page that has the filters, and stays open when they change. */
export type AgendaScreen = "home" | "events"

/** Returns the address of an agenda page. Views other than the list are on the agenda page. */
export function agendaAddress(screen: AgendaScreen, query: AgendaQuery): string {
  return paths[query.view === "list" ? screen : "events"]() + agendaSearch(query)
}

/** Returns a changed query, with the list back at its beginning. */
export function changedQuery(query: AgendaQuery, change: Partial<AgendaQuery>): AgendaQuery {
  return { ...query, limit: pageSize, start: 0, day: undefined, ...change }
}

export type ActiveFilter = { key: string; label: string; rest: AgendaQuery }

/** Returns the active filters in words, each with the query without it. */
export function activeFilters(t: Messages, query: AgendaQuery, today: string, listName = query.list): ActiveFilter[] {
  const one = (name: FilterName, label: string): ActiveFilter[] =>
    isFilterOn(query, name) ? [{ key: name, label, rest: withoutFilter(query, name) }] : []
  return [
    ...one("list", t("agenda.list_is", { name: listName })),
    ...one("q", t("agenda.search_of", { query: query.q })),
    // A calendar shows its month whole, whatever the dates.
    ...(query.view === "calendar" ? [] : one("dates", datesInWords(t, query, today))),
    ...query.category.map((category) => ({
      key: category,
      label: t(`ui.category_${category}`),
      rest: changedQuery(query, { category: query.category.filter((other) => other !== category) }),
    })),
    ...one("near", nearInWords(t, query)),
    ...one("bbox", t("agenda.area")),
    ...one("free", t("ui.free")),
    ...query.access.map((feature) => ({
      key: feature,
      label: t(`ui.access_${feature}`),
      rest: changedQuery(query, { access: query.access.filter((other) => other !== feature) }),
    })),
    ...one("running", t("ui.running")),
  ]
}

/** Returns the dates in words: « dès le 21 novembre », « 21 nov. – 23 nov. ». */
export function datesInWords(t: Messages, { from, to }: AgendaQuery, today: string): string {
  if (from && to) return spanWords(t, { from, to }, today)
  if (from) return t("agenda.since", { date: t.date(from, "dayMonth") })
  return to ? t("agenda.until_date", { date: t.date(to, "dayMonth") }) : ""
}

/** Returns the surroundings in words: « Bruxelles, 25 km », « À moins de 5 km ». */
export function nearInWords(t: Messages, { place, radius }: AgendaQuery): string {
  return place ? t("agenda.around", { place, radius }) : t("agenda.within", { radius })
}

/** Returns the plain agenda in the same view. */
export function unfilteredQuery(query: AgendaQuery): AgendaQuery {
  return { ...plainQuery, view: query.view, month: query.month }
}
