import { dayLength, ruleTimes, RuleRefused, ruleOf } from "#features/events/dates/recurrence.ts"
import { instantOf, offsetMinutes, timezoneNamed } from "#lib/time.ts"
import { type Component, unescaped, valueOf } from "./icalendar-lines.ts"
import { windowsZones } from "./windows-zones.ts"

/** A time zone of a calendar: converts its wall times to instants, and names the IANA zone under which events are stored. */
export type Zone = {
  name: string
  /** Wall time as if in UTC (milliseconds) → instant. */
  instant(wall: number): number
  /** Instant → wall time as if in UTC. */
  wall(instant: number): number
}

const known = new Map<string, Zone>()

/** Returns the zone of an IANA name. */
export function ianaZone(name: string): Zone {
  let zone = known.get(name)
  if (!zone) known.set(name, (zone = remembering(name)))
  return zone
}

/** Creates a zone that caches the offset of each midnight: an Intl call costs 10 µs, and a calendar has thousands of dates. */
function remembering(name: string): Zone {
  const midnights = new Map<number, number>()
  const offsetOn = (day: number) => {
    let offset = midnights.get(day)
    if (offset === undefined) {
      offset = offsetMinutes(new Date(day * dayLength), name) * 60_000
      if (midnights.size > 100_000) midnights.clear()
      midnights.set(day, offset)
    }
    return offset
  }
  return {
    name,
    instant(wall) {
      const day = Math.floor(wall / dayLength)
      const before = offsetOn(day - 1)
      if (before === offsetOn(day + 2)) return wall - before // no change near: no time is skipped or occurs twice
      return instantOf(new Date(wall).toISOString().slice(0, 19), name).getTime()
    },
    wall(instant) {
      const day = Math.floor(instant / dayLength)
      const before = offsetOn(day)
      return instant + (before === offsetOn(day + 1) ? before : offsetMinutes(new Date(instant), name) * 60_000)
    },
  }
}

/** Returns the IANA name for a TZID: an IANA name, a path that ends in one, a Windows name, or a fixed offset. */
export function ianaNameOf(tzid: string): string | undefined {
  const name = unescaped(tzid).trim()
  if (name === "") return undefined
  if (/^tzone:\/\/Microsoft\/Utc$/i.test(name)) return "Etc/UTC"
  const path = /([A-Za-z_]+\/[A-Za-z_+-]+(?:\/[A-Za-z_]+)?)$/.exec(name)?.[1]
  for (const candidate of [name, path, name.replace(/^([A-Z][a-z]+)_([A-Z][a-z]+)$/, "$1/$2")]) {
    const known = candidate && /^[A-Za-z][\w+/-]*$/.test(candidate) && timezoneNamed(candidate)
    if (known) return known
  }
  const spoken = name
    .replace(/^\((?:UTC|GMT)[^)]*\)\s*/i, "")
    .toLowerCase()
    .replaceAll(" and ", " & ")
  const windows = windowsZones.get(name.toLowerCase()) ?? windowsZones.get(spoken)
  if (windows) return windows
  const offset = /^\(?(?:UTC|GMT)\s*([+-])(\d{1,2})(?:[:.]?00)?\)?/i.exec(name)
  if (!offset || Number(offset[2]) > 12 || /\//.test(name)) return undefined
  return `Etc/GMT${Number(offset[2]) === 0 ? "" : (offset[1] === "+" ? "-" : "+") + Number(offset[2])}`
}

type Observance = { from: number; to: number; starts: number[] }

/**
 * Returns the zones a calendar defines, by TZID. A zone with an IANA name follows IANA (definitions in files are often of another
 * year); a custom one follows its definition and is stored under an IANA zone that agrees with it, if there is one.
 */
export function zonesOf(definitions: Component[], fallback: string): Map<string, Zone> {
  const zones = new Map<string, Zone>()
  for (const part of definitions) {
    const tzid = valueOf(part, "TZID")
    if (tzid === undefined) continue
    // As parameters write it: there a comma stands in quotes instead of behind a backslash.
    const id = unescaped(tzid).trim()
    const name = ianaNameOf(id) ?? ianaNameOf(valueOf(part, "X-LIC-LOCATION") ?? "")
    const zone = name ? ianaZone(name) : customZone(part, fallback)
    if (zone) zones.set(id, zone)
  }
  return zones
}

