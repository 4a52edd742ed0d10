// Times cross the API as ISO 8601 with the offset of the venue, so that the wall time can be read from the text itself.

type Zone = { format: Intl.DateTimeFormat; days: Map<number, number | undefined>; texts: Map<number, string> }
const dayLength = 86_400_000

/**
 * Limits of the caches. Zones are cached under their canonical name, since each costs some 35 KB. Days and texts are counted over
 * all zones together.
 */
export const cacheLimits = { zones: 64, spellings: 1000, days: 20_000, texts: 40_000 } as const
const zones = new Map<string, Zone>()
const names = new Map<string, string | undefined>()
let days = 0
let texts = 0

/** Returns the sizes of the caches of time zones. */
export function cachedZones() {
  return { zones: zones.size, spellings: names.size, days, texts }
}

/**
 * Returns the canonical spelling of a time zone, whatever its case; undefined when this machine has no such zone. Of a zone with
 * two names (`Asia/Calcutta`, `Asia/Kolkata`) the given one stays.
 */
export function timezoneNamed(given: string): string | undefined {
  if (given.length > 64) return undefined
  if (names.has(given)) return names.get(given)
  let name: string | undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: given }).resolvedOptions()
    name =
      timeZone.toLowerCase() === given.toLowerCase() || !given.includes("/") ? timeZone : capitalised(given, timeZone)
  } catch {
    name = undefined
  }
  if (names.size >= cacheLimits.spellings) names.clear()
  names.set(given, name)
  return name
}

/**
 * Capitalises an alias of a zone as the zone data does, `Asia/Ho_Chi_Minh` or `Etc/GMT`; otherwise returns the zone's own name.
 */
function capitalised(given: string, otherwise: string) {
  if (/^etc\/(gmt|utc|uct)/i.test(given)) return `Etc/${given.slice(4).toUpperCase()}`
  return /^[a-z_]+(\/[a-z_]+)+$/i.test(given)
    ? given.toLowerCase().replaceAll(/(^|[/_])[a-z]/g, (start) => start.toUpperCase())
    : otherwise
}

function zoneOf(timezone: string): Zone {
  const known = zones.get(timezone)
  if (known) return known
  const name = timezoneNamed(timezone)
  if (name === undefined) throw new RangeError(`no such time zone: ${timezone.slice(0, 64)}`)
  let zone = zones.get(name)
  if (!zone) {
    const oldest = zones.keys().next().value
    if (zones.size >= cacheLimits.zones && oldest !== undefined) forget(oldest)
    zone = {
      format: new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" }),
      days: new Map(),
      texts: new Map(),
    }
    zones.set(name, zone)
  }
  return zone
}

function forget(name: string) {
  const zone = zones.get(name)
  days -= zone?.days.size ?? 0
  texts -= zone?.texts.size ?? 0
  zones.delete(name)
}

/** Returns the offset of `timezone` (IANA) at `at`, in minutes east of UTC. */
export function offsetMinutes(at: Date, timezone: string): number {
  const zone = zoneOf(timezone)
  // Computing an offset with Intl is slow, and most days have only one: it is computed again only on days where it changes.
  const day = Math.floor(at.getTime() / dayLength)
  if (!zone.days.has(day)) {
    if (days >= cacheLimits.days) {
      for (const each of zones.values()) each.days.clear()
      days = 0
    }
    const [first, last] = [formatted(zone, day * dayLength), formatted(zone, (day + 1) * dayLength)]
    zone.days.set(day, first === last ? first : undefined)
    days++
  }
  return zone.days.get(day) ?? formatted(zone, at.getTime())
}

function formatted({ format }: Zone, at: number) {
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(at))
  if (!match) return 0
  return (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]))
}

/** Formats an instant as wall time at the venue, with its offset: `2026-11-21T20:30:00+01:00`. */
export function isoAt(at: Date, timezone: string): string {
  // Lists repeat the same times.
  const zone = zoneOf(timezone)
  const known = zone.texts.get(at.getTime())
  if (known) return known
  if (texts >= cacheLimits.texts) {
    for (const each of zones.values()) each.texts.clear()
    texts = 0
  }
  const text = written(at, timezone)
  zone.texts.set(at.getTime(), text)
  texts++
  return text
}

function written(at: Date, timezone: string): string {
  const minutes = offsetMinutes(at, timezone)
  const wall = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19)
  const size = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, "0")
  return `${wall}${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Returns the local date in `timezone` at `at`: `2026-11-21`. */
export function dateAt(at: Date, timezone: string): string {
  return isoAt(at, timezone).slice(0, 10)
}

/** Adds days to a date, without regard to clock time; `days` may be negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * Returns the instant of a wall time (`2026-03-29T02:30[:00]`) in `timezone`. A time that does not exist (the hour skipped in
 * spring) moves later by the gap; of a time that occurs twice the first is meant (RFC 5545 §3.3.5).
 */
export function instantOf(wall: string, timezone: string): Date {
  const asUtc = Date.parse(`${wall}${wall.length === 10 ? "T00:00" : ""}Z`)
  const before = asUtc - offsetMinutes(new Date(asUtc - 86_400_000), timezone) * 60_000
  const after = asUtc - offsetMinutes(new Date(asUtc + 86_400_000), timezone) * 60_000
  const holds = (instant: number) => instant + offsetMinutes(new Date(instant), timezone) * 60_000 === asUtc
  const fitting = [before, after].filter(holds)
  return new Date(fitting.length > 0 ? Math.min(...fitting) : before)
}

/**
 * Returns whether a date is of another year than the present one at its place, which its offset tells. A date without an offset
 * is of this year as long as it is that year anywhere.
 */
export function isOtherYear(iso: string, now: number): boolean {
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})$/.exec(iso) ?? []
  const offset = hours && (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const places = typeof offset === "number" ? [offset] : [-12 * 60, 14 * 60]
  return places.every((east) => new Date(now + east * 60_000).getUTCFullYear() !== Number(iso.slice(0, 4)))
}

/** Returns whether this machine has an IANA time zone of this name. */
export function isTimezone(name: string): boolean {
  return timezoneNamed(name) !== undefined
}

/** Returns whether a date exists in the calendar. */
export function isDate(date: string): boolean {
  const at = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === date
}
