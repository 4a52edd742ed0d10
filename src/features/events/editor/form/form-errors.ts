import type { MessageId, Messages } from "#i18n/messages.ts"
import { addDays } from "#lib/time.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import { dateRows, exceptionsOf, isAllDay, isRepeated } from "./form-dates.ts"
import { amountIn, numberIn, pickedRows, priceRows } from "./form-values.ts"

type Sentence = { id: PlainId } | { id: "event-editor.end_next_day"; day: string; time: string }
type PlainId = Extract<
  MessageId,
  | "errors.required"
  | "event-editor.amount_wrong"
  | "event-editor.number_wrong"
  | "event-editor.end_before_start"
  | "event-editor.time_missing"
>

/** Returns the faults found without a request, in words, by form field. */
export function formErrors(fields: Fields, t: Messages): Record<string, string[]> {
  const words = Object.entries(formFaults(fields)).map(([name, sentence]): [string, string[]] => {
    if (sentence.id !== "event-editor.end_next_day") return [name, [t(sentence.id)]]
    return [name, [t(sentence.id, { day: t.date(sentence.day, "long"), time: sentence.time })]]
  })
  return Object.fromEntries(words)
}

/** Returns the same faults as message ids with their values. */
export function formFaults(fields: Fields): Record<string, Sentence> {
  const wrong: Record<string, Sentence> = {}
  for (const row of priceRows(fields)) {
    if (fields[`prices.${row}.kind`] !== "free" && Number.isNaN(amountIn(fields[`prices.${row}.amount`])))
      wrong[`prices.${row}.amount`] = { id: "event-editor.amount_wrong" }
  }
  for (const name of ["capacity", "age.min", "age.max"])
    if (Number.isNaN(numberIn(fields[name]))) wrong[name] = { id: "event-editor.number_wrong" }

  for (const { row, start, end } of dateRows(fields)) {
    const name = `dates.${row}`
    const [hasDay, hasHour] = ["date", "start"].map((key) => Boolean(fields[`${name}.${key}`]?.trim()))
    if (!hasDay) wrong[`${name}.date`] = { id: "errors.required" }
    if (!hasHour && !isAllDay(fields)) wrong[`${name}.start`] = { id: "event-editor.time_missing" }
    else if (hasDay && isBefore(end, start)) wrong[endName(fields, name)] = endSentence(fields, name, start, end)
    if (isRepeated(fields)) break // further rows belong to the rule
  }
  if (isRepeated(fields)) {
    for (const { stamp, how, start, end, original_start } of exceptionsOf(fields)) {
      const name = `exceptions.${stamp}`
      if (how !== "moved") continue
      if (start === original_start && end === undefined) wrong[`${name}.date`] = { id: "errors.required" }
      else if (isBefore(end, start)) wrong[endName(fields, name)] = endSentence(fields, name, start, end)
    }
  }
  return wrong
}

function isBefore(end: string | null | undefined, start: string): boolean {
  return typeof end === "string" && end !== "" && end < start
}

/** Returns the field for a faulty start: whole days have no time field. */
function startName(fields: Fields, name: string): string {
  return isAllDay(fields) ? `${name}.date` : `${name}.start`
}

/** Returns the field for a faulty end: the last day when it was entered, otherwise the time. */
function endName(fields: Fields, name: string): string {
  return isAllDay(fields) || fields[`${name}.end_date`] ? `${name}.end_date` : `${name}.end`
}

function endSentence(fields: Fields, name: string, start: string, end: string | null | undefined): Sentence {
  const next = nextDayFor(fields, name)
  return next && end
    ? { id: "event-editor.end_next_day", day: next, time: end.slice(11) }
    : { id: "event-editor.end_before_start" }
}

/** Returns the day a person probably meant by an end before the start: the next day, when no last day was entered. */
export function nextDayFor(fields: Fields, name: string): string | undefined {
  const [date, start, end, last] = ["date", "start", "end", "end_date"].map((key) => fields[`${name}.${key}`]?.trim())
  if (isAllDay(fields) || !date || !start || !end || last || end >= start) return undefined
  return addDays(date, 1)
}

/** Returns the API field that a form field belongs to. */
export function nameInApi(name: string, fields: Fields): string {
  const [first = ""] = name.split(".")
  return first === "dates" ? (isRepeated(fields) ? "start" : "occurrences") : first
}

/** Returns the form field of an API field; faults of API fields without one appear at the top of the form. */
export function nameInForm(name: string, fields: Fields): string {
  const [first = "", number, key] = name.split(".")
  const at = Number(number)
  const language = fields.language || "fr"
  switch (first) {
    case "title":
      return number ? name : `title.${language}`
    case "summary":
    case "description":
      return number ? name : `${first}.${language}`
    case "start":
      return fields["dates.0.date"] ? startName(fields, "dates.0") : "dates.0.date"
    case "end":
      return endName(fields, "dates.0")
    case "occurrences": {
      const row = `dates.${number === undefined ? 0 : (dateRows(fields)[at]?.row ?? 0)}`
      return key === "end" ? endName(fields, row) : key === "start" ? startName(fields, row) : `${row}.date`
    }
    case "recurrence":
      return fields["rule.freq"] === "custom"
        ? "rule.text"
        : fields["rule.ends"] === "until"
          ? "rule.until"
          : "rule.count"
    case "exceptions": {
      const kept = exceptionsOf(fields).filter(({ how }) => how !== "removed")
      return `exceptions.${kept[at]?.stamp ?? ""}.${key === "end" ? "end" : "date"}`
    }
    case "organizers":
      return "host"
    case "lineup":
      return `lineup.${pickedRows(fields, "lineup")[at]?.row ?? 0}`
    case "prices":
      return `prices.${priceRows(fields)[at] ?? 0}.${key ?? "amount"}`
    case "age":
      return number ? name : "age.min"
    case "publish_at":
      return "publish_at.date"
    default:
      return name
  }
}