function customZone(part: Component, fallback: string): Zone | undefined {
  const observances = part.parts.map(observanceOf).filter((each) => each !== undefined)
  if (observances.length === 0) return undefined
  // All changes of the offset in order, each with the wall time just before it.
  const changes = observances
    .flatMap(({ from, to, starts }) => starts.map((wall) => ({ wall, at: wall - from, from, to })))
    .sort((a, b) => a.at - b.at)
  const first = changes[0] as (typeof changes)[number]
  const offsetAt = (instant: number) => changes.findLast(({ at }) => at <= instant)?.to ?? first.from

  const zone: Zone = {
    name: fallback,
    instant(wall) {
      // The offset before the nearest change decides: a skipped time moves later, and a repeated time means the first one.
      const before = changes.findLast((change) => change.wall <= wall - 86_400_000)?.to ?? first.from
      const guess = wall - before
      if (guess + offsetAt(guess) === wall) return guess
      const after = wall - offsetAt(guess)
      return after + offsetAt(after) === wall ? after : guess
    },
    wall: (instant) => instant + offsetAt(instant),
  }
  const samples = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((month) => Date.UTC(2025, month, 15, 12))
  const agrees = (name: string) => samples.every((at) => offsetMinutes(new Date(at), name) * 60_000 === offsetAt(at))
  zone.name = [fallback, ...usual].find(agrees) ?? fallback
  return zone
}

const usual = (
  "Europe/Brussels Europe/London Europe/Athens America/New_York America/Chicago America/Denver America/Los_Angeles " +
  "Australia/Sydney Australia/Brisbane Pacific/Auckland Asia/Tokyo Asia/Kolkata Asia/Shanghai Asia/Dubai Europe/Moscow " +
  "Etc/UTC America/Sao_Paulo"
).split(" ")

function observanceOf(part: Component): Observance | undefined {
  const from = offsetOf(valueOf(part, "TZOFFSETFROM"))
  const to = offsetOf(valueOf(part, "TZOFFSETTO"))
  const start = wallTime(valueOf(part, "DTSTART") ?? "")
  if (to === undefined || start === undefined) return undefined
  const starts = [start]
  for (const line of part.lines) {
    if (line.name === "RDATE") starts.push(...line.value.split(",").flatMap((each) => wallTime(each) ?? []))
    if (line.name !== "RRULE") continue
    try {
      const rule = ruleOf(line.value)
      const until = rule.until ? wallTime(rule.until) : undefined
      for (const time of ruleTimes(rule, Math.max(start, Date.UTC(1900, 0, 1)), until, Date.UTC(2050, 0, 1))) {
        if (starts.push(time) > 1000) break
      }
    } catch (error) {
      if (!(error instanceof RuleRefused)) throw error // an unreadable rule: only the first change counts
    }
  }
  return { from: from ?? to, to, starts }
}

function offsetOf(value: string | undefined): number | undefined {
  const match = /^\s*([+-])?(\d{2}):?(\d{2})(\d{2})?\s*$/.exec(value ?? "")
  if (!match || Number(match[2]) > 24 || Number(match[3]) > 59) return undefined
  return (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000
}

/** Converts a DATE or DATE-TIME to wall time in milliseconds as if in UTC; undefined for a day or hour that does not exist. */
export function wallTime(value: string): number | undefined {
  const match = /^\s*(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?)?Z?\s*$/i.exec(value)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1).map((each) => Number(each ?? 0)) as [
    ...[number, number, number, number, number, number],
  ]
  const midnight = Date.parse(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`)
  const exists = !Number.isNaN(midnight) && new Date(midnight).getUTCDate() === day && month > 0 && year > 0
  if (!exists || hour > 24 || minute > 59 || second > 60) return undefined
  return midnight + ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000
}
