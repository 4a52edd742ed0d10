import type { CalendarEntry } from "./calendar.ts"

/** Most conflicting dates named for one date. */
const mostNamed = 20
const day = 86_400_000

type Dated = Pick<CalendarEntry, "date" | "until" | "layers" | "answer"> & {
  event: Pick<CalendarEntry["event"], "id" | "all_day" | "status" | "category">
}

/**
 * Finds a person's own engagements that overlap: events they said they attend, and events of their own pages, unless they
 * declined. Dates that last a day or longer leave room for an evening, an exhibition can be seen at any of its hours, and
 * cancelled dates take no time. A date that begins as another ends does not conflict with it.
 * @returns ids of the conflicting dates, at most 20, by the id of a date
 */
export function conflictsOf(entries: readonly Dated[]): Map<number, number[]> {
  const busy = entries
    .filter(isEngagement)
    .map(({ event, date, until }) => ({
      event: event.id,
      id: date.id,
      from: Date.parse(date.start),
      to: Date.parse(until),
    }))
    .filter(({ from, to }) => to > from && to - from < day)
    .sort((a, b) => a.from - b.from)
  const found = new Map<number, number[]>()
  const name = (id: number, other: number) => {
    const known = found.get(id)
    if (!known) found.set(id, [other])
    else if (known.length < mostNamed) known.push(other)
  }
  busy.forEach((one, at) => {
    // Limits the comparisons: a person never has a thousand engagements at once, but a large house may.
    for (const other of busy.slice(at + 1, at + 1 + 5 * mostNamed)) {
      if (other.from >= one.to) break
      if (other.event === one.event) continue
      name(one.id, other.id)
      name(other.id, one.id)
    }
  })
  return found
}

/** Tells whether a date takes the person's time. */
export function isEngagement({ event, date, layers, answer }: Dated): boolean {
  if (event.status === "cancelled" || date.status === "cancelled") return false
  if (event.all_day || event.category === "exhibition") return false
  return answer === "confirmed" || (layers.includes("managed") && answer !== "declined")
}
