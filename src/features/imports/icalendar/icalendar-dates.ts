import type { OccurrenceDraft } from "#features/events/draft.ts"
import { horizonOf, mostOccurrences, withinWindow } from "#features/events/dates/occurrence-window.ts"
import { dayLength, ruleTimes, ruleOf } from "#features/events/dates/recurrence.ts"
import { addDays, dateAt } from "#lib/time.ts"
import { type Component, type Line, unescaped } from "./icalendar-lines.ts"
import { ianaNameOf, ianaZone, wallTime, type Zone } from "./icalendar-zones.ts"
import { hoursOf, isHourly } from "./icalendar-hours.ts"
import { type Reason, Unreadable, unreadable } from "../reading/record.ts"
import { checkYears, endAfter } from "../reading/times.ts"

/** The time zones of a calendar: those it defines, and the zone of its floating times. */
export type Zones = { defined: Map<string, Zone>; floating: Zone }
export type Moment = { wall: number; at: number; zone: Zone; isDate: boolean; isUtc: boolean }
export type Dates = {
  timezone: string
  all_day: boolean
  occurrences: OccurrenceDraft[]
  recurrence?: string
  note?: Reason
}

const utc = ianaZone("Etc/UTC")

/** Parses a DATE or DATE-TIME (RFC 5545 §3.3.4, §3.3.5); undefined when the value is neither. */
export function momentOf(value: string, params: Line["params"], zones: Zones): Moment | undefined {
  const wall = wallTime(value)
  if (wall === undefined) return undefined
  if (params.VALUE?.toUpperCase() === "DATE" || /^\s*\d{4}-?\d{2}-?\d{2}Z?\s*$/i.test(value)) {
    const day = wall - (((wall % dayLength) + dayLength) % dayLength)
    return { wall: day, at: zones.floating.instant(day), zone: zones.floating, isDate: true, isUtc: false }
  }
  if (/z\s*$/i.test(value)) return { wall, at: wall, zone: utc, isDate: false, isUtc: true }
  const zone = zoneNamed(params.TZID, zones)
  return { wall, at: zone.instant(wall), zone, isDate: false, isUtc: /^(Etc\/)?(UTC|GMT|Zulu|UCT)$/.test(zone.name) }
}

function zoneNamed(tzid: string | undefined, zones: Zones): Zone {
  if (!tzid) return zones.floating
  const found = zones.defined.get(unescaped(tzid).trim())
  if (found) return found
  const name = ianaNameOf(tzid)
  return name ? ianaZone(name) : zones.floating
}

