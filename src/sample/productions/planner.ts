import type { EventDraft } from "#features/events/draft.ts"
import { addDays } from "#lib/time.ts"
import { countOn, dayOf, type Diary, emptyDiary, firstDay, isOpen, lastDay, take, wantedOn } from "./diary.ts"
import { festival, festivalParts } from "./festival.ts"
import type { Production, Showing } from "./production.ts"
import { circus } from "./circus.ts"
import { concerts } from "./concerts.ts"
import { dance } from "./dance.ts"
import { type Exhibition, exhibitions } from "./exhibition.ts"
import { film } from "./film.ts"
import { music } from "./music.ts"
import { marathon, others } from "./other.ts"
import { parties } from "./party.ts"
import { talks } from "./talk.ts"
import { theatre } from "./theatre.ts"
import { type Weekly, weekly } from "./weekly.ts"
import { workshops } from "./workshop.ts"
import { young } from "./young.ts"
import { seeded } from "../random.ts"

export const productions: Production[] = [
  [music, concerts, theatre, dance, film, talks],
  [circus, workshops, young, parties, others],
].flat(2)

/** One date, in wall time at the venue. */
export type PlannedDate = {
  start: string
  end: string
  status?: NonNullable<EventDraft["occurrences"][number]["status"]>
  /** Its original start by the rule, if it was moved. */
  was?: string
}

/** An event of the sample before it has any database id. */
export type Planned = {
  production: Omit<Production, "showings" | "minutes">
  showing: Omit<Showing, "time" | "days" | "dates" | "today">
  dates: PlannedDate[]
  allDay: boolean
  recurrence?: string
  /** Whether it belongs to the festival. */
  isPart?: true
  isFestival?: true
}

type Candidate = {
  production: Production
  showing: Showing
  /** The days on which it is planned so far. */
  uses: number[]
  /** What it needs exclusively: its room, its people, and the production itself. */
  keys: string[]
  endsLate: boolean
}

/**
 * Fills eight weeks around `today` (`2026-11-21`) with events: fixed ones first, then day by day the one that fits best. The same
 * day always gives the same plan.
 */
export function planSample(today: string): Planned[] {
  const diary = emptyDiary(today)
  const random = seeded(today)
  const pool = productions.flatMap((production) => production.showings.map((showing) => candidate(production, showing)))
  const free = pool.filter(({ showing }) => !showing.today && !showing.change)

  return [
    ...pool.filter(({ showing }) => showing.today).map((each) => place(diary, each, 0)),
    planMarathon(diary),
    ...exhibitions.map((exhibition) => planExhibition(diary, exhibition)),
    ...weekly.map((series) => planWeekly(diary, series)),
    ...planFestival(diary),
    ...planChanges(
      diary,
      pool.filter(({ showing }) => showing.change),
      random,
    ),
    ...planOneEach(diary, free, random),
    ...planRest(diary, free, random),
  ]
}

function planMarathon(diary: Diary): Planned {
  const { at, room, minutes, ...production } = marathon
  take(diary, -1, [])
  return {
    production,
    showing: { at, room, mode: "hybrid", with: ["rhizome"] },
    dates: [from(`${addDays(diary.today, -1)}T12:00`, minutes)],
    allDay: false,
  }
}

function planExhibition(diary: Diary, { at, room, run, ...production }: Exhibition): Planned {
  const dates: PlannedDate[] = []
  for (let day = run.from; day < run.from + run.weeks * 7; day++) {
    const isOpening = run.opening !== undefined && day === run.from
    // Today is full with the events made for today.
    const isShut = day === diary.dark || day === 0 || !run.opens.includes(dayOf(diary, day))
    if (isShut && !isOpening) continue
    const [start, end] = isOpening ? run.opening! : run.hours
    const date = addDays(diary.today, day)
    dates.push({ start: `${date}T${start}`, end: `${date}T${end}` })
    take(diary, day, [roomKey(at, room)])
  }
  const byDay = run.opens.map((day) => day.slice(0, 2).toUpperCase()).join(",")
  return {
    production,
    showing: { at, ...(room && { room }) },
    dates,
    allDay: false,
    ...(run.isRule && { recurrence: `RRULE:FREQ=WEEKLY;BYDAY=${byDay};COUNT=${dates.length}` }),
  }
}

