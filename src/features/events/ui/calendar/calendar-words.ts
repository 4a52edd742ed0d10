import type { Messages } from "#i18n/messages.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { type CalendarQuery, calendarParameters, spanOfView } from "../../calendar/calendar.ts"
import { isEngagement } from "../../calendar/conflicts.ts"
import { isOfOthers, type SheetEntry } from "../../calendar/sheet.ts"
import { isCancelled, titleOf } from "../event-words.ts"

/** The address of the screen; all layers and today go without saying, unless others were shown here before. */
export function calendarAddress(query: CalendarQuery): string {
  return paths.personalCalendarPage(calendarParameters(query))
}

/** « novembre 2026 », « 16 – 22 novembre 2026 », in two parts. */
export function headOf(t: Messages, { view, date }: { view: CalendarQuery["view"]; date: string }) {
  const year = date.slice(0, 4)
  if (view !== "week") return { name: t.date(`${date.slice(0, 7)}-01`, "monthName"), year }
  const { first, last } = spanOfView("week", date)
  const isSame = first.slice(0, 7) === last.slice(0, 7)
  const name = (day: string) => `${Number(day.slice(8))} ${t.date(day, isSame ? "monthName" : "monthShort")}`
  const begins = isSame ? String(Number(first.slice(8))) : name(first)
  return { name: t("calendar.week_of", { first: begins, last: name(last) }), year: last.slice(0, 4) }
}

/** How an entry is drawn: what one said of it, that it is one's own, or of a page one follows. */
export function lookOf(entry: SheetEntry): string {
  const { event, date, answer, layers: on } = entry
  if (isCancelled(event, date) || answer === "declined") return "ev--no"
  if (answer === "confirmed") return "ev--yes"
  if (on.includes("managed")) return "ev--own"
  return isOfOthers(entry) ? "ev--others" : "ev--int"
}

/** What it is to the reader, in words, for who does not see how it is drawn. */
export function standingOf(t: Messages, { event, date, answer, layers: on }: SheetEntry): string {
  const words = [
    isCancelled(event, date) ? t("ui.status_cancelled") : "",
    answer ? t(`ui.${answer}`) : "",
    on.includes("managed")
      ? t("calendar.legend_managed")
      : on.includes("followed") && !answer
        ? t("calendar.legend_followed")
        : "",
  ]
  return words.filter(Boolean).join(", ")
}

/** « En même temps : Radio Minuit (22:00) »; nothing when nothing is. */
export function clashOf(t: Messages, { conflicts }: SheetEntry, all: ReadonlyMap<number, SheetEntry>): string {
  const others = conflicts.flatMap((id) => {
    const other = all.get(id)
    return other ? [`${titleOf(t, other.event).text} (${t.time(other.date.start)})`] : []
  })
  if (others.length === 0) return ""
  return t("calendar.at_once_as", { titles: t.list(others) })
}

/** The time of the reader, where the wall of the event shows another one. */
export function readersTime(t: Messages, { event, date }: SheetEntry, timezone: string): string {
  if (event.all_day) return ""
  const here = isoAt(new Date(date.start), timezone)
  if (here.slice(0, 16) === date.start.slice(0, 16)) return ""
  return here.slice(0, 10) === date.start.slice(0, 10)
    ? t("calendar.your_time", { time: t.time(here) })
    : t("calendar.your_day", { date: t.date(here, "short"), time: t.time(here) })
}

/** How many of these are at the same time as another. */
export function clashesIn(entries: readonly SheetEntry[]): number {
  return entries.filter((entry) => entry.conflicts.length > 0 && isEngagement(entry)).length
}

/** The last day of what ends so, in words: « jusqu’au 12 janvier ». */
export function untilOf(t: Messages, { last }: SheetEntry): string {
  return t("calendar.running_until", { date: t.date(last, "dayMonth") })
}
