import { addDays } from "#lib/time.ts"
import { type FoundDay, dayOf, nextWeekday, type WrittenDay } from "./calendar-days.ts"
import { allWeekdays, months, weekdays } from "./date-words.ts"
import { isJoined, numberAt, phraseAt, phrases, type Token } from "./tokens.ts"

/** A date, or the first and last of consecutive days. */
export type FoundDate = FoundDay & { last?: string }
/** Dates at a position; `isWeak` when the words may belong to a title: « demain », « Sunday ». */
export type DatesMatch = { end: number; dates: FoundDate[]; isWeak: boolean }

/** Most days listed before their month; a longer list does not consist of dates. */
const mostListed = 20
const openings = phrases("le · les · du · de · ce · den · on · the · from · this · op · van · vanaf · deze · des")
const monthRanging = phrases("- · – · to · through")
const monthListing = phrases("& · and · ,")
const articles = phrases("le · the · de")
const beforeMonths = phrases("of · de · d ' · d ’ · -")
const beforeYears = phrases(", · ' · ’ · / · -")
const beforeHours = phrases(", · a · at · om · - · – · @ · , a · , at · , om")
const beforeWeekdays = phrases("ce · this · deze · le · on · op")
const evenings = phrases("soir · night · evening · avond")
const ordinals = new Set(["er", "st", "nd", "rd", "th", "e", "eme", "ste", "de"])
const listing = phrases(", · & · + · et · and · en · / · , et · , and · , en · ou · or · of")
const ranging = phrases(
  "- · – · — · → · au · a · to · tot · until · till · through · t / m · tem · t . e . m . · jusqu ' au",
  "jusqu ’ au · tot en met",
)

/** Returns the dates that begin at this position, if any, relative to today. */
export function datesAt(tokens: readonly Token[], at: number, today: string): DatesMatch | undefined {
  const begins = opened(tokens, at)
  return (
    isoDate(tokens, begins, today) ?? listedDates(tokens, begins, today) ?? relativeDate(tokens, at, today) ?? undefined
  )
}

function opened(tokens: readonly Token[], at: number): number {
  let next = at
  for (let words = 0; words < 2; words++) next = phraseAt(tokens, next, openings) ?? next
  return next
}

/** Reads `2026-11-27`, optionally with a last day. */
function isoDate(tokens: readonly Token[], at: number, today: string): DatesMatch | undefined {
  const first = isoDay(tokens, at, today)
  if (!first) return undefined
  const to = phraseAt(tokens, first.end, ranging)
  const last = to === undefined ? undefined : isoDay(tokens, opened(tokens, to), today)
  const { date } = first.found
  if (last && last.found.date > date) return { end: last.end, dates: [{ date, last: last.found.date }], isWeak: false }
  return { end: first.end, dates: [first.found], isWeak: false }
}

function isoDay(tokens: readonly Token[], at: number, today: string): { end: number; found: FoundDay } | undefined {
  const sign = tokens[at + 1]?.word ?? ""
  const year = tokens[at]?.word.length === 4 ? numberAt(tokens, at, 4) : undefined
  const [month, day] = [numberAt(tokens, at + 2, 2), numberAt(tokens, at + 4, 2)]
  if (!year || !month || !day || !"-/.".includes(sign) || tokens[at + 3]?.word !== sign) return undefined
  const found = dayOf({ day, month, year }, today)
  // Matches `2026-11-27T20:30`.
  const isTimed = tokens[at + 5]?.word === "t" && isJoined(tokens, at + 5) && isJoined(tokens, at + 6)
  return found && { end: isTimed ? at + 6 : at + 5, found }
}

type Group = { end: number; days: (WrittenDay & { isRangeEnd: boolean })[] }

/** Reads « 22, 24-26 nov », « du 28 novembre au 3 décembre », « vr 27/11 en za 5 dec », “Nov 27th, 2026”. */
function listedDates(tokens: readonly Token[], at: number, today: string): DatesMatch | undefined {
  const found: FoundDate[] = []
  let group = groupAt(tokens, at)
  let isRangeEnd = false
  let end = at
  while (group && found.length < mostListed) {
    for (const [index, written] of group.days.entries()) {
      // A year at the end applies to the days before it too.
      const day = dayOf(written, today)
      if (!day) return undefined
      const before = found.at(-1)
      if ((written.isRangeEnd || (isRangeEnd && index === 0)) && before && !before.last) {
        const last =
          day.date > before.date
            ? day.date
            : dayOf({ ...written, year: Number(before.date.slice(0, 4)) + 1 }, today)?.date
        if (!last) return undefined
        before.last = last
      } else found.push(day)
    }
    end = group.end
    const to = phraseAt(tokens, end, ranging)
    const also = phraseAt(tokens, end, listing)
    const next = to === undefined ? undefined : groupAt(tokens, opened(tokens, to))
    isRangeEnd = next !== undefined
    group = next ?? (also === undefined ? groupWithWeekday(tokens, end) : groupAt(tokens, opened(tokens, also)))
  }
  return found.length > 0 ? { end, dates: found, isWeak: false } : undefined
}