function planWeekly(diary: Diary, series: Weekly): Planned {
  const { at, room, day: weekday, time, minutes, weeks, except, moved, cancelled, ...production } = series
  const first = [-6, -5, -4, -3, -2, -1, 7].find((day) => dayOf(diary, day) === weekday) as number
  const starts = Array.from({ length: weeks }, (_, week) => addDays(diary.today, first + week * 7)).map(
    (date) => `${date}T${time}`,
  )
  const dates = starts.flatMap((start, nth): PlannedDate[] => {
    if (nth === except) return []
    take(diary, first + nth * 7, [roomKey(at, room)])
    if (nth === moved?.nth) {
      return [{ ...from(`${start.slice(0, 10)}T${moved.to}`, minutes), status: "moved", was: start }]
    }
    return [{ ...from(start, minutes), ...(nth === cancelled && { status: "cancelled" as const }) }]
  })
  const skipped = except === undefined ? "" : `\nEXDATE;TZID=Europe/Brussels:${basic(starts[except] as string)}`
  return {
    production,
    showing: { at, ...(room && { room }) },
    dates,
    allDay: false,
    recurrence: `RRULE:FREQ=WEEKLY;BYDAY=${weekday.slice(0, 2).toUpperCase()};COUNT=${weeks}${skipped}`,
  }
}

function planFestival(diary: Diary): Planned[] {
  const { host, ...parent } = festival
  const thursday = [15, 16, 17, 18, 19, 20, 21].find((day) => dayOf(diary, day) === "thu") as number
  const evening = (night: number) => addDays(diary.today, thursday + night)
  take(diary, thursday, [])
  return [
    {
      production: parent,
      showing: { at: "sainteaube", with: [host] },
      dates: [{ start: `${evening(0)}T00:00`, end: `${evening(4)}T00:00` }],
      allDay: true,
      isFestival: true,
    },
    ...festivalParts.map(({ at, room, night, time, minutes, ...production }): Planned => {
      take(diary, thursday + night, [roomKey(at, room), ...peopleOf(production)])
      return {
        production,
        showing: { at, ...(room && { room }), with: [host] },
        dates: [from(`${evening(night)}T${time}`, minutes)],
        allDay: false,
        isPart: true,
      }
    }),
  ]
}

/** Plans the cancelled, postponed and moved events within the next fortnight. */
function planChanges(diary: Diary, changed: Candidate[], random: () => number): Planned[] {
  return changed.map((each) => {
    const days = daysFrom(1, 13).filter((day) => fits(diary, each, day))
    return place(diary, each, days[Math.floor(random() * days.length)] as number)
  })
}

/** Plans one event each day that takes place on that day only; Mondays first, because few productions play then. */
function planOneEach(diary: Diary, pool: Candidate[], random: () => number): Planned[] {
  const single = pool.filter(({ showing }) => !showing.dates)
  const days = daysFrom(firstDay, lastDay)
    .filter((day) => day !== 0 && day !== diary.dark)
    .sort((a, b) => Number(dayOf(diary, b) === "mon") - Number(dayOf(diary, a) === "mon"))
  return days.flatMap((day) => best(diary, single, day, random) ?? [])
}

/** Fills the day that lacks most events, until every day has its number or nothing fits any more. */
function planRest(diary: Diary, pool: Candidate[], random: () => number): Planned[] {
  const lacking = new Map(
    daysFrom(firstDay, lastDay)
      .filter((day) => day !== 0)
      .map((day) => [day, wantedOn(diary, day, random())]),
  )
  const planned: Planned[] = []
  while (lacking.size > 0) {
    const [day, wanted] = [...lacking].reduce((most, each) =>
      each[1] - countOn(diary, each[0]) > most[1] - countOn(diary, most[0]) ? each : most,
    )
    const next = countOn(diary, day) < wanted ? best(diary, pool, day, random) : undefined
    if (next) planned.push(next)
    else lacking.delete(day)
  }
  return planned
}

