import type { Messages } from "#i18n/messages.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { type CalendarQuery, calendarParameters, spanOfView } from "../../calendar/calendar.ts"
import { isEngagement } from "../../calendar/conflicts.ts"
import { isOnlyFollowed, type SheetEntry } from "../../calendar/sheet.ts"
import { isCancelled, titleOf } from "../event-words.ts"

/** Returns the address of the calendar page; all layers and today are left out, unless this device showed other layers before. */
export function calendarAddress(query: CalendarQuery): string {
  return paths.personalCalendarPage(calendarParameters(query))
}

/** Returns « novembre 2026 » or « 16 – 22 novembre 2026 » in two parts. */
export function headInWords(t: Messages, { view, date }: { view: CalendarQuery["view"]; date: string }) {
  const year = date.slice(0, 4)
  if (view !== "week") return { name: t.date(`${date.slice(0, 7)}-01`, "monthName"), year }
  const { first, last } = spanOfView("week", date)
  const isSame = first.slice(0, 7) === last.slice(0, 7)
  const name = (day: string) => `${Number(day.slice(8))} ${t.date(day, isSame ? "monthName" : "monthShort")}`
  const begins = isSame ? String(Number(first.slice(8))) : name(first)
  return { name: t("calendar.week_of", { first: begins, last: name(last) }), year: last.slice(0, 4) }
}

/** Returns the class of an entry by its standing: the viewer's answer, an event of their own, or one of a followed page. */
export function entryClass(entry: SheetEntry): string {
  const { event, date, answer, layers: on } = entry
  if (isCancelled(event, date) || answer === "declined") return "ev--no"
  if (answer === "confirmed") return "ev--yes"
  if (on.includes("managed")) return "ev--own"
  return isOnlyFollowed(entry) ? "ev--others" : "ev--int"
}

/** Returns the standing of an entry in words, for readers who do not see its style. */
export function standingInWords(t: Messages, { event, date, answer, layers: on }: SheetEntry): string {
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

/** Returns the conflicts of an entry: « En même temps : Radio Minuit (22:00) »; empty without any. */
export function conflictsInWords(t: Messages, { conflicts }: SheetEntry, all: ReadonlyMap<number, SheetEntry>): string {
  const others = conflicts.flatMap((id) => {
    const other = all.get(id)
    return other ? [`${titleOf(t, other.event).text} (${t.time(other.date.start)})`] : []
  })
  if (others.length === 0) return ""
  return t("calendar.at_once_as", { titles: t.list(others) })
}

/** Returns the time in the reader's zone, when the event's clock shows another one. */
export function readersTimeInWords(t: Messages, { event, date }: SheetEntry, timezone: string): string {
  if (event.all_day) return ""
  const here = isoAt(new Date(date.start), timezone)
  if (here.slice(0, 16) === date.start.slice(0, 16)) return ""
  return here.slice(0, 10) === date.start.slice(0, 10)
    ? t("calendar.your_time", { time: t.time(here) })
    : t("calendar.your_day", { date: t.date(here, "short"), time: t.time(here) })
}

/** Counts the entries that conflict with another. */
export function countConflicts(entries: readonly SheetEntry[]): number {
  return entries.filter((entry) => entry.conflicts.length > 0 && isEngagement(entry)).length
}

/** Returns the last day of a running entry in words: « jusqu’au 12 janvier ». */
export function runningUntilInWords(t: Messages, { last }: SheetEntry): string {
  return t("calendar.running_until", { date: t.date(last, "dayMonth") })
}