/** Reads « 27 nov sam. 5 déc »: without a separator, another date needs a weekday. */
function groupWithWeekday(tokens: readonly Token[], at: number): Group | undefined {
  return allWeekdays.has(tokens[at]?.word ?? "") ? groupAt(tokens, at) : undefined
}

/** Reads days with the month they share. */
function groupAt(tokens: readonly Token[], at: number): Group | undefined {
  const days: { day: number; weekday: number | undefined; isRangeEnd: boolean }[] = []
  let next = at
  let isRangeEnd = false
  while (days.length < mostListed) {
    const weekday = allWeekdays.get(tokens[next]?.word ?? "")
    if (weekday !== undefined) {
      next++
      if (tokens[next]?.word === ".") next++
      if (tokens[next]?.word === ",") next++
      next = phraseAt(tokens, next, articles) ?? next
    }
    const monthFirst = days.length === 0 ? monthThenDay(tokens, next, weekday) : undefined
    if (monthFirst) return monthFirst
    const day = numberAt(tokens, next, 2)
    if (!day || day > 31) return undefined
    next++
    if (isJoined(tokens, next) && ordinals.has(tokens[next]?.word ?? "")) next++
    days.push({ day, weekday, isRangeEnd })
    const isWeekdaySaid = days.some((one) => one.weekday !== undefined)
    const month = monthAt(tokens, next, isWeekdaySaid)
    if (month) {
      const isSwapped = month.isNumeric && month.month > 12 && day <= 12 && days.length === 1
      if (month.month > 12 && !isSwapped) return undefined
      const of = isSwapped ? { month: day, day: month.month } : { month: month.month }
      return { end: month.end, days: days.map((one) => ({ ...one, year: month.year, ...of })) }
    }
    const to = phraseAt(tokens, next, ranging)
    const also = phraseAt(tokens, next, listing)
    const from = to ?? also
    if (from === undefined) return undefined
    isRangeEnd = to !== undefined
    next = opened(tokens, from)
  }
  return undefined
}

/** Reads “November 27”, “Nov 27th, 2026”, “May 3-5”. */
function monthThenDay(tokens: readonly Token[], at: number, weekday: number | undefined): Group | undefined {
  const month = months.get(tokens[at]?.word ?? "")
  if (month === undefined) return undefined
  let next = at + 1
  if (tokens[next]?.word === "." && isJoined(tokens, next)) next++
  const days: Group["days"] = []
  let isRangeEnd = false
  while (days.length < mostListed) {
    const day = numberAt(tokens, next, 2)
    // « mars 20h » is a time, not a day.
    if (!day || day > 31 || isHourAt(tokens, next)) break
    next++
    if (isJoined(tokens, next) && ordinals.has(tokens[next]?.word ?? "")) next++
    days.push({ day, month, weekday: days.length === 0 ? weekday : undefined, isRangeEnd })
    const to = phraseAt(tokens, next, monthRanging)
    const also = phraseAt(tokens, next, monthListing)
    const then = to ?? also
    // « Dec 5, 12 Angry Men »: after a comma, another number has to follow, or an ordinal ending.
    const isListed = then !== undefined && (tokens[next]?.word !== "," || isMoreDays(tokens, then + 1))
    if (then === undefined || !isListed || !numberAt(tokens, then, 2) || isHourAt(tokens, then)) break
    isRangeEnd = to !== undefined
    next = then
  }
  if (days.length === 0) return undefined
  const year = yearAt(tokens, next, false)
  return { end: year?.end ?? next, days: days.map((one) => ({ ...one, year: year?.year })) }
}

function isMoreDays(tokens: readonly Token[], at: number): boolean {
  return [",", "&", "and"].includes(tokens[at]?.word ?? "") || ordinals.has(tokens[at]?.word ?? "")
}

type MonthHere = { end: number; month: number; year: number | undefined; isNumeric: boolean }