const around = [-3, -2, -1, 1, 2, 3]

/** Returns the showing that is planned least often, in a category that is rare on this day. */
function best(diary: Diary, pool: Candidate[], day: number, random: () => number): Planned | undefined {
  let chosen: Candidate | undefined
  let lowest = Infinity
  for (const each of pool) {
    const chance = random()
    if (each.uses.some((used) => Math.abs(used - day) < 14) || !fits(diary, each, day)) continue
    const { production, showing, uses } = each
    const near = around.filter((away) => diary.taken.get(day + away)?.has(each.keys[0] as string))
    const same = diary.taken.get(day)?.has(`category ${production.category}`) ? 1 : 0
    // Events that can be followed online are rare and should not be left out.
    const wish = showing.mode ? -40 : 0
    const score =
      wish + uses.length * 100 + near.length * 30 + same * 25 + (showing.days?.length ?? 6) * 3 + chance * 20
    if (score < lowest) [chosen, lowest] = [each, score]
  }
  return chosen && place(diary, chosen, day)
}

function candidate(production: Production, showing: Showing): Candidate {
  const { at, room, time } = showing
  return {
    production,
    showing,
    uses: [],
    keys: [
      `production ${production.key}`,
      roomKey(typeof at === "string" ? at : (at.name as string), room),
      ...peopleOf(production),
    ],
    endsLate: time !== undefined && from(`2000-01-01T${time}`, production.minutes).end > "2000-01-02",
  }
}

function fits(diary: Diary, { showing, keys, endsLate }: Candidate, day: number): boolean {
  const weekday = dayOf(diary, day)
  if (showing.days ? !showing.days.includes(weekday) : weekday === "mon") return false
  // Nothing runs past midnight into the day when every venue is closed.
  if (endsLate && day + 1 === diary.dark) return false
  return runFrom(diary, day, showing.dates ?? 1).every((each) => each !== 0 && isOpen(diary, each, keys))
}

function place(diary: Diary, { production, showing, uses, keys }: Candidate, day: number): Planned {
  const { showings: _, minutes, ...rest } = production
  const { time, days: __, dates = 1, today: ___, ...where } = showing
  uses.push(day)
  const run = runFrom(diary, day, dates)
  for (const each of run) take(diary, each, [...keys, `category ${production.category}`])
  return {
    production: rest,
    showing: where,
    dates: run.map((each) => {
      const date = addDays(diary.today, each)
      return time ? from(`${date}T${time}`, minutes) : { start: `${date}T00:00`, end: `${addDays(date, 1)}T00:00` }
    }),
    allDay: !time,
  }
}

/** Returns this many days from this one on, without Mondays. */
function runFrom(diary: Diary, first: number, length: number): number[] {
  const run = [first]
  for (let day = first + 1; run.length < length; day++) if (dayOf(diary, day) !== "mon") run.push(day)
  return run
}

function roomKey(at: string, room?: string): string {
  return `room ${at}/${room ?? ""}`
}

function peopleOf({ lineup = [] }: Pick<Production, "lineup">): string[] {
  return lineup.map((credit) => `who ${"actor" in credit ? credit.actor : credit.name}`)
}

function daysFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Returns a date that starts at this wall time and lasts this many minutes of wall time. */
function from(start: string, minutes: number): PlannedDate {
  const end = new Date(Date.parse(`${start}Z`) + minutes * 60_000).toISOString().slice(0, 16)
  return { start, end }
}

function basic(wall: string): string {
  return `${wall.replaceAll(/[-:]/g, "")}00`
}
