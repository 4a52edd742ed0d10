import { isCategory } from "#features/events/categories.ts"
import { dateOf, eventOf, offKinds, stripOf } from "#features/notices/mailed-event.ts"
import { noticeLines } from "#features/notices/notice-words.ts"
import { daySpan } from "#i18n/day-span.ts"
import { inLanguage } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { addDays, isoAt } from "#lib/time.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import type { Frequency } from "../newsletter.ts"
import type { Issue, IssueEvent } from "../representation.server.ts"
import type { Content } from "./content.ts"
import type { Shown, ShownChange, ShownDate } from "./queries.server.ts"

type Given = {
  frequency: Frequency
  content: Content
  publicUrl: string
  shown: Shown
  /** Whether the newsletter belongs to an account and covers what that account follows. */
  is_account: boolean
  /** The reader's name. */
  name?: string | undefined
  answer?: ((eventId: number) => IssueEvent["answer"]) | undefined
}

/** Composes an issue in one language, from what is still public. */
export function composeIssue(t: Messages, given: Given): Issue {
  const { frequency, content, shown, publicUrl, is_account, name } = given
  const changes = content.notices.flatMap((id) => changeRow(t, shown.changes.get(id), publicUrl))
  // Changed events come first and are not repeated among the dates.
  const changed = new Set(content.notices.map((id) => shown.changes.get(id)?.event_id))
  const dates = content.dates.flatMap(([event, date]) => {
    const one = shown.dates.get(date)
    return one && !changed.has(event) ? [dateRow(t, one, publicUrl, given.answer?.(event) ?? null)] : []
  })
  const days = [...Map.groupBy(dates, ({ start }) => start.slice(0, 10))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, events]) => ({ date, events: events.toSorted((a, b) => (a.start < b.start ? -1 : 1)) }))
  const head = rangeOf(t, frequency, content)
  const count = dates.length
  return {
    language: t.language,
    frequency,
    head,
    kicker:
      frequency === "weekly"
        ? t("newsletter.kicker_weekly", { weekday: t.date(content.from, "weekday") })
        : t(`newsletter.kicker_${frequency}`),
    subject: [
      changes.length > 0 ? t("newsletter.subject_changes", { count: changes.length }) : "",
      t("newsletter.subject", { range: frequency === "daily" ? t.date(content.from, "long") : head, count }),
    ]
      .filter(Boolean)
      .join(" · "),
    opening: openingOf(t, { name, changes: changes.length, count, more: content.more, is_account }),
    from: content.from,
    to: content.to,
    changes,
    days,
    more: content.more,
    is_empty: changes.length + count === 0,
  }
}

function openingOf(
  t: Messages,
  given: { name: string | undefined; changes: number; count: number; more: number; is_account: boolean },
) {
  const { name, changes, count, more, is_account } = given
  const dates = is_account ? t("newsletter.dates_followed", { count }) : t("newsletter.dates", { count })
  return [
    name ? t("newsletter.hello", { name }) : "",
    changes > 0 ? t("newsletter.changes_first", { count: changes }) : "",
    count > 0 ? dates : changes > 0 ? "" : t("newsletter.nothing"),
    count > 0 && more === 0 ? t("newsletter.nothing_else") : "",
  ]
    .filter(Boolean)
    .join(" ")
}

/** Formats the dates of an issue: « 20–30 novembre », « novembre », « 21 novembre ». */
function rangeOf(t: Messages, frequency: Frequency, { from, to }: Content): string {
  const whole = frequency === "monthly" && from.endsWith("-01")
  if (whole) return t.date(from, "monthYear")
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  return daySpan(t, from, to, isOneMonth ? "monthDay" : "dayMonth")
}

/**
 * Returns, for each day of an issue, the days since the previous one on which nothing takes place, if they are seven or
 * fewer.
 */
export function daysOff(issue: Pick<Issue, "days">, busy: string[]): Map<string, string[]> {
  const off = new Map<string, string[]>()
  const lit = new Set([...busy, ...issue.days.map(({ date }) => date)])
  let last: string | undefined
  for (const { date } of issue.days) {
    const between: string[] = []
    for (let day = last ? addDays(last, 1) : date; day < date; day = addDays(day, 1))
      if (!lit.has(day)) between.push(day)
    if (between.length > 0 && between.length <= 7) off.set(date, between)
    last = date
  }
  return off
}

function dateRow(t: Messages, one: ShownDate, publicUrl: string, answer: IssueEvent["answer"]): IssueEvent {
  const { text, language } = inLanguage(one.title, t.language, one.language)
  return {
    id: one.event_id,
    url: `${publicUrl}${inLanguagePath(paths.event(one.event_id), t.language)}`,
    title: text,
    lang: language === t.language ? null : language,
    start: isoAt(one.starts_at, one.timezone),
    all_day: one.all_day,
    place: [one.place, one.locality].filter(Boolean).join(", ") || null,
    category: isCategory(one.category) ? one.category : null,
    uid: one.uid,
    poster_roll: one.roll,
    change: null,
    strip: null,
    is_off: false,
    answer,
  }
}

function changeRow(t: Messages, one: ShownChange | undefined, publicUrl: string): IssueEvent[] {
  if (!one) return []
  const noticed = { ...one, subject: null, actor: null }
  const url = one.listed ? `${publicUrl}${inLanguagePath(paths.event(one.event_id), t.language)}` : undefined
  const event = eventOf(t, noticed, url)
  if (!event) return []
  const strip = stripOf(t, one.kind) ?? null
  const date = dateOf(noticed)
  return [
    {
      id: one.event_id,
      url: url ?? null,
      title: event.title,
      lang: (event.lang as IssueEvent["lang"]) ?? null,
      start: date?.start ?? "",
      all_day: date?.isAllDay ?? false,
      place: event.place || null,
      category: isCategory(one.shown.category) ? one.shown.category : null,
      uid: one.shown.uid,
      poster_roll: one.shown.roll,
      change: noticeLines(t, noticed).join(" ") || strip,
      strip,
      is_off: offKinds.has(one.kind),
      answer: null,
    },
  ]
}