/** Converts an RFC 5545 duration (`PT1H30M`, `P1W`) to milliseconds. */
function durationOf(value: string): number | undefined {
  const match = /^\s*([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?\s*$/i.exec(value)
  if (!match || !/\d/.test(value)) return undefined
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map((each) => Number(each ?? 0)) as [
    ...[number, number, number, number, number],
  ]
  const size = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000
  return match[1] === "-" ? -size : size
}

function momentsOf(component: Component, name: string, zones: Zones): { moment: Moment; length?: number }[] {
  return component.lines
    .filter((line) => line.name === name)
    .flatMap((line) =>
      line.value.split(",").flatMap((each) => {
        const [start = "", end] = each.split("/")
        const moment = momentOf(start, line.params, zones)
        if (!moment) return []
        const length =
          end === undefined
            ? undefined
            : (durationOf(end) ?? (momentOf(end, line.params, zones)?.at ?? moment.at) - moment.at)
        return [{ moment, length }]
      }),
    )
}

/**
 * Returns a function that turns moments into whole days where Outlook marks them: it writes days as midnights, and a separate
 * line says that days are meant.
 */
function dayMarked(component: Component, zones: Zones): (moment: Moment) => Moment {
  const isMarked = component.lines.some(
    ({ name, value }) => name === "X-MICROSOFT-CDO-ALLDAYEVENT" && /^\s*true/i.test(value),
  )
  return (moment) => {
    if (!isMarked || moment.isDate) return moment
    const zone = moment.isUtc ? zones.floating : moment.zone
    const wall = zone.wall(moment.at)
    return wall % dayLength === 0 ? { wall, at: moment.at, zone, isDate: true, isUtc: false } : moment
  }
}

/** Returns the start and the length of a component; the length is null when none is stated. */
export function spanOf(component: Component, zones: Zones): { start: Moment; length: number | null } {
  const line = component.lines.find(({ name }) => name === "DTSTART")
  if (!line || line.value.trim() === "") unreadable("no_start")
  const day = dayMarked(component, zones)
  const start = day(
    momentOf(line.value, line.params, zones) ?? unreadable("start_unclear", { value: line.value.slice(0, 60) }),
  )
  checkYears(new Date(start.at))

  const endLine = component.lines.find(({ name }) => name === "DTEND")
  const ending = endLine && momentOf(endLine.value, endLine.params, zones)
  const end = ending && start.isDate ? day(ending) : ending
  const duration = component.lines.find(({ name }) => name === "DURATION")
  const told = end ? (start.isDate ? end.wall - start.wall : end.at - start.at) : duration && durationOf(duration.value)
  if (start.isDate) {
    if (told !== undefined && told < 0) unreadable("end_before_start")
    // A date without an end lasts that day (RFC 5545 §3.6.1); so does one that ends on the day it begins.
    return { start, length: Math.max(1, Math.ceil((told ?? 0) / dayLength)) * dayLength }
  }
  if (told === undefined || told === 0) return { start, length: null }
  checkYears(new Date(start.at + told))
  const until = endAfter(new Date(start.at), new Date(start.at + told), zoneOfEvent(start, zones))
  checkYears(until)
  return { start, length: until && until.getTime() - start.at }
}

/** Returns the zone in which an event is stored: its own; for times in UTC that of the calendar, because no venue shows UTC. */
export function zoneOfEvent(start: Moment, zones: Zones): string {
  return start.isUtc ? zones.floating.name : start.zone.name
}

/** An occurrence before its times become instants. */
type Instance = { wall: number; at: number; length: number | null }

function occurrenceOf(instance: Instance, start: Moment): OccurrenceDraft {
  // The length of whole days is added in wall time, so that the day on which the clocks change is one day, too.
  const end =
    instance.length &&
    (start.isDate ? start.zone.instant(instance.wall + instance.length) : instance.at + instance.length)
  return { starts_at: new Date(instance.at), ends_at: end === null || end === 0 ? null : new Date(end) }
}

/** Returns every date of an event: DTSTART, RRULE and RDATE without EXDATE, then the changes of single dates by overrides. */
export function datesOf(
  master: Component,
  overrides: { component: Component; zones: Zones }[],
  zones: Zones,
  now: number,
): Dates {
  const { start, length } = spanOf(master, zones)
  const rules = master.lines.filter(({ name, value }) => name === "RRULE" && value.trim() !== "")
  const instances = new Map<number, Instance>([[start.at, { wall: start.wall, at: start.at, length }]])
  const instanceAt = (wall: number): Instance => ({ wall, at: start.zone.instant(wall), length })
  const until = horizonOf(now)
  const left = new Set<Reason["id"]>()
  let endless = false
  for (const line of rules) {
    if (isHourly(line.value)) {
      const walls = hoursOf(line.value, start.wall, untilOf(/UNTIL=([^;]+)/i.exec(line.value)?.[1]?.trim(), start))
      if (!walls) left.add("note_hourly")
      for (const wall of walls ?? []) instances.set(start.zone.instant(wall), instanceAt(wall))
      continue
    }
    const rule = ruleOf(line.value)
    endless ||= rule.count === undefined && rule.until === undefined
    for (const wall of ruleTimes(rule, start.wall, untilOf(rule.until, start), until)) {
      instances.set(start.zone.instant(wall), instanceAt(wall))
      if (instances.size > 50_000) break
    }
  }
  for (const { moment, length: own } of momentsOf(master, "RDATE", zones)) {
    const told = moment.isDate ? moment.wall : start.zone.wall(moment.at)
    const wall = start.isDate ? Math.floor(told / dayLength) * dayLength : told
    const at = start.isDate ? start.zone.instant(wall) : moment.at
    instances.set(at, { wall, at, length: own ?? length })
  }
  for (const at of excluded(master, start, zones, until)) instances.delete(at)
  for (const { moment } of momentsOf(master, "EXDATE", zones)) {
    if (!moment.isDate) instances.delete(moment.at)
    else for (const each of instances.values()) if (sameDay(each.wall, moment.wall)) instances.delete(each.at)
  }

  const all = [...instances.values()].sort((a, b) => a.at - b.at)
  const kept = withinWindow(all, ({ at }) => at, now)
  const dates = new Map(kept.map((each) => [each.at, occurrenceOf(each, start)]))
  for (const override of ordered(overrides)) {
    try {
      overrideDates(dates, override, start, length)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      left.add("note_override") // the date stays as its series has it
    }
  }

  const occurrences = [...dates.values()].filter(({ starts_at }) => Number.isFinite(starts_at.getTime()))
  if (occurrences.length === 0) unreadable("no_dates_left")
  if (occurrences.length > mostOccurrences) occurrences.length = mostOccurrences
  checkYears(...occurrences.flatMap((each) => [each.starts_at, each.ends_at]))
  const note: Reason | undefined =
    all.length > kept.length
      ? { id: "note_cut", args: { count: kept.length } }
      : endless
        ? { id: "note_horizon", args: { year: new Date(until).getUTCFullYear() - 1 } }
        : undefined
  const [partial] = left
  return {
    timezone: zoneOfEvent(start, zones),
    all_day: start.isDate,
    occurrences,
    recurrence: recurrenceOf(master),
    note: partial ? { id: partial } : note,
  }
}

/** Returns UNTIL in the wall time of the start. */
function untilOf(until: string | undefined, start: Moment): number | undefined {
  const wall = until === undefined ? undefined : wallTime(until)
  if (until === undefined || wall === undefined) return undefined
  if (start.isDate || until.length === 8) return wall - (((wall % dayLength) + dayLength) % dayLength) + dayLength - 1
  return until.endsWith("Z") ? start.zone.wall(wall) : wall
}

/** Expands EXRULE, which RFC 2445 had. */
function* excluded(master: Component, start: Moment, zones: Zones, horizon: number) {
  for (const line of master.lines.filter(({ name }) => name === "EXRULE")) {
    if (isHourly(line.value)) continue
    const rule = ruleOf(line.value)
    for (const wall of ruleTimes(rule, start.wall, untilOf(rule.until, start), horizon)) {
      if (wall !== start.wall) yield start.zone.instant(wall)
    }
  }
}

function sameDay(a: number, b: number) {
  return Math.floor(a / dayLength) === Math.floor(b / dayLength)
}

function ordered(overrides: { component: Component; zones: Zones }[]) {
  const sequence = ({ component }: { component: Component }) =>
    Number(component.lines.find(({ name }) => name === "SEQUENCE")?.value) || 0
  return overrides.toSorted((a, b) => sequence(a) - sequence(b))
}

/** Applies one override (RECURRENCE-ID) to its date, or with RANGE=THISANDFUTURE to all dates from then on. */
function overrideDates(
  dates: Map<number, OccurrenceDraft>,
  override: { component: Component; zones: Zones },
  start: Moment,
  usualLength: number | null,
) {
  const line = override.component.lines.find(({ name }) => name === "RECURRENCE-ID") as Line
  if (override.component.tooLong) unreadable("note_override")
  const original = momentOf(line.value, line.params, override.zones)
  if (!original) unreadable("note_override")
  const key = originalKey(dates, original, start)
  const hasStart = override.component.lines.some(({ name }) => name === "DTSTART")
  const span = hasStart
    ? spanOf(override.component, override.zones)
    : { start: { ...original, at: key }, length: usualLength }
  const isCancelled = /^\s*cancelled/i.test(override.component.lines.find(({ name }) => name === "STATUS")?.value ?? "")
  const future = line.params.RANGE?.toUpperCase() === "THISANDFUTURE"

  const affected = future ? [...dates.keys()].filter((at) => at >= key) : [key]
  const shift = span.start.wall - (span.start.zone === start.zone ? start.zone.wall(key) : span.start.zone.wall(key))
  for (const at of affected) {
    const moved = at === key ? span.start.at : start.zone.instant(start.zone.wall(at) + shift)
    const instance = { wall: start.zone.wall(moved), at: moved, length: span.length }
    const date = occurrenceOf(instance, span.start.isDate ? { ...start, isDate: true } : { ...start, isDate: false })
    if (!dates.has(at) && isCancelled) continue
    if (moved !== at) Object.assign(date, { recurrence_id: new Date(at) })
    dates.set(at, { ...date, status: isCancelled ? "cancelled" : moved === at ? "scheduled" : "moved" })
  }
}

function originalKey(dates: Map<number, OccurrenceDraft>, original: Moment, start: Moment): number {
  if (dates.has(original.at)) return original.at
  if (start.isDate) return start.zone.instant(original.wall)
  if (!original.isDate) return original.at
  const day = new Date(original.wall).toISOString().slice(0, 10)
  const zone = start.isUtc ? original.zone.name : start.zone.name
  const next = addDays(day, 1)
  return (
    [...dates.keys()].find((at) => {
      const date = dateAt(new Date(at), zone)
      return date >= day && date < next
    }) ?? original.at
  )
}

function recurrenceOf(master: Component): string | undefined {
  const lines = master.lines.filter(
    ({ name, value }) => /^(RRULE|RDATE|EXDATE|EXRULE)$/.test(name) && value.trim() !== "" && !isHourly(value),
  )
  if (!lines.some(({ name }) => name !== "EXDATE")) return undefined
  const text = (kept: Line[]) =>
    kept
      .map(({ name, params, value }) => {
        const written = Object.entries(params).map(
          ([key, each]) => `;${key}=${/[,;:]/.test(each) ? `"${each}"` : each}`,
        )
        return `${name}${written.join("")}:${value.trim()}`
      })
      .join("\n")
  const whole = text(lines)
  return whole.length <= 20_000
    ? whole
    : text(lines.filter(({ name }) => name === "RRULE")).slice(0, 20_000) || undefined
}
