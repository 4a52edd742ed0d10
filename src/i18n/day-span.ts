import type { DateStyle, Messages } from "./messages.ts"

/** Formats a span of days, both included: « 21 nov. », « 21–23 nov. », « 29 nov. – 2 déc. ». A shared month is written once. */
export function daySpan(t: Messages, first: string, last: string, style: DateStyle = "dayMonth"): string {
  const end = t.date(last, style)
  if (first.slice(0, 10) === last.slice(0, 10)) return end
  return first.slice(0, 7) === last.slice(0, 7) ? `${dayNumber(t, first)}–${end}` : `${t.date(first, style)} – ${end}`
}

/** Formats the day of a month before the second day of a span: « 1er », « 2 ». */
export function dayNumber(t: Messages, date: string): string {
  return t.date(date, "dayMonth").split(/\s/, 1)[0] ?? ""
}
