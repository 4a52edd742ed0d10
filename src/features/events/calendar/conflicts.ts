import type { CalendarEntry } from "./calendar.ts"

/** Of one date at most so many others are named. */
const mostNamed = 20
const day = 86_400_000

type Dated = Pick<CalendarEntry, "date" | "until" | "layers" | "answer"> & {
  event: Pick<CalendarEntry["event"], "id" | "all_day" | "status" | "category">
}

/**
 * One's own engagements that are at the same time: where one said to be there, and what one's own pages do, unless one
 * said not to be there. What lasts a day or longer leaves room for an evening, an exhibition is seen at any of its hours,
 * and what is cancelled takes no time. One that begins as another ends is not in its way.
 * @returns ids of dates, by the id of a date; of at most 20 others each
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
    // Nobody is engaged a thousand times at once; a large house may be.
    for (const other of busy.slice(at + 1, at + 1 + 5 * mostNamed)) {
      if (other.from >= one.to) break
      if (other.event === one.event) continue
      name(one.id, other.id)
      name(other.id, one.id)
    }
  })
  return found
}

/** Does it take somebody's time? */
export function isEngagement({ event, date, layers, answer }: Dated): boolean {
  if (event.status === "cancelled" || date.status === "cancelled") return false
  if (event.all_day || event.category === "exhibition") return false
  return answer === "confirmed" || (layers.includes("managed") && answer !== "declined")
}
