import type { Fields } from "#web/editing/edit-values.ts"

// Recurrence rules, as form fields and as RFC 5545 text.

export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const
export type Weekday = (typeof weekdays)[number]
export const frequencies = ["DAILY", "WEEKLY", "MONTHLY"] as const
/** Which such weekday of the month; `date` is the same day number of each month. */
export const places = ["date", "1", "2", "3", "4", "-1"] as const

/** Returns the weekday of a date: `2026-11-21` → `SA`. */
export function weekdayOf(date: string): Weekday | undefined {
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) ? undefined : weekdays[(new Date(at).getUTCDay() + 6) % 7]
}

/**
 * Returns the RRULE of a form; undefined when it has none. Writes only what the form has fields for; `rule.freq` = `custom` takes
 * the rule from the text field `rule.text`.
 * @param date the first date, whose weekday is used when none is chosen
 */
export function ruleText(fields: Fields, date: string): string | undefined {
  const freq = fields["rule.freq"] ?? ""
  if (freq === "custom") return fields["rule.text"]?.trim() || undefined
  if (!frequencies.includes(freq as "DAILY")) return undefined
  const parts = [`FREQ=${freq}`]
  const interval = Math.trunc(Number(fields["rule.interval"] || 1))
  if (interval > 1) parts.push(`INTERVAL=${interval}`)
  if (freq === "WEEKLY") {
    const days = weekdays.filter((day) => fields[`rule.days.${day}`] === "on")
    if (days.length > 0 && !(days.length === 1 && days[0] === weekdayOf(date))) parts.push(`BYDAY=${days.join(",")}`)
  }
  const place = fields["rule.place"] ?? "date"
  if (freq === "MONTHLY" && place !== "date") {
    const day = weekdays.find((one) => one === fields["rule.weekday"]) ?? weekdayOf(date)
    parts.push(`BYDAY=${place}${day ?? "MO"}`)
  }
  const ends = fields["rule.ends"] ?? "count"
  if (ends === "count") parts.push(`COUNT=${fields["rule.count"]?.trim() || "?"}`)
  if (ends === "until") parts.push(`UNTIL=${(fields["rule.until"] ?? "").replaceAll("-", "") || "?"}`)
  return `RRULE:${parts.join(";")}`
}

/** Returns the form fields of an RRULE; a rule that the form has no fields for goes into its text field. */
export function ruleFields(text: string): Fields {
  const custom = { "rule.freq": "custom", "rule.text": text.trim() }
  const lines = text.split(/\r?\n/).filter((line) => line.trim())
  const rule = lines.length === 1 ? lines[0]?.trim().replace(/^RRULE:/i, "") : undefined
  if (!rule) return custom
  const said = new Map(
    rule.split(";").map((part) => {
      const [name = "", value = ""] = part.split("=")
      return [name.trim().toUpperCase(), value.trim().toUpperCase()] as const
    }),
  )
  const freq = said.get("FREQ") ?? ""
  const asked = new Set(["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", ...(freq === "DAILY" ? [] : ["BYDAY"])])
  if (!frequencies.includes(freq as "DAILY") || [...said.keys()].some((name) => !asked.has(name))) return custom
  const fields: Fields = { "rule.freq": freq, "rule.interval": said.get("INTERVAL") ?? "1" }

  const days = said.get("BYDAY")?.split(",") ?? []
  if (freq === "WEEKLY") {
    if (days.some((day) => !weekdays.includes(day as Weekday))) return custom
    for (const day of days) fields[`rule.days.${day}`] = "on"
  } else if (freq === "MONTHLY") {
    const [, place, day] = /^\+?(-?\d+)(MO|TU|WE|TH|FR|SA|SU)$/.exec(days[0] ?? "") ?? []
    if (days.length > 1 || (days.length === 1 && !places.includes(place as "1"))) return custom
    Object.assign(fields, { "rule.place": place ?? "date", ...(day ? { "rule.weekday": day } : {}) })
  }
  const [count, until] = [said.get("COUNT"), said.get("UNTIL")]
  if (count) return { ...fields, "rule.ends": "count", "rule.count": count }
  if (!until) return { ...fields, "rule.ends": "never" }
  // The field holds a day: it can only stand for an UNTIL at the end of that day.
  if (!/^\d{8}(T235959Z?)?$/.test(until)) return custom
  return {
    ...fields,
    "rule.ends": "until",
    "rule.until": `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`,
  }
}
