import type { MailEvent } from "#mail/parts.ts"
import type { Head } from "#mail/pictures.server.ts"
import { isCategory } from "#features/events/categories.ts"
import { inLanguage } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { isoAt } from "#lib/time.ts"
import type { NoticeKind, Span } from "./notice.ts"
import type { WordedNotice } from "./notice-words.ts"

/** The present state of an event as a mail shows it, with some of its coming dates. */
export type ShownEvent = {
  uid: string
  category: string
  roll: number
  timezone: string
  allDay: boolean
  place: string | null
  locality: string | null
  mode: "onsite" | "online" | "hybrid"
  lat: number | null
  lon: number | null
  dates: { id: number; start: string; status: string }[]
}
type Noticed = WordedNotice & { shown: ShownEvent | null }

/** Most remaining dates that are listed. */
const mostDates = 8

/** Returns the label below the date of a change; undefined for notices that are not about a date. */
export function stripOf(t: Messages, kind: NoticeKind): string | undefined {
  switch (kind) {
    case "cancelled":
    case "postponed":
    case "rescheduled":
    case "moved_online":
    case "tentative":
      return t(`ui.status_${kind}`)
    case "date_cancelled":
      return t("ui.status_cancelled")
    case "date_moved":
    case "dates":
      return t("ui.status_rescheduled")
    case "place":
      return t("notices.strip_place")
    case "withdrawn":
      return t("notices.strip_withdrawn")
    case "restored":
    case "date_restored":
    case "returned":
      return t("notices.strip_on")
  }
  return undefined
}

export const offKinds: ReadonlySet<NoticeKind> = new Set(["cancelled", "postponed", "date_cancelled", "withdrawn"])

/** Returns the head of a notice mail: the date that changes, and how; otherwise what the notice is about. */
export function headOf(t: Messages, row: Noticed): Head {
  const { kind } = row
  const strip = stripOf(t, kind)
  if (strip === undefined) {
    if (kind === "published") {
      const date = (row.becomes.count ?? 1) === 1 ? dateOf(row) : undefined
      return date
        ? { line: t.date(date.start, "long"), kicker: t("telling.head"), strip: t("telling.strip") }
        : { line: t("telling.head_several") }
    }
    if (kind === "reactions" || kind === "refused") return { line: t(`reactions.head_${kind}`) }
    if (kind === "webhook") return { line: t("manage.webhook_off") }
    const asked = kind === "confirmation" || kind === "answers" || kind === "invitation" ? kind : "message"
    return { line: t(`notices.head_${asked}`) }
  }
  const { start } = dateOf(row) ?? {}
  if (!start) return { line: strip }
  return { line: t.date(start, "long"), kicker: t("notices.head_change"), strip }
}

/** Returns the event of a notice with its poster; undefined when there is none that may be shown. */
export function eventOf(t: Messages, row: Noticed, url: string | undefined): MailEvent | undefined {
  const { kind, event, shown, was, becomes } = row
  if (!event || !shown || !isCategory(shown.category)) return undefined
  const { text: title, language } = inLanguage(event.title, t.language, event.language)
  const where = kind === "withdrawn" ? was.place : (becomes.place ?? was.place)
  const place = [where?.place ?? shown.place, where ? where.locality : shown.locality].filter(Boolean).join(", ")
  const date = dateOf(row)
  const strip = stripOf(t, kind)
  const isOff = offKinds.has(kind)
  return {
    title,
    ...(language === t.language ? {} : { lang: language }),
    url,
    when: date && [t.date(date.start, "short"), date.isAllDay ? "" : t.time(date.start)].filter(Boolean).join(" · "),
    isOff,
    place,
    category: { name: shown.category, words: t(`ui.category_${shown.category}`) },
    ...(becomes.status ? { state: t(`manage.now_${becomes.status}`) } : {}),
    poster: {
      id: shown.uid,
      title,
      ink: shown.category,
      roll: shown.roll,
      ...(date ? { day: t.date(date.start, "short") } : {}),
      ...(isOff || kind === "rescheduled" ? { stamp: strip } : {}),
    },
  }
}

/** Returns the dates that stay unchanged when one of several is cancelled. */
export function unchangedDates(t: Messages, { kind, shown, becomes }: Noticed) {
  if (kind !== "date_cancelled" || !shown) return undefined
  const changed = new Set(Object.keys(becomes.dates ?? {}))
  const rows = shown.dates
    .filter(({ id, status }) => status !== "cancelled" && !changed.has(String(id)))
    .slice(0, mostDates)
    .map(({ start }) => isoAt(new Date(start), shown.timezone))
    .map((start) => ({ line: shown.allDay ? t.date(start, "long") : `${t.date(start, "long")} · ${t.time(start)}` }))
  return rows.length > 0 ? { heading: t("notices.kept_dates"), rows } : undefined
}

/**
 * Returns the date a notice is about: the former one of a cancelled event, the new one of a moved event, otherwise the next
 * one.
 */
export function dateOf({ kind, was, becomes, shown }: Noticed): Pick<Span, "start" | "isAllDay"> | undefined {
  const [before, after] = [was.dates, becomes.dates].map((dates) => firstOf(Object.values(dates ?? {})))
  const said = offKinds.has(kind) ? (before ?? after) : (after ?? before)
  if (said) return said
  const next = shown?.dates[0]
  return shown && next
    ? { start: isoAt(new Date(next.start), shown.timezone), ...(shown.allDay ? { isAllDay: true } : {}) }
    : undefined
}

function firstOf(spans: (Span | null)[]): Span | undefined {
  return spans.filter((span) => span !== null).toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))[0]
}
