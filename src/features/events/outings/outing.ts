import type { Event } from "../event.ts"
import { type AgendaEvent, listEvent } from "../listing/list-event.ts"

/** An event at a date that the person answered, with the fields that pages keep. */
export type Outing = AgendaEvent & Pick<Event, "doors" | "status_reason" | "joining">

/** Returns the event with only the fields that a page of outings shows. */
export function outingOf(event: Event): Outing {
  const { doors, status_reason, joining } = event
  return { ...listEvent(event), occurrences: [], doors, status_reason, ...(joining ? { joining } : {}) }
}

type Dated = { start: string; next: { start: string } | null }
const dayOf = ({ next, start }: Dated) => (next?.start ?? start).slice(0, 10)

/** Groups coming outings by day; one that began earlier and is still on counts for today. */
export function byDay<One extends Dated>(outings: readonly One[], today: string): { date: string; outings: One[] }[] {
  const days = grouped(outings, (outing) => (dayOf(outing) < today ? today : dayOf(outing)))
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, those]) => ({ date, outings: those }))
}

export type DiaryYear<One> = { year: string; count: number; months: { month: string; outings: One[] }[] }

/** Groups past outings by year and month, in the order given: newest first. */
export function diaryOf<One extends Dated>(outings: readonly One[]): DiaryYear<One>[] {
  return [...grouped(outings, (outing) => dayOf(outing).slice(0, 4))].map(([year, ofYear]) => ({
    year,
    count: ofYear.length,
    months: [...grouped(ofYear, (outing) => dayOf(outing).slice(0, 7))].map(([month, those]) => ({
      month,
      outings: those,
    })),
  }))
}

function grouped<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>()
  for (const one of all) {
    const there = groups.get(keyOf(one))
    if (there) there.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}