function monthAt(tokens: readonly Token[], at: number, isWeekdaySaid: boolean): MonthHere | undefined {
  const named = phraseAt(tokens, at, beforeMonths) ?? at
  const month = months.get(tokens[named]?.word ?? "")
  if (month !== undefined) {
    const dot = tokens[named + 1]?.word === "." && isJoined(tokens, named + 1) ? 1 : 0
    const end = named + 1 + dot
    const year = yearAt(tokens, end, false)
    return { end: year?.end ?? end, month, year: year?.year, isNumeric: false }
  }
  const sign = tokens[at]?.word ?? ""
  const number = numberAt(tokens, at + 1, 2)
  if (!"/.-".includes(sign) || sign === "" || !number || !isJoined(tokens, at) || !isJoined(tokens, at + 1))
    return undefined
  const end = at + 2
  const hasYear = tokens[end]?.word === sign && isJoined(tokens, end) && isJoined(tokens, end + 1)
  const year = hasYear ? yearAt(tokens, end + 1, true) : undefined
  if (year) return { end: year.end, month: number, year: year.year, isNumeric: true }
  if (sign === "/") return { end, month: number, year: undefined, isNumeric: true }
  // `20.30` may be a time, `5-12` a price: a date has a weekday, or ends with a point.
  const isClosed = sign === "." && tokens[end]?.word === "." && isJoined(tokens, end)
  const isNoHour = sign === "." && number <= 12 && ((numberAt(tokens, at - 1, 2) ?? 0) > 24 || isHourAfter(tokens, end))
  return isClosed || isWeekdaySaid || isNoHour
    ? { end: isClosed ? end + 1 : end, month: number, year: undefined, isNumeric: true }
    : undefined
}

/** Tells whether a time follows: « 5.12 à 20h ». A number followed by a time is not a time itself. */
function isHourAfter(tokens: readonly Token[], at: number): boolean {
  return isHourAt(tokens, phraseAt(tokens, at, beforeHours) ?? at)
}

function isHourAt(tokens: readonly Token[], at: number): boolean {
  const [sign, minutes] = [tokens[at + 1]?.word ?? "", tokens[at + 2]?.word ?? ""]
  if (numberAt(tokens, at, 2) === undefined) return false
  return (
    /^(?:h|u|am|pm|uur|heures?)$/.test(sign) ||
    (/^[:.]$/.test(sign) && isJoined(tokens, at + 1) && /^\d\d$/.test(minutes)) ||
    (/^[ap]$/.test(sign) && tokens[at + 2]?.word === ".")
  )
}

function yearAt(tokens: readonly Token[], at: number, isShort: boolean): { end: number; year: number } | undefined {
  const from = isShort ? at : (phraseAt(tokens, at, beforeYears) ?? at)
  const word = tokens[from]?.word ?? ""
  if (/^[12]\d{3}$/.test(word)) return { end: from + 1, year: Number(word) }
  const hasMark = isShort || tokens[at]?.word === "'" || tokens[at]?.word === "’"
  return hasMark && /^\d\d$/.test(word) ? { end: from + 1, year: 2000 + Number(word) } : undefined
}

/** Index is the number of days from today. */
const relative = [
  phrases("aujourd ' hui · aujourd ’ hui · ce soir · today · tonight · vandaag · vanavond"),
  phrases("demain · demain soir · tomorrow · tomorrow night · tomorrow evening · morgen · morgenavond"),
  phrases("apres - demain · apres demain · overmorgen"),
]
const nextWords = new Set(["prochain", "prochaine", "next", "volgende", "komende", "aanstaande"])

/** Reads « demain », “next Friday”, « ce vendredi ». */
function relativeDate(tokens: readonly Token[], at: number, today: string): DatesMatch | undefined {
  for (const [days, words] of relative.entries()) {
    const end = phraseAt(tokens, at, words)
    if (end !== undefined) return { end, dates: [{ date: addDays(today, days) }], isWeak: true }
  }
  const from = phraseAt(tokens, at, beforeWeekdays) ?? at
  const isNextBefore = nextWords.has(tokens[from]?.word ?? "")
  const named = isNextBefore ? from + 1 : from
  const weekday = weekdays.get(tokens[named]?.word ?? "")
  if (weekday === undefined) return undefined
  const isNextAfter = nextWords.has(tokens[named + 1]?.word ?? "")
  // “Next” excludes today.
  const since = isNextBefore || isNextAfter ? addDays(today, 1) : today
  const evening = phraseAt(tokens, named + (isNextAfter ? 2 : 1), evenings)
  const end = evening ?? named + (isNextAfter ? 2 : 1)
  return { end, dates: [{ date: nextWeekday(weekday, since) }], isWeak: true }
}
