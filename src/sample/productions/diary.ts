import { type Day, days } from "./production.ts"

/** The first and the last day of the sample, counted from today. */
export const firstDay = -7
export const lastDay = 49
/** Most events on a day. */
export const fullDay = 8

const evening: Record<Day, number> = { mon: 2, tue: 4, wed: 5, thu: 6, fri: 8, sat: 8, sun: 7 }

/** What is booked on each day: the number of events, the rooms, the people, the productions. */
export type Diary = {
  today: string
  /** Number of days from some Monday to today. */
  sinceMonday: number
  /** The Monday within the next seven days on which every venue is closed. */
  dark: number
  counts: Map<number, number>
  taken: Map<number, Set<string>>
}

/** Returns a diary without events. */
export function emptyDiary(today: string): Diary {
  // The first day of 1970 was a Thursday.
  const sinceMonday = Date.parse(`${today}T00:00:00Z`) / 86_400_000 + 3
  const dark = [1, 2, 3, 4, 5, 6, 7].find((day) => dayOf({ sinceMonday }, day) === "mon") as number
  return { today, sinceMonday, dark, counts: new Map(), taken: new Map() }
}

/** Returns the day of the week, this number of days from today. */
export function dayOf({ sinceMonday }: Pick<Diary, "sinceMonday">, day: number): Day {
  return days[(((sinceMonday + day) % 7) + 7) % 7] as Day
}

/** Returns the number of events on a day so far. */
export function countOn(diary: Diary, day: number): number {
  return diary.counts.get(day) ?? 0
}

/** Returns how many events a day should have by its weekday; a `chance` (0 to 1) below 0.4 takes one away. */
export function wantedOn(diary: Diary, day: number, chance: number): number {
  if (day === diary.dark) return 0
  const usual = evening[dayOf(diary, day)]
  return usual > 2 && chance < 0.4 ? usual - 1 : usual
}

/** Whether the day has room and none of these (rooms, people, productions) is booked. */
export function isOpen(diary: Diary, day: number, wanted: string[]): boolean {
  if (day < firstDay || day > lastDay || day === diary.dark || countOn(diary, day) >= fullDay) return false
  const taken = diary.taken.get(day)
  return !taken || !wanted.some((one) => taken.has(one))
}

/** Books an event: these people, rooms and productions are taken that day. */
export function take(diary: Diary, day: number, wanted: string[]): void {
  diary.counts.set(day, countOn(diary, day) + 1)
  const taken = diary.taken.get(day) ?? new Set()
  for (const one of wanted) taken.add(one)
  diary.taken.set(day, taken)
}
